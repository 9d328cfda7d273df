"""A Griffe extension: it turns examples in docstrings into blocks of code. Markdown would take them for quotations."""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"(?:^>>> .*\n?)(?:^(?!\s*$).*\n?)*", re.MULTILINE)


class Doctests(griffe.Extension):
    """Puts a fence around every example that begins with ``>>>`` and ends with an empty line."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Change the docstring of a package that was loaded."""
        self.on_object(obj=pkg)

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of anything inside it."""
        if obj.docstring and ">>> " in obj.docstring.value:
            obj.docstring.value = EXAMPLE.sub(
                lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", obj.docstring.value
            )
