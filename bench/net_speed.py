"""The cost of a net for each kernel of this machine, compared with ONNX Runtime on the same net.

    python bench/net_speed.py [--shapes 32x4 64x6] [--sizes 11 15] [--batches 1 16] [--rounds 20] [--markdown]

It prints microseconds per position and multiply-adds per second. The nets are random, with 16 planes, the seven taps of
hexagonal boards, and pooling in every second block. The kernels and ONNX Runtime evaluate the same positions on one
thread, in turn; in each round each runs for a millisecond, or for one evaluation if that takes longer. The fastest
round counts, in processor time, so other work on the machine does not matter. ONNX Runtime has its inputs and outputs
bound beforehand. Its graph (nine taps, two of them 0) must agree with the net in floats. Only the multiply-adds of the
seven taps in the trunk are counted. One instruction of AVX-512 VNNI makes 64 of them; --bound measures how many a
second, and needs a C++ compiler.

Needs the packages numpy, onnx and onnxruntime (pip install 'isthmus[bench]').
"""

from __future__ import annotations

import argparse
import logging
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

from isthmus import _native

PLANES = 16
HIDDEN = 32
TAPS = [(-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0)]
ROUND_SECONDS = 0.001
BOUND = """
#include <immintrin.h>
#include <chrono>
#include <cstdio>
#define EACH(act) act(0) act(1) act(2) act(3) act(4) act(5) act(6) act(7) act(8) act(9) act(10) act(11)
int main() {
#define MAKE(i) __m512i sum##i = _mm512_setzero_si512();
    EACH(MAKE)
    __m512i a = _mm512_set1_epi8(1), b = _mm512_set1_epi8(2);
    double best = 1e9;
    for (int round = 0; round < 300; ++round) {
        const auto began = std::chrono::steady_clock::now();
#define ADD(i) asm volatile("vpdpbusd %2, %1, %0" : "+v"(sum##i) : "v"(a), "v"(b));
        for (int i = 0; i < 10000; ++i) { EACH(ADD) }
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        if (seconds < best) best = seconds;
    }
    std::printf("%f", 12 * 10000 * 64 / best);
}
"""

Tensors = dict[str, np.ndarray[Any, Any]]
Run = Callable[[int], float]
"""The processor time, in seconds, for this many evaluations of the batch."""


def random_net(channels: int, blocks: int) -> tuple[dict[str, Any], Tensors]:
    """An architecture and its tensors."""
    rng = np.random.default_rng(1)
    pooled = [block % 2 == 1 for block in range(blocks)]
    shape = {"planes": PLANES, "channels": channels, "blocks": blocks, "policy_planes": 1, "value_hidden": HIDDEN}
    shape |= {"taps": TAPS, "pooled": pooled}
    sizes: dict[str, tuple[int, ...]] = {"stem": (channels, len(TAPS), PLANES)}
    for block in range(blocks):
        sizes |= {f"block{block}.{name}": (channels, len(TAPS), channels) for name in ("first", "second")}
        if pooled[block]:
            sizes[f"block{block}.pool"] = (channels, 2 * channels)
    sizes |= {"policy": (1, channels), "extras": (2, 2 * channels)}
    sizes |= {"value1": (HIDDEN, 2 * channels), "value2": (1, HIDDEN)}
    tensors: Tensors = {"activations": np.full(1 + 2 * blocks, 4 / 127, np.float32)}
    for name, size in sizes.items():
        weights = rng.normal(0, 1 / np.sqrt(np.prod(size[1:])), size).astype(np.float32)
        tensors[f"{name}.weight"] = weights
        tensors[f"{name}.bias"] = rng.normal(0, 0.1, size[0]).astype(np.float32)
        if weights.ndim == 3:
            unit = (abs(weights).max(axis=(1, 2)) / 127).astype(np.float32)
            tensors[f"{name}.unit"], tensors[f"{name}.offset"] = unit, tensors[f"{name}.bias"]
            tensors[f"{name}.quantised"] = np.rint(weights / unit[:, None, None]).astype(np.int8)
    return shape, tensors


