// The solver for Python: `_native.solve(state, ...)`.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "bind/any_game.hpp"

namespace isthmus {

inline nanobind::list python_certificates(const std::vector<Certificate>& certificates) {
    namespace nb = nanobind;
    nb::list out;
    for (const auto& certificate : certificates) {
        nb::list lines;
        for (const auto& line : certificate.lines) {
            nb::list turns;
            for (const auto& [steps, after] : line.turns)
                turns.append(nb::make_tuple(nb::tuple(nb::cast(steps)), after));
            lines.append(nb::make_tuple(
                line.stones ? nb::object(nb::make_tuple((*line.stones)[0], (*line.stones)[1])) : nb::none(), turns));
        }
        out.append(
            nb::make_tuple(index(certificate.claim.seat), certificate.claim.or_draw, certificate.goes_round, lines));
    }
    return out;
}

// `no_signal`: asked during long work; false or an exception ends it.
inline void bind_solver(nanobind::module_& m, std::function<bool()> no_signal) {
    namespace nb = nanobind;
    using namespace nb::literals;
    m.def(
        "solve",
        [no_signal](const AnyState& state, std::uint64_t nodes, double seconds, std::size_t memory,
                    std::vector<std::pair<std::vector<Cell>, bool>> symmetries, bool certificates,
                    std::size_t certificate_lines, const std::function<bool(std::uint64_t, std::size_t)>& keep_on) {
            if (state.outcome()) throw nb::value_error("the game is over");
            SolveLimits limits{nodes, seconds, memory, certificates, certificate_lines, {}};
            for (auto& [to, swaps] : symmetries) limits.symmetries.push_back({std::move(to), swaps});
            const auto asked = [&](const SolveProgress& progress) {
                if (!no_signal()) return false;
                if (!keep_on) return true;
                const nb::gil_scoped_acquire held;
                return keep_on(progress.nodes, progress.lines);
            };
            SolveAnswer answer;
            {
                const nb::gil_scoped_release released;
                answer = state.solve(limits, asked);
            }
            nb::dict out;
            out["least"] = answer.least;
            out["most"] = answer.most;
            out["turn"] = nb::tuple(nb::cast(answer.turn));
            out["nodes"] = answer.nodes;
            out["seconds"] = answer.seconds;
            out["table"] = answer.table;
            out["certificates"] = python_certificates(answer.certificates);
            return out;
        },
        "state"_a, "nodes"_a, "seconds"_a, "memory"_a, "symmetries"_a, "certificates"_a, "certificate_lines"_a,
        "keep_on"_a.none() = nb::none(),
        "The exact result for the seat that acts, in [least, most]. `keep_on(nodes, lines)` is asked every few "
        "milliseconds.");
}

}  // namespace isthmus
