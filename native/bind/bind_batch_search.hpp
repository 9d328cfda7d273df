// Searches in environments for Python: `_native.BatchSearch`.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "bind/environment_arrays.hpp"
#include "knowledge/tuning.hpp"

namespace isthmus {

// Throws std::invalid_argument for an unknown name, or a number out of range.
inline GumbelOptions search_options(std::map<std::string, double> numbers) {
    Tuning tuning(std::move(numbers));
    GumbelOptions out;
    out.simulations = tuning.count("simulations", out.simulations, 0, 1'000'000);
    out.considered = tuning.count("considered", out.considered, 1, 65535);
    out.value_scale = tuning.number("value_scale", out.value_scale, 0, 1000);
    out.visit_offset = tuning.number("visit_offset", out.visit_offset, 0, 1e6);
    out.explore = tuning.flag("explore", out.explore);
    out.prove = tuning.flag("prove", out.prove);
    out.puct = tuning.flag("puct", out.puct);
    out.exploration = tuning.number("exploration", out.exploration, 0, 1000);
    out.dirichlet_share = tuning.number("dirichlet_share", out.dirichlet_share, 0, 1);
    out.dirichlet_total = tuning.number("dirichlet_total", out.dirichlet_total, 1e-3, 1e6);
    tuning.check();
    return out;
}

// A search and its environments.
struct PythonSearch {
    std::shared_ptr<AnyEnvironments> environments;
    std::unique_ptr<AnyBatchSearch> search;
};

inline void bind_batch_search(nanobind::module_& m, nanobind::class_<AnyEnvironments>& environments) {
    namespace nb = nanobind;
    using namespace nb::literals;
    nb::class_<PythonSearch>(m, "BatchSearch", "A search in each environment.")
        .def("begin",
             [](PythonSearch& s) {
                 const AtWork at_work(*s.environments);
                 interpreter::long_work(nb::find(s), [&] { return s.search->begin(), 0; });
             })
        .def(
            "gather",
            [](PythonSearch& s, EnvironmentArray<std::uint8_t, 4> obs) {
                const auto [planes, rows, columns, actions] = s.environments->shape();
                check_shape<4>(obs, {s.environments->count(), planes, rows, columns}, "obs");
                const AtWork at_work(*s.environments);
                return interpreter::long_work(nb::find(s), [&] { return s.search->gather(obs.data()); });
            },
            "obs"_a.noconvert(), "Writes the positions that need a judgement, and returns their number.")
        .def(
            "scatter",
            [](PythonSearch& s, EnvironmentArray<const float, 2> policy, EnvironmentArray<const float, 1> value) {
                check_shape<2>(policy, {s.search->waiting(), s.environments->shape().actions}, "policy");
                check_shape<1>(value, {s.search->waiting()}, "value");
                const AtWork at_work(*s.environments);
                interpreter::long_work(nb::find(s), [&] { return s.search->scatter(policy.data(), value.data()), 0; });
            },
            "policy"_a.noconvert(), "value"_a.noconvert())
        .def(
            "found",
            [](PythonSearch& s, EnvironmentActions action, EnvironmentArray<float, 1> value,
               EnvironmentArray<bool, 1> certain, EnvironmentArray<float, 2> policy,
               EnvironmentArray<std::int32_t, 2> visits) {
                const int count = s.environments->count(), actions = s.environments->shape().actions;
                check_shape<1>(action, {count}, "action");
                check_shape<1>(value, {count}, "value");
                check_shape<1>(certain, {count}, "certain");
                check_shape<2>(policy, {count, actions}, "policy");
                check_shape<2>(visits, {count, actions}, "visits");
                const AtWork at_work(*s.environments);
                s.search->found(action.data(), value.data(), certain.data(), policy.data(), visits.data());
            },
            "action"_a.noconvert(), "value"_a.noconvert(), "certain"_a.noconvert(), "policy"_a.noconvert(),
            "visits"_a.noconvert());
    environments.def(
        "search",
        [](std::shared_ptr<AnyEnvironments> e, std::map<std::string, double> numbers, std::uint64_t seed) {
            auto search = e->search(search_options(std::move(numbers)), seed);
            return std::make_shared<PythonSearch>(PythonSearch{std::move(e), std::move(search)});
        },
        "numbers"_a, "seed"_a,
        "A search in each environment; ValueError for an unknown parameter, or one out of range.");
}

}  // namespace isthmus
