"""A failing disk under SQLite, inside this process: failing writes and syncs, and power failures.

Every file that SQLite opens from now on gets our functions for writing, truncating and syncing instead of SQLite's
(``sqlite3_io_methods``, https://www.sqlite.org/c3ref/io_methods.html). They can fail as a disk does. They keep a copy
of each file at its last sync, which is the worst case after a power failure.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FULL, READONLY, IOERR_WRITE, IOERR_FSYNC = 13, 8, 778, 1034
"""Result codes of SQLite, from its documentation."""

_Pointer = ctypes.c_void_p
_Open = ctypes.CFUNCTYPE(ctypes.c_int, _Pointer, _Pointer, _Pointer, ctypes.c_int, _Pointer)
_Write = ctypes.CFUNCTYPE(ctypes.c_int, _Pointer, _Pointer, ctypes.c_int, ctypes.c_int64)
_Truncate = ctypes.CFUNCTYPE(ctypes.c_int, _Pointer, ctypes.c_int64)
_Sync = ctypes.CFUNCTYPE(ctypes.c_int, _Pointer, ctypes.c_int)


class _System(ctypes.Structure):
    """``sqlite3_vfs``, up to the function that opens files."""

    _fields_ = (
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", _Pointer),
        ("name", ctypes.c_char_p),
        ("data", _Pointer),
        ("open", _Pointer),
    )


class _Methods(ctypes.Structure):
    """``sqlite3_io_methods`` of version 3."""

    _fields_ = (
        ("version", ctypes.c_int),
        *((name, _Pointer) for name in ("close", "read", "write", "truncate", "sync")),
        *((f"method_{number}", _Pointer) for number in range(13)),
    )


class Disk:
    """The disk under SQLite's files in one folder. ``count`` is the number of their writes and syncs since the last
    change.

    The lock files are on another disk.
    """

    def __init__(self, folder: Path) -> None:
        self.count = {"write": 0, "sync": 0}
        self._folder = folder
        self._synced: dict[Path, bytes] = {}
        self._fails: dict[str, tuple[int, int]] = {}
        self._power_until: int | None = None
        self._longest: int | None = None
        self._paths: dict[int, Path] = {}
        self._made: dict[int, _Methods] = {}
        self._kept: list[object] = []

    # What a test does ----------------------------------------------------------------------------------------------
    def fail(self, kind: str, result: int, nth: int = 1) -> None:
        """From the ``nth`` write or sync (``kind``) on, all of them fail."""
        self.mend()
        self._fails = {kind: (nth, result)}

    def fill(self, room: int) -> None:
        """The disk is full: no file may become longer than the longest one is now, plus this many bytes."""
        self.mend()
        self._longest = room + max(path.stat().st_size for path in self._paths.values() if path.exists())

    def cut_power(self, nth: int) -> None:
        """From the ``nth`` write or sync on, nothing reaches the disk. If that one is a write, half of it does."""
        self.mend()
        self._power_until = nth

    def mend(self) -> None:
        """Everything works again."""
        self.count, self._fails = {"write": 0, "sync": 0}, {}
        self._power_until = self._longest = None

    def as_it_was_synced(self, folder: Path) -> Path:
        """A folder with every file as it was at its last sync, the worst case after a power failure. Deleted files are
        gone, because SQLite syncs the folder when it begins its log, after the last deletion.
        """
        folder.mkdir()
        for path, content in self._synced.items():
            if path.exists():
                (folder / path.name).write_bytes(content)
        return folder

    def as_it_was_written(self, folder: Path) -> Path:
        """A folder with every file as it is now, except the index of the log, which is only in memory."""
        return Path(shutil.copytree(self._folder, folder, ignore=shutil.ignore_patterns("*-shm", "*.lock*")))

    # What SQLite calls ---------------------------------------------------------------------------------------------
    def opened(self, file: int, path: Path) -> None:
        """Called when a file was opened. ``file`` is the address of its ``sqlite3_file``."""
        if path.parent != self._folder or ".lock" in path.name:
            return
        self._paths[file] = path
        place = ctypes.cast(file, ctypes.POINTER(_Pointer))
        original = place[0]
        if original is None:
            return
        if original not in self._made:
            self._made[original] = self._wrapped(_Methods.from_address(original))
        place[0] = ctypes.addressof(self._made[original])

    def _wrapped(self, original: _Methods) -> _Methods:
        write_there, sync_there = _Write(original.write), _Sync(original.sync)

        def write(file: int, content: int, size: int, offset: int) -> int:
            if self._longest is not None and offset + size > self._longest:
                return FULL
            if result := self._fault("write"):
                if sum(self.count.values()) == self._power_until:
                    write_there(file, content, size // 2, offset)
                return result
            return int(write_there(file, content, size, offset))

        def sync(file: int, flags: int) -> int:
            if result := self._fault("sync"):
                return result
            done = int(sync_there(file, flags))
            if (path := self._paths[file]).exists():
                self._synced[path] = path.read_bytes()
            return done

        made = _Methods.from_buffer_copy(original)
        for name, function in (("write", _Write(write)), ("sync", _Sync(sync))):
            self._kept.append(function)
            setattr(made, name, ctypes.cast(function, _Pointer))
        return made

    def _fault(self, kind: str) -> int:
        """The result code with which this write or sync fails, or 0 if it succeeds."""
        self.count[kind] += 1
        if self._power_until is not None:
            return IOERR_WRITE if sum(self.count.values()) >= self._power_until else 0
        nth, result = self._fails.get(kind, (0, 0))
        return result if nth and self.count[kind] >= nth else 0


@contextmanager
def failing_disk(folder: Path) -> Iterator[Disk]:
    """A disk under those of SQLite's files in a folder that are opened inside the block. It works until a test makes it
    fail."""
    library = ctypes.CDLL(_sqlite3.__file__)  # with everything that it was linked to
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_System)
    system = library.sqlite3_vfs_find(None).contents
    original, disk = system.open, Disk(folder)
    open_there = _Open(original)

    def opening(vfs: int, name: int | None, file: int, flags: int, given: int | None) -> int:
        # SQLite keeps using the name at this address, so it must not get a copy.
        result = int(open_there(vfs, name, file, flags, given))
        if result == 0 and name:
            disk.opened(file, Path(ctypes.string_at(name).decode()))
        return result

    ours = _Open(opening)
    system.open = ctypes.cast(ours, _Pointer)
    try:
        yield disk
    finally:
        system.open = original
