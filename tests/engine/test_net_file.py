"""Files of nets: written nets are read back, and damage gives an error message, never a crash."""

import json
import math
import random
from array import array
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.engine.net_file import NetFile, NetShape, read_net, tensor_shapes, write_net
from isthmus.errors import SearchError

HEX = ((-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0))
SHAPE = NetShape(3, 16, 2, 1, 8, HEX, (False, True))


def some_net(seed: int = 0) -> NetFile:
    choice = random.Random(seed)
    tensors = {}
    for name, (kind, lengths) in tensor_shapes(SHAPE).items():
        numbers = [choice.randint(-127, 127) for _ in range(math.prod(lengths))]
        flat = memoryview(array({"f32": "f", "i8": "b"}[kind], numbers)).cast("B")
        tensors[name] = flat.cast({"f32": "f", "i8": "b"}[kind], lengths)
    return NetFile("hex", SHAPE, ("own", "opponent", "board"), tensors, {"sizes": [5, 11]})


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("nets") / "hex.net"
    write_net(path, some_net())
    return path.read_bytes()


def read_bytes(content: bytes, folder: Path) -> NetFile:
    path = folder / "some.net"
    path.write_bytes(content)
    return read_net(path)


def test_a_net_is_read_back_as_written(whole: bytes, tmp_path: Path) -> None:
    net, expected = read_bytes(whole, tmp_path), some_net()
    assert net == expected
    assert net.card["sizes"] == [5, 11]
    assert {name: view.tolist() for name, view in net.tensors.items()} == {
        name: view.tolist() for name, view in expected.tensors.items()
    }


def test_tensors_are_aligned(whole: bytes) -> None:
    header = whole[12 : 12 + int.from_bytes(whole[8:12], "little")]
    about = json.loads(header)
    assert all(tensor["offset"] % 64 == 0 for tensor in about["tensors"])
    assert (12 + len(header)) % 64 == 0


@given(data=st.data())
def test_damage_is_an_error_or_leaves_the_numbers(
    whole: bytes, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    content = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.one_of(st.integers(0, 1500), st.integers(0, len(content) - 1)))
        content[at] = data.draw(st.integers(0, 255))
    content = content[: data.draw(st.one_of(st.just(len(content)), st.integers(0, len(content))))]
    try:
        net = read_bytes(bytes(content), tmp_path_factory.getbasetemp())
    except SearchError:
        return
    # The damage was in the card or in a name, so the numbers are unchanged.
    assert {name: view.tolist() for name, view in net.tensors.items()} == {
        name: view.tolist() for name, view in some_net().tensors.items()
    }


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b"ISTHNET1", b"ISTHNET2", "not a net"),
        (b'"format":2', b'"format":7', "format 7"),
        (b'"format":2', b'"format":1', "stem.offset' is unknown"),
        (b'"channels":16', b'"channels":17', "multiple of 16"),
        (b'"planes":3', b'"planes":4', "plane_names"),
        (b'"taps":[[-1,0]', b'"taps":[[-9,0]', "taps"),
        (b'"pooled":[false,true]', b'"pooled":[12345,true]', "pooled"),
        (b'"name":"stem.bias"', b'"name":"stem.bins"', "stem.bins"),
        (b'"type":"i8"', b'"type":"u8"', "stem.quantised"),
        (b'"card":{', b'"curd":{', "card"),
    ],
)
def test_errors_say_what_is_wrong(whole: bytes, tmp_path: Path, old: bytes, new: bytes, said: str) -> None:
    assert old in whole
    with pytest.raises(SearchError, match=said):
        read_bytes(whole.replace(old, new, 1), tmp_path)


def test_a_file_of_the_first_format_has_its_biases_as_offsets(whole: bytes, tmp_path: Path) -> None:
    length = int.from_bytes(whole[8:12], "little")
    about = json.loads(whole[12 : 12 + length])
    about["format"] = 1
    about["tensors"] = [tensor for tensor in about["tensors"] if not tensor["name"].endswith(".offset")]
    net = read_bytes(
        whole[:12] + json.dumps(about, separators=(",", ":")).encode().ljust(length) + whole[12 + length :], tmp_path
    )
    for name in SHAPE.convolutions():
        assert net.tensors[f"{name}.offset"] == net.tensors[f"{name}.bias"] == some_net().tensors[f"{name}.bias"]


def test_a_cut_or_empty_file_is_an_error(whole: bytes, tmp_path: Path) -> None:
    for length in (0, 5, 11, 100, len(whole) - 1):
        with pytest.raises(SearchError, match=r"some\.net: "):
            read_bytes(whole[:length], tmp_path)


def test_deep_json_is_an_error(tmp_path: Path) -> None:
    deep = b"[" * 100_000
    with pytest.raises(SearchError, match="not JSON"):
        read_bytes(b"ISTHNET1" + len(deep).to_bytes(4, "little") + deep, tmp_path)


def test_tensors_that_do_not_fit_are_not_written(tmp_path: Path) -> None:
    net = some_net()
    lacking = {name: view for name, view in net.tensors.items() if name != "stem.unit"}
    with pytest.raises(SearchError, match=r"stem\.unit"):
        write_net(tmp_path / "a.net", replace(net, tensors=lacking))
    with pytest.raises(SearchError, match=r"stem\.bias"):
        write_net(tmp_path / "a.net", replace(net, tensors={**net.tensors, "stem.bias": memoryview(b"abc")}))
    assert not list(tmp_path.iterdir())
