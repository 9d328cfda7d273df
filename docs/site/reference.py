"""Makes the reference: a page for ``isthmus`` and each package below it, every public name from its docstring.

The pages exist only in the site. ``__all__`` of a package lists its public names, so a new name needs no line here.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).parent))
from public_names import packages, public_names

WHOLE = {"isthmus.Game", "isthmus.analysis.review.Review"}
"""Classes that inherit public members from a private base class. The reference shows these too."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """List the pages of the reference in the navigation."""
    assert config.nav is not None
    for part in config.nav:
        if "Reference" in part:
            part["Reference"] = [{name: f"reference/{name}.md"} for name in packages()]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page for each package."""
    for name in packages():
        files.append(File.generated(config, f"reference/{name}.md", content=page(name)))
    return files


def page(name: str) -> str:
    """The page of a package: its docstring, then its public names."""
    package = import_module(name)
    own = f"::: {name}\n    options: {{members: false, show_root_heading: false, show_root_toc_entry: false}}\n"
    return "\n".join(
        [f"# {name}", "", own, *(_entry(f"{name}.{one}", getattr(package, one)) for one in public_names(name))]
    )


def _entry(path: str, thing: object) -> str:
    """The directive for a public name. If a package has the same name, the directive names the object's own module."""
    if path in sys.modules and not isinstance(thing, ModuleType):
        shown = thing if isinstance(thing, type | FunctionType) else type(thing)
        return f'<a id="{path}"></a>\n\n::: {shown.__module__}.{shown.__qualname__}\n'
    return f"::: {path}\n" + ("    options: {inherited_members: true}\n" if path in WHOLE else "")
