"""The file of a net, ``NAME.net``: reading and writing; the architecture and its tensors by name.

The layout (docs/formats.md): the bytes ``ISTHNET1``, a 32-bit little-endian length, a JSON header of that length, then
the tensors, each at a multiple of 64 bytes from the file's start.
"""

from __future__ import annotations

import json
import math
import mmap
import os
import struct
import sys
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from isthmus.errors import SearchError, quoted

__all__ = ["KNOWLEDGE", "NetFile", "NetShape", "net_from", "read_net", "tensor_shapes", "write_net"]

KNOWLEDGE = ("chance", "attention")
"""The last planes of a net with knowledge: the judgement of the game's hand-made evaluator."""

MAGIC = b"ISTHNET1"
FORMAT = 2
"""Files of format 1 have no offsets; the biases take their place."""
ALIGNMENT = 64
LONGEST_HEADER = 1 << 20
LARGEST = {"planes": 256, "channels": 256, "blocks": 64, "policy_planes": 256, "value_hidden": 256}
MOST_TAPS = 9
FARTHEST_TAP = 2
_CODES = {"f32": "f", "i8": "b"}
_BYTES = {"f32": 4, "i8": 1}


@dataclass(frozen=True)
class NetShape:
    """The architecture of a net.

    ``planes`` of the input, ``channels`` of the trunk (a multiple of 16), ``blocks`` of two convolutions,
    ``policy_planes``, ``value_hidden`` units of the value's hidden layer. ``taps`` are the input cells of a
    convolution, as (row, column) relative to the output cell. ``pooled`` says for each block whether it sees the mean
    and maximum over the board. Raises SearchError for a field that is out of range or not of this form.
    """

    planes: int
    channels: int
    blocks: int
    policy_planes: int
    value_hidden: int
    taps: tuple[tuple[int, int], ...]
    pooled: tuple[bool, ...]

    def __post_init__(self) -> None:
        for name, most in LARGEST.items():
            least, found = (0 if name == "blocks" else 1), getattr(self, name)
            what = f"shape: {name}: expected a whole number from {least} to {most}"
            _check(_whole(found, least, most), what, found)
        _check(self.channels % 16 == 0, "shape: channels: expected a multiple of 16", self.channels)
        near = range(-FARTHEST_TAP, FARTHEST_TAP + 1)
        _check(
            0 < len(self.taps) <= MOST_TAPS
            and len(set(self.taps)) == len(self.taps)
            and all(len(tap) == 2 and all(type(part) is int and part in near for part in tap) for tap in self.taps),
            f"shape: taps: expected 1 to {MOST_TAPS} different pairs from -{FARTHEST_TAP} to {FARTHEST_TAP}",
            self.taps,
        )
        _check(
            len(self.pooled) == self.blocks and all(type(pooled) is bool for pooled in self.pooled),
            "shape: pooled: expected true or false for each block",
            self.pooled,
        )

    def convolutions(self) -> Iterator[str]:
        """The names of the convolutions, in the order in which a position goes through them."""
        yield "stem"
        for block in range(self.blocks):
            yield from (f"block{block}.first", f"block{block}.second")


def tensor_shapes(shape: NetShape) -> dict[str, tuple[str, tuple[int, ...]]]:
    """The tensors of a net of this shape by name: the type, ``f32`` or ``i8``, and the lengths.

    ``NAME.weight`` and ``NAME.bias`` are the net. For 8 bits, ``NAME.quantised`` are whole numbers for the weights of a
    convolution, ``NAME.unit`` is the real value of one unit, by output channel, and ``NAME.offset`` takes the place of
    the bias. ``activations`` has for each convolution the real value of one unit of its output (0…127).
    """
    channels, hidden, pooled = shape.channels, shape.value_hidden, 2 * shape.channels
    found: dict[str, tuple[str, tuple[int, ...]]] = {}
    for name in shape.convolutions():
        weights = (channels, len(shape.taps), shape.planes if name == "stem" else channels)
        found[f"{name}.weight"] = ("f32", weights)
        found[f"{name}.bias"] = ("f32", (channels,))
        found[f"{name}.quantised"] = ("i8", weights)
        found[f"{name}.unit"] = found[f"{name}.offset"] = ("f32", (channels,))
    for block, sees_all in enumerate(shape.pooled):
        if sees_all:
            found[f"block{block}.pool.weight"] = ("f32", (channels, pooled))
    heads = {
        "activations": (1 + 2 * shape.blocks,),
        "policy.weight": (shape.policy_planes, channels),
        "policy.bias": (shape.policy_planes,),
        "extras.weight": (2, pooled),
        "extras.bias": (2,),
        "value1.weight": (hidden, pooled),
        "value1.bias": (hidden,),
        "value2.weight": (1, hidden),
        "value2.bias": (1,),
    }
    return found | {name: ("f32", lengths) for name, lengths in heads.items()}


