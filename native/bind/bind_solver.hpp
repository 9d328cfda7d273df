// The solver for Python: `_native.solve(state, ...)`.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "bind/any_game.hpp"
#include "bind/bind_symmetries.hpp"
#include "bind/checks.hpp"
#include "bind/long_work.hpp"

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

inline void bind_solver(nanobind::module_& m) {
    namespace nb = nanobind;
    using namespace nb::literals;
    m.def(
        "solve",
        [](const AnyState& state, std::uint64_t nodes, double seconds, std::size_t memory, PythonSymmetries symmetries,
           bool certificates, std::size_t certificate_lines, const nb::object& keep_on,
           std::shared_ptr<const Net> net) {
            const bool asks = is_function(keep_on, "keep_on");
            if (!(seconds > 0)) throw nb::value_error("seconds: expected more than 0");
            check_going_on(state);
            SolveLimits limits{nodes, seconds, memory, certificates, certificate_lines, {}, std::move(net)};
            limits.symmetries = board_symmetries(std::move(symmetries), state.cells());
            const auto asked = [&](const SolveProgress& progress) {
                if (!interpreter::no_signal()) return false;
                bool goes_on = true;
                const auto ask = [&] {
                    goes_on =
                        interpreter::truth(interpreter::call(keep_on, nb::make_tuple(progress.nodes, progress.lines)));
                };
                return (!asks || interpreter::with_lock(ask)) && goes_on;
            };
            const auto answer = interpreter::long_work(nb::find(state), [&] { return state.solve(limits, asked); });
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
        "keep_on"_a.none() = nb::none(), "net"_a.none() = nb::none(),
        "The exact result for the seat to act, in [least, most]. `keep_on(nodes, lines)` is called every few "
        "milliseconds.");
}

}  // namespace isthmus
