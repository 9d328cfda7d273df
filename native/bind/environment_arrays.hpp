// The Python arrays that environments write, and the check of their shapes.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include "bind/any_environments.hpp"
#include "bind/long_work.hpp"

namespace isthmus {

template <class T, std::size_t dimensions>
using EnvironmentArray = nanobind::ndarray<T, nanobind::ndim<dimensions>, nanobind::c_contig, nanobind::device::cpu>;
using EnvironmentActions = EnvironmentArray<std::int32_t, 1>;

// The arrays in the order of the fields of EnvironmentArrays, without `final_obs`.
using PythonArrays = std::tuple<EnvironmentArray<std::uint8_t, 4>, EnvironmentArray<std::uint8_t, 2>,
                                EnvironmentArray<float, 2>, EnvironmentArray<bool, 1>, EnvironmentArray<bool, 1>,
                                EnvironmentArray<std::int8_t, 1>, EnvironmentArray<float, 1>>;

// Only one call at a time: a second thread is refused.
class AtWork {
public:
    explicit AtWork(AnyEnvironments& environments) : environments_(environments) {
        const unsigned here = forks + 1;
        unsigned found = 0;
        if (environments_.busy.compare_exchange_strong(found, here)) return;
        throw WorkError(found == here ? "these environments are at work in another thread"
                                      : "these environments were at work when the process forked; make new ones");
    }
    ~AtWork() { environments_.busy = 0; }
    AtWork(const AtWork&) = delete;

private:
    AnyEnvironments& environments_;
};

template <std::size_t dimensions, class T>
void check_shape(const EnvironmentArray<T, dimensions>& array, std::initializer_list<int> wanted, const char* name) {
    std::size_t i = 0;
    for (const int length : wanted)
        if (array.shape(i++) != static_cast<std::size_t>(length))
            throw nanobind::value_error((std::string(name) + ": the shape of the array is wrong").c_str());
}

}  // namespace isthmus