class Graph:
    """The net as an ONNX graph, for one board size."""

    def __init__(self, shape: dict[str, Any], tensors: Tensors, size: int) -> None:
        self.nodes: list[Any] = []
        self.numbers: dict[str, Any] = {}
        self.tensors = tensors
        x = self.add("Relu", self.convolve("planes", "stem"))
        for block, pooled in enumerate(shape["pooled"]):
            h = self.convolve(x, f"block{block}.first")
            if pooled:
                weights = self.number(f"block{block}.pool", tensors[f"block{block}.pool.weight"][:, :, None, None])
                h = self.add("Add", h, self.add("Conv", self.pool(x), weights))
            h = self.convolve(self.add("Relu", h), f"block{block}.second")
            x = self.add("Relu", self.add("Add", x, h))
        self.add("Flatten", self.convolve(x, "policy"), to="policy")
        seen = self.add("Flatten", self.pool(x))
        self.dense(seen, "extras", "extras")
        hidden = self.add("Relu", self.dense(seen, "value1"))
        self.add("Tanh", self.dense(hidden, "value2"), to="value")
        given = [helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["positions", PLANES, size, size])]
        wanted = [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, ["positions", count])
            for name, count in (("value", 1), ("policy", size * size), ("extras", 2))
        ]
        numbers = [numpy_helper.from_array(array, name) for name, array in self.numbers.items()]
        graph = helper.make_graph(self.nodes, "net", given, wanted, numbers)
        self.model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
        onnx.checker.check_model(self.model)

    def add(self, kind: str, *inputs: str, to: str | None = None, **options: Any) -> str:
        """A node; returns the name of its result."""
        to = to or f"{kind}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [to], **options))
        return to

    def number(self, name: str, array: np.ndarray[Any, Any]) -> str:
        """A constant."""
        self.numbers[name] = np.ascontiguousarray(array)
        return name

    def convolve(self, x: str, name: str) -> str:
        """A convolution of seven taps, or of one."""
        weights = self.tensors[f"{name}.weight"]
        if weights.ndim == 2:
            square, border = weights[:, :, None, None], 0
        else:
            square, border = np.zeros((len(weights), weights.shape[2], 3, 3), np.float32), 1
            for tap, (row, column) in enumerate(TAPS):
                square[:, :, row + 1, column + 1] = weights[:, tap]
        parts = self.number(f"{name}.weight", square), self.number(f"{name}.bias", self.tensors[f"{name}.bias"])
        return self.add("Conv", x, *parts, pads=[border] * 4)

    def pool(self, x: str) -> str:
        """The mean and the maximum of each channel."""
        return self.add("Concat", self.add("GlobalAveragePool", x), self.add("GlobalMaxPool", x), axis=1)

    def dense(self, x: str, name: str, to: str | None = None) -> str:
        """A layer of the heads."""
        parts = [self.number(f"{name}.{part}", self.tensors[f"{name}.{part}"]) for part in ("weight", "bias")]
        return self.add("Gemm", x, *parts, to=to, transB=1)


class Positions(CalibrationDataReader):
    """The positions by which ONNX Runtime quantises."""

    def __init__(self, planes: np.ndarray[Any, Any]) -> None:
        self.left = [{"planes": planes}]

    def get_next(self) -> dict[str, Any] | None:  # type: ignore[override]
        """The next batch; None at the end."""
        return self.left.pop() if self.left else None


def session(model: str | bytes) -> onnxruntime.InferenceSession:
    """ONNX Runtime on one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def quantised(model: Any, planes: np.ndarray[Any, Any]) -> onnxruntime.InferenceSession:
    """The same with 8-bit weights, one scale per channel, and 8-bit activations."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "net.onnx", Path(folder) / "quantised.onnx"
        onnx.save(model, source)
        kinds = {"activation_type": QuantType.QUInt8, "weight_type": QuantType.QInt8, "quant_format": QuantFormat.QDQ}
        quantize_static(source, target, Positions(planes), per_channel=True, op_types_to_quantize=["Conv"], **kinds)
        return session(str(target))


def bound_run(made: onnxruntime.InferenceSession, planes: np.ndarray[Any, Any]) -> Run:
    """ONNX Runtime on these positions."""
    binding = made.io_binding()
    binding.bind_cpu_input("planes", planes)
    for wanted in made.get_outputs():
        binding.bind_output(wanted.name, "cpu")

    def run(times: int) -> float:
        began = time.thread_time()
        for _ in range(times):
            made.run_with_iobinding(binding)
        return time.thread_time() - began

    return run


