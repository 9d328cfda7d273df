// Picks the narrowest bit set that holds a board. The sizes of boards are run-time values.
#pragma once

#include <stdexcept>
#include <type_traits>

namespace isthmus {

namespace detail {
template <int... Widths, class Build>
auto first_width(int points, Build&& build) {
    using Result = std::common_type_t<decltype(build.template operator()<Widths>())...>;
    Result result{};
    const bool found = ((points <= 64 * Widths && (result = build.template operator()<Widths>(), true)) || ...);
    if (!found) throw std::invalid_argument("board too large for the native core");
    return result;
}
}  // namespace detail

// Calls build.template operator()<W>() with the first of the widths (in words, ascending) that has room for the points.
template <int... Widths, class Build>
auto with_width(int points, Build&& build) {
#ifdef ISTHMUS_FEW_WIDTHS  // the sanitizers build slowly, so they get only the narrowest and the widest
    constexpr int widths[] = {Widths...};
    return detail::first_width<widths[0], widths[sizeof...(Widths) - 1]>(points, build);
#else
    return detail::first_width<Widths...>(points, build);
#endif
}

}  // namespace isthmus
