"""``python -m isthmus``: the command line, where the command ``isthmus`` itself is not at hand."""

from __future__ import annotations

from isthmus.cli.main import main

if __name__ == "__main__":
    main()