@dataclass(frozen=True)
class NetFile:
    """The content of a net's file.

    ``game`` is the id of its game, ``plane_names`` the names of its planes in order. ``tensors`` are views of the
    file's memory by name, with the types and shapes of ``tensor_shapes``. ``card`` holds facts about the net as JSON:
    its origin (data, recipe, figures) and the settings that the engine reads (sizes, auto, parameters, calibration).
    """

    game: str
    shape: NetShape
    plane_names: tuple[str, ...]
    tensors: Mapping[str, memoryview[Any]] = field(repr=False, compare=False)
    card: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def knowledge(self) -> bool:
        """Whether the net also sees the judgement of the hand-made evaluator."""
        return self.plane_names[-len(KNOWLEDGE) :] == KNOWLEDGE


def read_net(path: Path | str) -> NetFile:
    """The net of a file, which stays mapped into memory while one of its tensors is in use.

    Raises SearchError if the file is not a net, is damaged or cut off, or does not fit its shape; OSError if it cannot
    be opened.
    """
    with Path(path).open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        memory = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else b"")
    try:
        return net_from(memory)
    except SearchError as error:
        raise SearchError(f"{path}: {error}") from None


def net_from(content: bytes | memoryview) -> NetFile:
    """The net in ``content``, the bytes of a net file. Raises SearchError as ``read_net`` does."""
    if sys.byteorder != "little":
        raise SearchError("nets are kept as little-endian numbers, and this machine is not little-endian")
    return _read(memoryview(content))


def write_net(path: Path | str, net: NetFile) -> None:
    """Write a net. At any moment the path has either the complete new net or its earlier content.

    A tensor can be anything with a buffer of the right type and shape, such as NumPy arrays. Raises SearchError for
    tensors that do not fit the net's shape.
    """
    entries: list[dict[str, Any]] = []
    chunks: list[bytes] = []
    end = 0
    for name, (kind, lengths) in tensor_shapes(net.shape).items():
        if name not in net.tensors:
            raise SearchError(f"the net lacks the tensor {name}")
        view = memoryview(net.tensors[name])
        if view.format != _CODES[kind] or view.shape != lengths:
            raise SearchError(f"{name}: found {view.format} {view.shape}, expected {_CODES[kind]} {lengths}")
        gap = -end % ALIGNMENT
        data = view.tobytes()
        chunks += [bytes(gap), data]
        entries.append({"name": name, "type": kind, "shape": list(lengths), "offset": end + gap})
        end += gap + len(data)
    body = b"".join(chunks)
    path = Path(path)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with draft.open("wb") as file:
        file.write(_header(net, entries, zlib.crc32(body)) + body)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def _header(net: NetFile, entries: Sequence[dict[str, Any]], checksum: int) -> bytes:
    """Everything before the tensors. Offsets count from the file's start, so they depend on the header's length."""
    start = 0
    while True:
        tensors = [entry | {"offset": entry["offset"] + start} for entry in entries]
        about = {
            "format": FORMAT,
            "game": net.game,
            "shape": vars(net.shape),
            "plane_names": net.plane_names,
            "tensors": tensors,
            "checksum": checksum,
            "card": dict(net.card),
        }
        text = json.dumps(about, ensure_ascii=False, separators=(",", ":")).encode()
        whole = len(MAGIC) + 4 + len(text)
        if whole <= start:
            text = text.ljust(start - len(MAGIC) - 4)
            return MAGIC + struct.pack("<I", len(text)) + text
        start = whole + -whole % ALIGNMENT