def rivals(channels: int, blocks: int, size: int) -> Iterable[tuple[str, Callable[[Any], Run]]]:
    """The competitors: a name, and a function that evaluates planes of bytes."""
    shape, tensors = random_net(channels, blocks)
    inside = np.ones((size, size), np.uint8)

    def of_kernel(net: _native.Net) -> Callable[[Any], Run]:
        return lambda planes: lambda times: net.measure(planes, inside, times)

    for kernel in _native.net_kernels():
        yield kernel, of_kernel(_native.Net(shape, tensors, kernel=kernel))
    exact = _native.Net(shape, tensors, exact=True)
    yield "floats", of_kernel(exact)
    model = Graph(shape, tensors, size).model
    floats = session(model.SerializeToString())
    planes = random_planes(4, size)
    for (value, policy), *theirs in zip(exact.evaluate(planes, inside), *floats.run(None, real(planes)), strict=True):
        np.testing.assert_allclose([value, *policy], np.concatenate(theirs), atol=2e-4)
    yield "ONNX floats", lambda planes: bound_run(floats, real(planes)["planes"])
    eight = quantised(model, real(random_planes(16, size))["planes"])
    yield "ONNX 8 bits", lambda planes: bound_run(eight, real(planes)["planes"])


def random_planes(positions: int, size: int) -> np.ndarray[Any, Any]:
    """Positions as bytes."""
    return (np.random.default_rng(positions).integers(0, 2, (positions, PLANES, size, size)) * 127).astype(np.uint8)


def real(planes: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
    """The same positions for ONNX."""
    return {"planes": planes.astype(np.float32) / np.float32(127)}


def measure(runs: dict[str, Run], rounds: int) -> dict[str, float]:
    """Seconds per evaluation of the batch, by competitor."""
    times = {name: max(1, int(ROUND_SECONDS / min(run(1) for _ in range(3)))) for name, run in runs.items()}
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(rounds):
        for name, run in runs.items():
            best[name] = min(best[name], run(times[name]) / times[name])
    return best


def instruction_bound() -> float | None:
    """Multiply-adds per second of vpdpbusd alone; None without a compiler or without AVX-512."""
    compiler = shutil.which("c++")
    if compiler is None or "avx512" not in _native.net_kernels():
        return None
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "bound.cpp"
        source.write_text(BOUND, encoding="utf-8")
        subprocess.run([compiler, "-O2", "-mavx512f", "-mavx512vnni", source, "-o", source.with_suffix("")], check=True)
        return float(subprocess.run([source.with_suffix("")], check=True, capture_output=True, text=True).stdout)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shapes", nargs="*", default=["16x2", "16x4", "32x2", "32x4", "64x6"])
    parser.add_argument("--sizes", nargs="*", type=int, default=[11, 15, 17])
    parser.add_argument("--batches", nargs="*", type=int, default=[1, 4, 16])
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--markdown", action="store_true", help="a table for a document")
    parser.add_argument("--bound", action="store_true", help="measure the instruction alone too")
    options = parser.parse_args()
    logging.disable(logging.WARNING)  # of ONNX Runtime, on how to quantise
    if options.bound and (bound := instruction_bound()):
        print(f"vpdpbusd alone: {bound / 1e9:.0f} billion multiply-adds a second\n")
    edge = "| " if options.markdown else ""
    headed = False
    for text in options.shapes:
        channels, blocks = map(int, text.split("x"))
        for size in options.sizes:
            made = dict(rivals(channels, blocks, size))
            if not headed:
                print(edge + " | ".join(["net", "board", "batch", *made, "10⁹ a second"]) + edge.rstrip())
                if options.markdown:
                    print("|---" * (len(made) + 4) + "|")
                headed = True
            work = size * size * len(TAPS) * channels * (PLANES + 2 * blocks * channels)
            for batch in options.batches:
                planes = random_planes(batch, size)
                best = measure({name: rival(planes) for name, rival in made.items()}, options.rounds)
                cells = [f"{1e6 * each / batch:.1f}" for each in best.values()]
                speed = f"{work * batch / next(iter(best.values())) / 1e9:.0f}"
                print(
                    edge + " | ".join([text, f"{size}x{size}", str(batch), *cells, speed]) + edge.rstrip(), flush=True
                )


if __name__ == "__main__":
    main()
