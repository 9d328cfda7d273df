// Learned nets for Python: `_native.Net`, `_native.net_kernels()`.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <ctime>

#include "bind/long_work.hpp"
#include "knowledge/net/net.hpp"

namespace isthmus {

// A dict with the items of any mapping.
inline nanobind::dict python_dict(nanobind::handle mapping) {
    auto* const type = reinterpret_cast<PyObject*>(&PyDict_Type);
    PyObject* const made = PyObject_CallFunctionObjArgs(type, mapping.ptr(), nullptr);
    if (!made) throw nanobind::python_error();
    return nanobind::steal<nanobind::dict>(made);
}

// One value of an architecture, by its name.
template <class T>
T net_shape_part(const nanobind::dict& shape, const char* name) {
    if (!shape.contains(name)) throw nanobind::key_error((std::string("shape: missing: ") + name).c_str());
    T out;
    if (!nanobind::try_cast<T>(shape[name], out))
        throw nanobind::type_error((std::string("shape: wrong type: ") + name).c_str());
    return out;
}

inline NetShape net_shape(nanobind::handle given) {
    const auto shape = python_dict(given);
    using Taps = std::vector<std::pair<int, int>>;
    return {net_shape_part<int>(shape, "planes"),
            net_shape_part<int>(shape, "channels"),
            net_shape_part<int>(shape, "blocks"),
            net_shape_part<int>(shape, "policy_planes"),
            net_shape_part<int>(shape, "value_hidden"),
            net_shape_part<Taps>(shape, "taps"),
            net_shape_part<std::vector<bool>>(shape, "pooled")};
}

// The bytes of Python objects. They stay valid as long as this object lives.
class NetTensors {
public:
    explicit NetTensors(nanobind::handle given) : NetTensors() {  // complete from here on: the destructor releases
        const auto tensors = python_dict(given);
        views_.reserve(tensors.size());
        for (const auto& [name, tensor] : tensors) {
            Py_buffer view;
            if (PyObject_GetBuffer(tensor.ptr(), &view, PyBUF_SIMPLE) != 0) throw nanobind::python_error();
            views_.push_back(view);
            bytes_[nanobind::cast<std::string>(name)] = {static_cast<const std::byte*>(view.buf),
                                                         static_cast<std::size_t>(view.len)};
        }
    }
    NetTensors(const NetTensors&) = delete;
    ~NetTensors() {
        for (auto& view : views_) PyBuffer_Release(&view);
    }

    const Net::Tensors& bytes() const { return bytes_; }

private:
    NetTensors() = default;

    std::vector<Py_buffer> views_;
    Net::Tensors bytes_;
};

using NetPlanes = nanobind::ndarray<const std::uint8_t, nanobind::ndim<4>, nanobind::c_contig, nanobind::device::cpu>;
using NetInside = nanobind::ndarray<const std::uint8_t, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;

// Positions as Python gives them.
class NetBatch {
public:
    NetBatch(const Net& net, NetPlanes planes, NetInside inside) : planes_(std::move(planes)) {
        const std::size_t rows = inside.shape(0), columns = inside.shape(1);
        board.rows = static_cast<int>(std::min<std::size_t>(rows, 1 << 20));
        board.columns = static_cast<int>(std::min<std::size_t>(columns, 1 << 20));
        board.inside.assign(inside.data(), inside.data() + rows * columns);
        if (planes_.shape(1) != static_cast<std::size_t>(net.shape().planes) || planes_.shape(2) != rows ||
            planes_.shape(3) != columns)
            throw nanobind::value_error("planes: expected [positions, planes of the net, rows, columns of the board]");
        const auto* const end = planes_.data() + planes_.size();
        if (std::find_if(planes_.data(), end, [](std::uint8_t byte) { return byte > 127; }) != end)
            throw nanobind::value_error("planes: expected numbers from 0 to 127");
    }

