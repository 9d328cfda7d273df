// Environments for Python: `_native.Environments`.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bind/any_environments.hpp"
#include "bind/any_game.hpp"
#include "bind/bind_batch_search.hpp"
#include "bind/bind_symmetries.hpp"
#include "bind/environment_arrays.hpp"
#include "bind/long_work.hpp"
#include "bind/python_snapshot.hpp"

namespace isthmus {

inline EnvironmentArrays environment_arrays(const AnyEnvironments& environments, const PythonArrays& given) {
    const auto& [obs, mask, reward, terminated, truncated, seat, discount] = given;
    const auto [planes, rows, columns, actions] = environments.shape();
    const int count = environments.count();
    check_shape<4>(obs, {count, planes, rows, columns}, "obs");
    check_shape<2>(mask, {count, actions}, "mask");
    check_shape<2>(reward, {count, 2}, "reward");
    check_shape<1>(terminated, {count}, "terminated");
    check_shape<1>(truncated, {count}, "truncated");
    check_shape<1>(seat, {count}, "seat");
    check_shape<1>(discount, {count}, "discount");
    return {obs.data(),       mask.data(), reward.data(),   terminated.data(),
            truncated.data(), seat.data(), discount.data(), nullptr};
}

inline EnvironmentSettings environment_settings(int count, int threads, int mark, const std::string& autoreset,
                                                bool canonical, bool knowledge, bool skip_forced, int max_steps,
                                                int opening, bool observe) {
    namespace nb = nanobind;
    if (count < 1 || count > 1'000'000) throw nb::value_error("count: expected 1 to 1000000");
    if (threads < 1 || threads > 256) throw nb::value_error("threads: expected 1 to 256");
    if (mark < 1 || mark > 255) throw nb::value_error("mark: expected 1 to 255");
    if (max_steps < 0 || opening < 0) throw nb::value_error("max_steps and opening: expected 0 or more");
    const auto mode = autoreset == "next_step"   ? Autoreset::NextStep
                      : autoreset == "same_step" ? Autoreset::SameStep
                      : autoreset == "disabled"
                          ? Autoreset::Disabled
                          : throw std::invalid_argument("autoreset: expected next_step, same_step or disabled");
    return {count,     threads,   static_cast<std::uint8_t>(mark),
            canonical, knowledge, {mode, skip_forced, max_steps, opening, observe}};
}

inline void check_number(const AnyEnvironments& environments, int i) {
    if (i < 0 || i >= environments.count())
        throw nanobind::index_error(("there is no environment " + std::to_string(i)).c_str());
}
inline void check_actions(const AnyEnvironments& environments, const EnvironmentActions& actions) {
    check_shape<1>(actions, {environments.count()}, "actions");
}

inline void bind_environments(nanobind::module_& m) {
    namespace nb = nanobind;
    using namespace nb::literals;
    nb::class_<AnyEnvironments> environments(m, "Environments",
                                             "Games with the same rules side by side, played one step at a time.");
    environments
        .def(
            "shape",
            [](const AnyEnvironments& e) {
                const auto shape = e.shape();
                return std::tuple(shape.planes, shape.rows, shape.columns, shape.actions);
            },
            "The shape of each observation and the number of actions: (planes, rows, columns, actions).")
        .def("plane_names", &AnyEnvironments::plane_names)
        .def(
            "seed",
            [](AnyEnvironments& e, int i, std::uint64_t seed, std::uint64_t stream) {
                check_number(e, i);
                const AtWork at_work(e);
                e.seed(i, seed, stream);
            },
            "i"_a, "seed"_a, "stream"_a, "Seeds one environment's random numbers.")
        .def(
            "reset",
            [](AnyEnvironments& e, std::optional<EnvironmentArray<bool, 1>> which, const PythonArrays& given) {
                const auto arrays = environment_arrays(e, given);
                if (which) check_shape<1>(*which, {e.count()}, "which");
                const AtWork at_work(e);
                interpreter::long_work(nb::find(e),
                                       [&] { return e.reset(which ? which->data() : nullptr, arrays), 0; });
            },
            "which"_a.none(), "arrays"_a)
        .def(
            "step",
            [](AnyEnvironments& e, EnvironmentActions actions, const PythonArrays& given,
               std::optional<EnvironmentArray<std::uint8_t, 4>> final_obs) {
                auto arrays = environment_arrays(e, given);
                check_actions(e, actions);
                if (final_obs) {
                    const auto [planes, rows, columns, number] = e.shape();
                    check_shape<4>(*final_obs, {e.count(), planes, rows, columns}, "final_obs");
                    arrays.final_obs = final_obs->data();
                }
                const AtWork at_work(e);
                interpreter::long_work(nb::find(e), [&] { return e.step(actions.data(), arrays), 0; });
            },
            "actions"_a.noconvert(), "arrays"_a, "final_obs"_a.none() = nb::none())
        .def(
            "sample",
            [](AnyEnvironments& e, EnvironmentActions actions) {
                check_actions(e, actions);
                const AtWork at_work(e);
                interpreter::long_work(nb::find(e), [&] { return e.sample(actions.data()), 0; });
            },
            "actions"_a.noconvert(), "Uniformly random legal actions.")
        .def(
            "steps_of",
            [](AnyEnvironments& e, EnvironmentActions actions) {
                check_actions(e, actions);
                const AtWork at_work(e);
                return interpreter::long_work(nb::find(e), [&] { return e.steps_of(actions.data()); });
            },
            "actions"_a.noconvert(),
            "The steps that legal actions stand for; -1 where a game has ended and restarts by itself.")
        .def(
            "snapshot",
            [](AnyEnvironments& e, int i) {
                check_number(e, i);
                const AtWork at_work(e);
                return python_snapshot(e.snapshot(i));
            },
            "i"_a)
        .def(
            "put",
            [](AnyEnvironments& e, int i, const PythonSnapshot& given, const PythonArrays& arrays) {
                check_number(e, i);
                const auto into = environment_arrays(e, arrays);
                const auto snapshot = native_snapshot(given);
                const AtWork at_work(e);
                interpreter::long_work(nb::find(e), [&] { return e.put(i, snapshot, into), 0; });
            },
            "i"_a, "snapshot"_a, "arrays"_a, "Continues an environment from a snapshot of its game.");
    bind_batch_search(m, environments);
    m.def(
        "make_environments",
        [](const std::string& id, const std::map<std::string, Parameters::Value>& values, PythonSymmetries symmetries,
           int count, int threads, int mark, const std::string& autoreset, bool canonical, bool knowledge,
           bool skip_forced, int max_steps, int opening, bool observe) {
            const Parameters parameters(values);
            check_parameters(id, parameters);
            const int cells = make_game(id, parameters)->initial()->cells();
            return std::shared_ptr<AnyEnvironments>(
                make_environments(id, parameters, board_symmetries(std::move(symmetries), cells),
                                  environment_settings(count, threads, mark, autoreset, canonical, knowledge,
                                                       skip_forced, max_steps, opening, observe)));
        },
        "id"_a, "values"_a, "symmetries"_a, "count"_a, "threads"_a, "mark"_a, "autoreset"_a, "canonical"_a,
        "knowledge"_a, "skip_forced"_a, "max_steps"_a, "opening"_a, "observe"_a,
        "Environments of the native game of an id.");
}

}  // namespace isthmus
