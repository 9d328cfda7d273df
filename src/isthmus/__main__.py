"""``python -m isthmus``: the command line, if the command ``isthmus`` is not on the path."""

from __future__ import annotations

from isthmus.cli.main import main

if __name__ == "__main__":
    main()