    int size() const { return static_cast<int>(planes_.shape(0)); }
    // Gives the planes of a position to a run, without the cells outside the board.
    void put(int position, NetRun& run, int to) const {
        const auto layout = run.layout();
        std::uint8_t* const first = run.clear(to);
        const int cells = board.rows * board.columns, planes = static_cast<int>(planes_.shape(1));
        const std::uint8_t* from = planes_.data() + static_cast<std::ptrdiff_t>(position) * planes * cells;
        for (int plane = 0; plane < planes; ++plane)
            for (int cell = 0; cell < cells; ++cell, ++from)
                if (board.inside[static_cast<std::size_t>(cell)])
                    first[plane * layout.plane + cell / board.columns * layout.row +
                          cell % board.columns * layout.column] = *from;
    }

    NetBoard board;

private:
    NetPlanes planes_;
};

inline double thread_seconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

inline void bind_net(nanobind::module_& m) {
    namespace nb = nanobind;
    using namespace nb::literals;
    using Answers = std::vector<std::pair<float, std::vector<float>>>;
    nb::class_<Net>(m, "Net", "A learned net, packed for a kernel of this machine; immutable.")
        .def(
            "__init__",
            [](Net* self, nb::handle shape, nb::handle tensors, bool exact, const std::string& kernel) {
                new (self) Net(net_shape(shape), NetTensors(tensors).bytes(), exact, kernel);
            },
            "shape"_a, "tensors"_a, "exact"_a = false, "kernel"_a = "best",
            "Its architecture and its tensors by name, as docs/design/0021-learned-evaluators.md lists them. "
            "ValueError if they do not fit. `exact`: in floats instead of bytes. `kernel`: one of net_kernels().")
        .def_prop_ro("kernel", &Net::kernel, "The name of its kernel.")
        .def(
            "evaluate",
            [](nb::handle_t<Net> self, NetPlanes planes, NetInside inside) {
                const Net& net = nb::cast<const Net&>(self);
                const NetBatch batch(net, std::move(planes), std::move(inside));
                return interpreter::long_work(nb::borrow(self), [&] {
                    constexpr int most = 64;
                    Answers out;
                    NetRun run(net, batch.board, most);
                    const int size = net.shape().policy_planes * batch.board.rows * batch.board.columns + 2;
                    for (int begin = 0; begin < batch.size(); begin += most) {
                        if (!interpreter::no_signal()) throw WorkError("the interpreter is shutting down");
                        const int count = std::min(most, batch.size() - begin);
                        for (int i = 0; i < count; ++i) batch.put(begin + i, run, i);
                        run.run(count);
                        for (int i = 0; i < count; ++i)
                            out.emplace_back(run.value(i), std::vector(run.policy(i), run.policy(i) + size));
                    }
                    return out;
                });
            },
            "planes"_a, "inside"_a,
            "Evaluates positions on one board, given as bytes [positions, planes, rows, columns], where 127 means "
            "1. `inside` [rows, columns] is 1 on the board. Returns for each position its value for the side to act, "
            "in [-1, 1], and its policy before the softmax: planes by rows by columns, 0 outside the board, then stop "
            "and pass.")
        .def(
            "measure",
            [](nb::handle_t<Net> self, NetPlanes planes, NetInside inside, int times) {
                const Net& net = nb::cast<const Net&>(self);
                const NetBatch batch(net, std::move(planes), std::move(inside));
                return interpreter::long_work(nb::borrow(self), [&] {
                    NetRun run(net, batch.board, std::max(1, batch.size()));
                    for (int i = 0; i < batch.size(); ++i) batch.put(i, run, i);
                    const double began = thread_seconds();
                    for (int i = 0; i < times && interpreter::no_signal(); ++i) run.run(batch.size());
                    return thread_seconds() - began;
                });
            },
            "planes"_a, "inside"_a, "times"_a,
            "The processor time, in seconds, for evaluating all positions this many times in this thread.");
    m.def("net_kernels", &Net::kernels, "The kernels of this machine, the fastest first.");
}

}  // namespace isthmus
