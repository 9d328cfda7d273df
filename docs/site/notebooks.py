"""Runs the notebooks and shows them as pages, with what their cells print and draw.

A cell that raises ends the build. The notebooks in the repository have no outputs, so that their diffs are readable.
"""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
SECONDS = 60
"""The most that a cell may take."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page for each notebook, and its pictures."""
    import nbformat
    from nbclient import NotebookClient
    from nbconvert import MarkdownExporter
    from traitlets.config import Config

    with TemporaryDirectory() as folder:
        # A build does not use the files that Jupyter and IPython keep for a user.
        os.environ.update(
            IPYTHONDIR=folder, JUPYTER_CONFIG_DIR=folder, JUPYTER_DATA_DIR=folder, JUPYTER_RUNTIME_DIR=folder
        )
        for path in sorted(NOTEBOOKS.glob("*.ipynb")):
            notebook = nbformat.read(path, as_version=4)
            wires = Config({"KernelManager": {"transport": "ipc", "ip": f"{folder}/{path.stem}"}})
            place = {"metadata": {"path": str(NOTEBOOKS)}}
            NotebookClient(notebook, config=wires, timeout=SECONDS, resources=place).execute()
            resources = {"unique_key": path.stem, "output_files_dir": f"{path.stem}_files"}
            text, made = MarkdownExporter().from_notebook_node(notebook, resources)
            said = f"This page is the notebook `docs/notebooks/{path.name}`, run when the site was built."
            title, _, rest = text.lstrip().partition("\n")
            files.append(File.generated(config, f"notebooks/{path.stem}.md", content=f"{title}\n\n*{said}*\n\n{rest}"))
            for name, data in made["outputs"].items():
                files.append(File.generated(config, f"notebooks/{name}", content=data))
    return files
