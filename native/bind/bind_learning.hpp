// The functions for learning: games of self-play, and positions as planes.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <variant>

#include "bind/any_game.hpp"
#include "bind/bind_symmetries.hpp"
#include "bind/long_work.hpp"

namespace isthmus {

// A net, or none.
inline NetAndViews net_and_views(const AnyGame& game, std::shared_ptr<Net> net, PythonSymmetries symmetries) {
    return {std::move(net), {}, board_symmetries(std::move(symmetries), game.initial()->cells())};
}

// Copies the floats of a Python buffer. Throws nanobind::value_error unless there are `count` of them, all finite.
inline void copy_floats(nanobind::handle from, std::size_t count, const char* name, float* to) {
    Py_buffer view;
    if (PyObject_GetBuffer(from.ptr(), &view, PyBUF_SIMPLE) != 0) throw nanobind::python_error();
    const bool fits = view.len == static_cast<Py_ssize_t>(count * sizeof(float));
    if (fits) std::memcpy(to, view.buf, count * sizeof(float));
    PyBuffer_Release(&view);
    if (!fits || !std::all_of(to, to + count, [](float number) { return std::isfinite(number); }))
        throw nanobind::value_error((std::string(name) + ": expected finite floats, one for each answer").c_str());
}

// A Python function as a judge of batches. It gets the bytes of the planes and the number of positions, and returns two
// buffers of floats: the policy and the values. The judge may be copied without the lock, but its last copy must be
// destroyed with the lock held.
inline BatchFunction batch_function(nanobind::callable function, const PlaneShape& shape) {
    const auto cells = static_cast<std::size_t>(shape.rows * shape.columns);
    const auto planes = static_cast<std::size_t>(shape.planes) * cells;
    const auto slots = static_cast<std::size_t>(shape.policy_planes) * cells + 2;
    const auto kept = std::make_shared<const nanobind::callable>(std::move(function));
    return [=](const std::uint8_t* from, int count, float* policy, float* values) {
        namespace nb = nanobind;
        const auto positions = static_cast<std::size_t>(count);
        const bool asked = interpreter::with_lock([&] {
            const auto answer = interpreter::call(*kept, nb::make_tuple(nb::bytes(from, positions * planes), count));
            copy_floats(answer[0], positions * slots, "policy", policy);
            copy_floats(answer[1], positions, "values", values);
        });
        if (!asked) throw WorkError("the interpreter is shutting down");
    };
}

// Throws std::invalid_argument for an unknown parameter, or for one out of range.
inline SelfPlayOptions self_play_options(std::map<std::string, double> numbers) {
    Tuning tuning(std::move(numbers));
    SelfPlayOptions out;
    out.at_once = tuning.count("at_once", out.at_once, 1, 4096);
    out.full.simulations = tuning.count("simulations", out.full.simulations, 1, 1'000'000);
    out.full.considered = tuning.count("considered", out.full.considered, 1, 65535);
    out.full.value_scale = tuning.number("value_scale", out.full.value_scale, 0, 1000);
    out.full.visit_offset = tuning.number("visit_offset", out.full.visit_offset, 0, 1e6);
    out.full.prove = tuning.flag("prove", out.full.prove);
    out.fast = tuning.count("fast", out.fast, 0, 1'000'000);
    out.full_share = tuning.number("full_share", out.full_share, 0, 1);
    out.random_steps = tuning.count("random_steps", out.random_steps, 0, 1000);
    out.decided = tuning.number("decided", out.decided, 0, 2);
    out.net_weights = tuning.number("net_weights", out.net_weights, 0, 1);
    out.longest = tuning.count("longest", out.longest, 1, 1'000'000);
    tuning.check();
    return out;
}

template <class T>
nanobind::bytes python_bytes(const std::vector<T>& values) {
    return nanobind::bytes(values.data(), values.size() * sizeof(T));
}

inline nanobind::list python_games(const std::vector<PlayedGame>& games) {
    namespace nb = nanobind;
    nb::list out;
    for (const auto& game : games) {
        nb::list values;
        for (const float value : game.values) values.append(std::isnan(value) ? nb::none() : nb::cast(value));
        nb::dict one;
        one["steps"] = game.steps;
        one["result"] = game.result;
        one["values"] = values;
        one["policy"] = game.policy;
        one["surprise"] = game.surprise;
        out.append(one);
    }
    return out;
}

inline void bind_learning(nanobind::class_<AnyGame>& game) {
    namespace nb = nanobind;
    using namespace nb::literals;
    game.def(
        "self_play",
        [](const AnyGame& g, std::variant<std::shared_ptr<Net>, nb::callable> net, PythonSymmetries symmetries,
           int games, std::uint64_t seed, std::map<std::string, double> numbers, bool knowledge) {
            if (games < 1) throw nb::value_error("games: expected 1 or more");
            auto given = net_and_views(g, nullptr, std::move(symmetries));
            given.knowledge = knowledge;
            if (auto* const function = std::get_if<nb::callable>(&net))
                given.function = batch_function(std::move(*function), g.plane_shape(knowledge));
            else
                given.net = std::get<std::shared_ptr<Net>>(std::move(net));
            const auto options = self_play_options(std::move(numbers));
            const auto played = interpreter::long_work(nb::find(g), [&] {
                return g.self_play(given, games, seed, options, [] { return interpreter::no_signal(); });
            });
            return python_games(played);
        },
        "net"_a, "symmetries"_a, "games"_a, "seed"_a, "numbers"_a, "knowledge"_a = false,
        "Games of a net against itself: for each a dictionary of steps, result, values, policy and surprise. A "
        "function may take the net's place. It gets the bytes of planes [count, planes, rows, columns] and the count, "
        "and returns two buffers of floats: the policy as Net.evaluate orders it, and the values. `knowledge`: the "
        "function sees the planes of knowledge. Whether a net sees them follows from its number of planes.");
    game.def(
        "samples",
        [](const AnyGame& g, const std::vector<StepList>& games,
           const std::vector<std::tuple<int, int, int, std::vector<std::pair<Step, float>>>>& picks,
           PythonSymmetries symmetries, bool knowledge, bool weights) {
            std::vector<Pick> wanted;
            for (const auto& [number, step, view, policy] : picks) wanted.push_back({number, step, view, policy});
            const auto turned = board_symmetries(std::move(symmetries), g.initial()->cells());
            const auto out = interpreter::long_work(
                nb::find(g), [&] { return g.samples(games, wanted, turned, knowledge, weights); });
            return nb::make_tuple(python_bytes(out.planes), python_bytes(out.legal), python_bytes(out.policy),
                                  python_bytes(out.ends), python_bytes(out.side), python_bytes(out.next),
                                  python_bytes(out.weights));
        },
        "games"_a, "picks"_a, "symmetries"_a, "knowledge"_a = false, "weights"_a = false,
        "Positions for training, each (game, step, view, policy), as bytes: planes (u8, 127 for one), legal (u8), "
        "policy (f32), ends (u8), side (u8), next (i32), and, if wanted, the logarithms of the hand-made weights by "
        "slot of the policy (f32).");
}

}  // namespace isthmus