def _read(memory: memoryview) -> NetFile:
    if memory[: len(MAGIC)] != MAGIC:
        raise SearchError(f"this is not a net; its first bytes are {bytes(memory[: len(MAGIC)])!r}, not {MAGIC!r}")
    start = len(MAGIC) + 4
    length = int.from_bytes(memory[len(MAGIC) : start], "little")
    if length > LONGEST_HEADER or start + length > len(memory):
        raise SearchError(f"the net is cut off or damaged: its header should have {length:,} bytes")
    try:
        header = json.loads(bytes(memory[start : start + length]))
    except (ValueError, RecursionError):
        raise SearchError("the net is damaged: its header is not JSON") from None
    about = _mapping(header, "header")
    if about.get("format") not in (1, FORMAT):
        raise SearchError(f"the net has format {quoted(about.get('format'))}; this version reads 1 and {FORMAT}")
    shape = _shape(_mapping(about.get("shape"), "shape"))
    names, game = about.get("plane_names"), about.get("game")
    if not isinstance(names, list) or len(names) != shape.planes or not all(isinstance(name, str) for name in names):
        raise SearchError(f"plane_names: expected {shape.planes} names; got {quoted(names)}")
    if not isinstance(game, str):
        raise SearchError(f"game: expected the id of a game; got {quoted(game)}")
    tensors, first = _tensors(memory, about.get("tensors"), shape, start + length, old=about["format"] == 1)
    if about.get("checksum") != zlib.crc32(memory[first:]):
        raise SearchError("the net is cut off or damaged: its tensors do not match the checksum in the header")
    card = _mapping(about.get("card"), "card")
    return NetFile(game, shape, tuple(names), MappingProxyType(tensors), MappingProxyType(card))


def _shape(found: dict[str, Any]) -> NetShape:
    expected = {*LARGEST, "taps", "pooled"}
    if set(found) != expected:
        raise SearchError(f"shape: expected {', '.join(sorted(expected))}; got {quoted(sorted(found))}")
    taps, pooled = found["taps"], found["pooled"]
    if not (isinstance(taps, list) and all(isinstance(tap, list) for tap in taps) and isinstance(pooled, list)):
        raise SearchError(f"shape: expected lists for taps and pooled; got {quoted(taps)} and {quoted(pooled)}")
    if any(isinstance(part, list | dict) for tap in taps for part in tap):
        raise SearchError(f"shape: taps: expected pairs of whole numbers; got {quoted(taps)}")
    return NetShape(**(found | {"taps": tuple(tuple(tap) for tap in taps), "pooled": tuple(pooled)}))


def _tensors(
    memory: memoryview, entries: object, shape: NetShape, end: int, *, old: bool
) -> tuple[dict[str, memoryview[Any]], int]:
    """The tensors that the shape requires, and where the first one begins. ``old`` files have format 1."""
    expected = tensor_shapes(shape)
    if old:
        expected = {name: what for name, what in expected.items() if not name.endswith(".offset")}
    if not isinstance(entries, list):
        raise SearchError(f"tensors: expected a list; got {quoted(entries)}")
    tensors: dict[str, memoryview[Any]] = {}
    first = len(memory)
    for found in entries:
        entry = _mapping(found, "tensors")
        name, offset = entry.get("name"), entry.get("offset")
        if not isinstance(name, str) or name not in expected or name in tensors:
            raise SearchError(f"tensors: {quoted(name)} is unknown or listed twice")
        kind, lengths = expected[name]
        if entry.get("type") != kind or entry.get("shape") != list(lengths):
            there = f"{quoted(entry.get('type'))} {quoted(entry.get('shape'))}"
            raise SearchError(f"{name}: found {there}, expected {kind} {list(lengths)}")
        size = math.prod(lengths) * _BYTES[kind]
        if type(offset) is not int or not end <= offset <= len(memory) - size or offset % ALIGNMENT:
            raise SearchError(
                f"{name}: the net is cut off or damaged; its file of {len(memory)} bytes should have {size} more from "
                f"offset {quoted(offset)}, a multiple of {ALIGNMENT}"
            )
        part = memory[offset : offset + size]
        tensors[name] = part.cast("f", lengths) if kind == "f32" else part.cast("b", lengths)
        first = min(first, offset)
    if missing := expected.keys() - tensors.keys():
        raise SearchError(f"the net lacks the tensor {min(missing)}")
    if old:
        tensors |= {f"{name}.offset": tensors[f"{name}.bias"] for name in shape.convolutions()}
    return tensors, first


def _mapping(found: object, what: str) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise SearchError(f"{what}: expected a JSON object; got {quoted(found)}")
    return found


def _whole(found: object, least: int, most: int) -> bool:
    return type(found) is int and least <= found <= most


def _check(fine: bool, what: str, found: object) -> None:
    if not fine:
        raise SearchError(f"{what}; got {quoted(found)}")
