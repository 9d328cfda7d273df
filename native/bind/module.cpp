// The Python module isthmus._native: games and states behind coarse calls, each with the interpreter lock released
// where it may take long.
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <chrono>

#include "bind/any_game.hpp"
#include "games/all.hpp"

#ifndef ISTHMUS_FLAGS
#define ISTHMUS_FLAGS ""
#endif
#ifndef ISTHMUS_PROFILE
#define ISTHMUS_PROFILE "unknown"
#endif

namespace nb = nanobind;
using namespace nb::literals;

namespace isthmus {
namespace {

using Counters = std::vector<std::pair<std::string, Snapshot::Numbers>>;

std::optional<int> holder(const Opening& opening) {
    return opening.first_holds == Opening::nobody ? std::nullopt : std::optional<int>(opening.first_holds);
}

// Asked during long work: false when a signal (Ctrl-C) waits. The exception is raised once the lock is ours again.
bool no_signal() {
    const nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() == 0) return true;
    throw nb::python_error();
}

nb::object python_outcome(const std::optional<Outcome>& outcome) {
    if (!outcome) return nb::none();
    return nb::make_tuple(outcome->reason, outcome->winner ? nb::cast(index(*outcome->winner)) : nb::none(),
                          outcome->score ? nb::cast(*outcome->score) : nb::none());
}

nb::dict python_report(const SearchReport& report, double seconds) {
    nb::list turns;
    for (const auto& turn : report.turns)
        turns.append(
            nb::make_tuple(nb::tuple(nb::cast(turn.steps)), turn.visits, turn.value, static_cast<int>(turn.proof)));
    nb::list variation;
    for (const auto& turn : report.variation) variation.append(nb::tuple(nb::cast(turn)));
    nb::dict out;
    out["turns"] = turns;
    out["variation"] = variation;
    out["value"] = report.value;
    out["proof"] = static_cast<int>(report.proof);
    out["simulations"] = report.simulations;
    out["nodes"] = report.nodes;
    out["seconds"] = seconds;
    return out;
}

void bind_state(nb::module_& m) {
    nb::class_<AnyState>(m, "State", "A state of a native game; immutable.")
        .def("to_act",
             [](const AnyState& s) {
                 const auto act = s.to_act();
                 return std::tuple(index(act.seat), index(act.side), std::string(act.phase), act.may_stop);
             })
        .def("steps", &AnyState::steps, "The legal steps, ascending.")
        .def(
            "apply",
            [](const AnyState& s, int step) {
                if (step < 0 || step > 0xFFFF || !s.legal(static_cast<Step>(step)))
                    throw nb::value_error("not a legal step here");
                return std::const_pointer_cast<AnyState>(s.apply(static_cast<Step>(step)));
            },
            "step"_a, "The state after a legal step; ValueError for any other.")
        .def("outcome", [](const AnyState& s) { return python_outcome(s.outcome()); })
        .def("mid_turn", &AnyState::mid_turn, "A turn has begun and is not finished.")
        .def("key", &AnyState::key)
        .def("turns",
             [](const AnyState& s) {
                 nb::list turns;
                 for (const auto& steps : s.turns()) turns.append(nb::tuple(nb::cast(steps)));
                 return turns;
             })
        .def("snapshot",
             [](const AnyState& s) {
                 auto shot = s.snapshot();
                 return nb::make_tuple(shot.stones[0], shot.stones[1], index(shot.side),
                                       static_cast<int>(shot.opening.turns), holder(shot.opening), shot.pending,
                                       shot.counters);
             })
        .def(
            "perft",
            [](const AnyState& s, int depth, bool by_turns) {
                if (depth < 0) throw nb::value_error("the depth of a perft is 0 or more");
                const nb::gil_scoped_release released;
                int ticks = 0;
                return s.perft(depth, by_turns, [&] {
                    if (++ticks % 1024 == 0) no_signal();
                });
            },
            "depth"_a, "by_turns"_a, "The sequences of so many steps, or turns; Ctrl-C ends it.")
        .def(
            "playouts",
            [](const AnyState& s, std::uint64_t games, std::uint64_t seed, bool plain, double seconds) {
                PlayoutCounts counts;
                {
                    const nb::gil_scoped_release released;
                    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
                    counts = s.playouts(games, seed, plain,
                                        [&] { return no_signal() && std::chrono::steady_clock::now() < end; });
                }
                return std::tuple(counts.games, counts.wins[0], counts.wins[1], counts.steps, counts.seconds);
            },
            "games"_a, "seed"_a, "plain"_a = false, "seconds"_a = 1e9,
            "Random games from here: (games, black wins, white wins, steps, seconds). `plain`: uniform random steps.")
        .def(
            "search",
            [](const AnyState& s, std::uint64_t simulations, double seconds, std::uint64_t seed,
               const std::function<bool()>& stop, bool plain) {
                SearchReport report;
                const auto began = std::chrono::steady_clock::now();
                {
                    const nb::gil_scoped_release released;
                    report = s.search({simulations, seconds, seed, plain}, [&] {
                        if (!no_signal()) return false;
                        if (!stop) return true;
                        const nb::gil_scoped_acquire held;
                        return !stop();
                    });
                }
                return python_report(report,
                                     std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
            },
            "simulations"_a, "seconds"_a, "seed"_a, "stop"_a.none() = nb::none(), "plain"_a = false,
            "MCTS from here. `stop()` is asked every 10 ms; true ends the search with what it has found.");
}

void bind_game(nb::module_& m) {
    nb::class_<AnyGame>(m, "Game", "A native game with its parameters.")
        .def("initial", [](const AnyGame& g) { return std::const_pointer_cast<AnyState>(g.initial()); })
        .def_prop_ro("num_steps", &AnyGame::num_steps)
        .def(
            "restore",
            [](const AnyGame& g, std::vector<Cell> black, std::vector<Cell> white, int side, int opening_turns,
               std::optional<int> first_holds, std::vector<Step> pending, Counters counters) {
                Snapshot shot;
                shot.stones = {std::move(black), std::move(white)};
                shot.side = static_cast<Side>(side);
                if (opening_turns < 0 || opening_turns > 8) throw nb::value_error("snapshot: no such opening");
                shot.opening = {static_cast<std::uint8_t>(opening_turns),
                                static_cast<std::int8_t>(first_holds.value_or(Opening::nobody))};
                shot.pending = std::move(pending);
                shot.counters = std::move(counters);
                return std::const_pointer_cast<AnyState>(g.restore(shot));
            },
            "black"_a, "white"_a, "side"_a, "opening_turns"_a, "first_holds"_a.none(), "pending"_a, "counters"_a);
    m.def(
        "make_game",
        [](const std::string& id, const std::map<std::string, Parameters::Value>& values) {
            return std::const_pointer_cast<AnyGame>(make_game(id, Parameters(values)));
        },
        "id"_a, "values"_a, "The native game of an id; ValueError if there is none.");
    m.def(
        "game_ids",
        [] {
            std::vector<std::string> ids;
#define ISTHMUS_ID(id, space) ids.emplace_back(id);
            ISTHMUS_GAMES(ISTHMUS_ID)
#undef ISTHMUS_ID
            return ids;
        },
        "The ids of the native games, in their order.");
}

void bind_build(nb::module_& m) {
    m.def(
        "build_info",
        [] {
            nb::dict info;
            info["profile"] = ISTHMUS_PROFILE;
            info["flags"] = ISTHMUS_FLAGS;
#if defined(__clang__)
            info["compiler"] = "clang " __clang_version__;
#elif defined(__GNUC__)
            info["compiler"] = "gcc " __VERSION__;
#else
            info["compiler"] = "unknown";
#endif
#ifdef NDEBUG
            info["assertions"] = false;
#else
            info["assertions"] = true;
#endif
            return info;
        },
        "How this module was built.");
}

}  // namespace
}  // namespace isthmus

NB_MODULE(_native, m) {
    nb::set_leak_warnings(false);  // games in module globals outlive the module; that is no leak
    m.doc() = "The native core of Isthmus; use it through isthmus.rules and isthmus.search.";
    isthmus::bind_state(m);
    isthmus::bind_game(m);
    isthmus::bind_build(m);
}
