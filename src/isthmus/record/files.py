"""Record files: saved completely or not at all, and readable even if a crash has truncated them."""

from __future__ import annotations

import os
import re
from codecs import BOM_UTF8
from os import PathLike
from pathlib import Path
from tempfile import NamedTemporaryFile

from isthmus.errors import NotationError, expect, quoted
from isthmus.record.lines import format_record, parse_record
from isthmus.record.record import Record

__all__ = ["decode_text", "file_in_the_way", "read_record", "state_folder", "write_record", "write_text"]


def _umask() -> int:
    """The permissions that new files do not get. To read it, one must change it for a moment, for all threads."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


_MASK = _umask()
"""Read when the module is loaded, so that no file that another thread creates later gets other permissions."""


def read_record(source: Path | str, *, lenient: bool = False) -> Record:
    """The record in a file (a Path) or in a text (a string); errors are those of ``parse_record``.

    A file is UTF-8; ``lenient`` also ignores a last line that ends within a character. Raises OSError for a file that
    cannot be opened.

    >>> from isthmus.record import read_record
    >>> record = read_record('''{"format": "isthmus-record", "version": 2, "game": "hex(size=5,pie=0)"}
    ... {"turn": "c3"}
    ... {"turn": "d2"}
    ... ''')
    >>> record.turns
    ('c3', 'd2')
    """
    expect(source, (str, Path), "a path or the text of a record", NotationError)
    if isinstance(source, str):
        if not re.search(r"[\n\[{]|^\s*$", source):
            raise NotationError(f"found {quoted(source)}, expected JSON lines; the name of a file must be a Path")
        return parse_record(source, lenient=lenient)
    return parse_record(decode_text(source.read_bytes(), lenient=lenient), lenient=lenient)


def decode_text(data: bytes, *, lenient: bool = False) -> str:
    """The text of a file in UTF-8, with or without a byte order mark. Raises NotationError with the line of a wrong
    byte.

    ``lenient``: the last line may end within a character.
    """
    data = data.removeprefix(BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        whole, _, last = data.rpartition(b"\n")
        if not lenient or error.start <= len(whole):
            line = data.count(b"\n", 0, error.start) + 1
            raise NotationError(f"line {line}: found the byte {data[error.start]:#04x}, expected UTF-8") from None
        return whole.decode("utf-8") + "\n" + last.decode("utf-8", "replace")


def write_record(record: Record, path: Path | str) -> None:
    """Saves a record in a file, which is replaced. After a crash the file has either the old or the new record.

    Raises OSError if the folder cannot be written; then the old file is unchanged.

    >>> import isthmus, tempfile
    >>> from pathlib import Path
    >>> from isthmus.record import Record, read_record, write_record
    >>> path = Path(tempfile.mkdtemp(), "game.jsonl")
    >>> write_record(Record.of_turns(isthmus.game("hex", size=5, pie=0), ["c3"]), path)
    >>> read_record(path).turns
    ('c3',)
    """
    expect(path, (str, PathLike), "a path", NotationError)
    write_text(format_record(record), Path(path))


def write_text(text: str, path: Path) -> None:
    """Writes a file as ``write_bytes`` does, as UTF-8."""
    write_bytes(text.encode(), path)


def write_bytes(data: bytes, path: Path) -> None:
    """Writes a file as ``write_record`` does. The target of a link is replaced but keeps its permissions."""
    path = path.resolve()
    with NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}.", suffix=".new", delete=False) as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_MASK)
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def state_folder() -> Path:
    """The default folder for games: $ISTHMUS_HOME, or ``isthmus`` in the XDG state folder."""
    home = os.environ.get("ISTHMUS_HOME")
    if home:
        return Path(home).expanduser()
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "isthmus"


def file_in_the_way(folder: Path) -> Path | None:
    """The file, if any, because of which a folder can neither exist nor be made: its own path or one above it."""
    return next((path for path in (folder, *folder.parents) if path.exists() and not path.is_dir()), None)
