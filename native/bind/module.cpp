// The Python module isthmus._native: games and states behind coarse calls. Calls that may take long release the
// interpreter lock.
#include <nanobind/nanobind.h>
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
#include "bind/bind_environments.hpp"
#include "bind/bind_learning.hpp"
#include "bind/bind_net.hpp"
#include "bind/bind_solver.hpp"
#include "bind/bind_symmetries.hpp"
#include "bind/busy.hpp"
#include "bind/checks.hpp"
#include "bind/long_work.hpp"
#include "bind/python_snapshot.hpp"
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

constexpr int most_threads = 256;
constexpr int deepest_perft = 300;  // each step is a level of the stack

// May be called as often as you like; it checks for signals every few milliseconds. False once the interpreter ends.
class Tick {
public:
    bool operator()() {
        if (++asked_ % 16) return true;
        const auto now = std::chrono::steady_clock::now();
        if (now - looked_ < std::chrono::milliseconds(10)) return true;
        looked_ = now;
        return interpreter::no_signal();
    }

private:
    unsigned asked_ = 0;
    std::chrono::steady_clock::time_point looked_ = std::chrono::steady_clock::now();
};

nb::object python_outcome(const std::optional<Outcome>& outcome) {
    if (!outcome) return nb::none();
    return nb::make_tuple(outcome->reason, outcome->winner ? nb::cast(index(*outcome->winner)) : nb::none(),
                          outcome->score ? nb::cast(*outcome->score) : nb::none());
}

nb::tuple python_steps(const std::vector<Step>& steps) { return nb::tuple(nb::cast(steps)); }

// One tuple per turn: (steps, visits, value, prior, proof, variation), the best turn first.
nb::dict python_report(const SearchReport& report, double seconds) {
    nb::list turns;
    for (const auto& turn : report.turns) {
        nb::list variation;
        for (const auto& next : turn.variation) variation.append(python_steps(next));
        turns.append(nb::make_tuple(python_steps(turn.steps), turn.visits, turn.value, turn.prior,
                                    static_cast<int>(turn.proof), variation));
    }
    nb::dict out;
    out["turns"] = turns;
    out["value"] = report.value;
    out["proof"] = static_cast<int>(report.proof);
    out["simulations"] = report.simulations;
    out["nodes"] = report.nodes;
    out["depth"] = report.depth;
    out["seconds"] = seconds;
    out["theory"] = nb::none();
    if (report.theory)
        out["theory"] = nb::make_tuple(index(report.theory->winner), report.theory->trees[0], report.theory->trees[1]);
    return out;
}

nb::dict python_search(AnySearcher& searcher, const AnyState& state, std::uint64_t simulations, double seconds,
                       int threads, const nb::object& stop, const nb::object& on_report, double report_every) {
    using Clock = std::chrono::steady_clock;
    const auto began = Clock::now();
    const auto since = [](Clock::time_point then) {
        return std::chrono::duration<double>(Clock::now() - then).count();
    };
    const bool stops = is_function(stop, "stop"), reports = is_function(on_report, "on_report");
    if (simulations < 1) throw nb::value_error("simulations: expected 1 or more");
    if (!(seconds > 0)) throw nb::value_error("seconds: expected more than 0");
    if (threads < 1 || threads > most_threads) throw nb::value_error("threads: expected 1 to 256");
    if (!(report_every >= 0)) throw nb::value_error("report_every: expected 0 or more");
    check_going_on(state);
    Busy busy(searcher);
    auto reported = began;
    std::optional<nb::python_error> interrupt;
    const auto keep_on = [&](const std::function<SearchReport()>& report) {
        try {
            if (!interpreter::no_signal()) return false;
        } catch (nb::python_error& raised) {
            return interrupt.emplace(std::move(raised)), false;
        }
        if (reports && since(reported) >= report_every) {
            const auto found = report();
            const bool told = interpreter::with_lock(
                [&] { interpreter::call(on_report, nb::make_tuple(python_report(found, since(began)))); });
            if (!told) return false;
            reported = Clock::now();
        }
        bool stopped = false;
        if (stops &&
            !interpreter::with_lock([&] { stopped = interpreter::truth(interpreter::call(stop, nb::make_tuple())); }))
            return false;
        return !stopped;
    };
    const auto found = interpreter::long_work(nb::make_tuple(nb::find(searcher), nb::find(state)), [&] {
        try {
            return searcher.search(state, {simulations, seconds, threads}, keep_on);
        } catch (const Forked& error) {
            busy.stay();
            throw WorkError(error.what());
        }
    });
    auto out = python_report(found, since(began));
    out["interrupt"] = interrupt ? nb::borrow(interrupt->value()) : nb::object(nb::none());
    return out;
}

// One dictionary per contest. Values for each side are pairs (black, white), by cell.
nb::list python_flow(const FlowMap& map) {
    nb::list contests;
    for (const auto& contest : map) {
        const auto& [black, white] = contest.sides;
        nb::dict out;
        out["ahead"] = contest.ahead;
        out["scale"] = contest.scale;
        out["resistance"] = nb::make_tuple(black.resistance, white.resistance);
        out["current"] = nb::make_tuple(black.current, white.current);
        out["power"] = nb::make_tuple(black.power, white.power);
        out["entering"] = nb::make_tuple(black.entering, white.entering);
        out["leaving"] = nb::make_tuple(black.leaving, white.leaving);
        out["with_stone"] = nb::make_tuple(contest.with_stone[0], contest.with_stone[1]);
        contests.append(out);
    }
    return contests;
}

void bind_searcher(nb::module_& m) {
    nb::class_<AnySearcher>(m, "Searcher", "An engine for one game; keeps its tree from search to search.")
        .def("search", &python_search, "state"_a, "simulations"_a, "seconds"_a, "threads"_a = 1,
             "stop"_a.none() = nb::none(), "on_report"_a.none() = nb::none(), "report_every"_a = 0.25,
             "Searches from a state; only one search at a time, else WorkError. `stop()` is called every 10 ms; true "
             "ends the search.")
        .def(
            "clear",
            [](AnySearcher& searcher) {
                const Busy busy(searcher);
                searcher.clear();
            },
            "Forgets all results.")
        .def(
            "land",
            [](const AnySearcher& searcher, const AnyState& state, int playouts, std::uint64_t seed) -> nb::object {
                if (playouts < 1) throw nb::value_error("playouts: expected 1 or more");
                const auto found = interpreter::long_work(nb::make_tuple(nb::find(searcher), nb::find(state)),
                                                          [&] { return searcher.land(state, playouts, seed, Tick()); });
                if (!found) return nb::none();
                return nb::make_tuple(found->owner, found->margin);
            },
            "state"_a, "playouts"_a, "seed"_a, "Owners of points and margin by playouts; None without land.")
        .def(
            "flow",
            [](const AnySearcher& searcher, const AnyState& state, bool with_stone) -> nb::object {
                const auto found = interpreter::long_work(nb::make_tuple(nb::find(searcher), nb::find(state)),
                                                          [&] { return searcher.flow(state, with_stone); });
                if (!found) return nb::none();
                return python_flow(*found);
            },
            "state"_a, "with_stone"_a, "The currents of each contest; None in games without them.")
        .def("numbers", &AnySearcher::numbers, "The engine's parameters by name, with their default values.");
}

void bind_state(nb::module_& m) {
    nb::class_<AnyState>(m, "State", "A state of a native game; immutable.")
        .def("to_act",
             [](const AnyState& s) {
                 const auto act = s.to_act();
                 return std::tuple(index(act.seat), index(act.side), std::string(act.phase), act.may_stop);
             })
        .def("steps", &AnyState::steps, "The legal steps, ascending.")
        .def("unfinished", &AnyState::unfinished, "The legal steps that leave the turn unfinished, ascending.")
        .def(
            "apply",
            [](const AnyState& s, int step) {
                if (step < 0 || step > 0xFFFF || !s.legal(static_cast<Step>(step)))
                    throw nb::value_error("not a legal step here");
                return std::const_pointer_cast<AnyState>(s.apply(static_cast<Step>(step)));
            },
            "step"_a, "The state after a legal step; ValueError for an illegal one.")
        .def("outcome", [](const AnyState& s) { return python_outcome(s.outcome()); })
        .def("mid_turn", &AnyState::mid_turn, "A turn has begun and is not finished.")
        .def("key", &AnyState::key)
        .def("turns",
             [](const AnyState& s) {
                 const auto found = interpreter::long_work(nb::find(s), [&] { return s.turns(); });
                 nb::list turns;
                 for (const auto& steps : found) turns.append(python_steps(steps));
                 return turns;
             })
        .def("snapshot", [](const AnyState& s) { return python_snapshot(s.snapshot()); })
        .def(
            "perft",
            [](const AnyState& s, int depth, bool by_turns) {
                if (depth < 0 || depth > deepest_perft) throw nb::value_error("depth: expected a number from 0 to 300");
                return interpreter::long_work(nb::find(s), [&] {
                    Tick tick;
                    return s.perft(depth, by_turns, [&] {
                        if (!tick()) throw WorkError("the interpreter is shutting down");
                    });
                });
            },
            "depth"_a, "by_turns"_a, "The number of sequences of this many steps, or turns; Ctrl-C ends it.")
        .def(
            "playouts",
            [](const AnyState& s, std::uint64_t games, std::uint64_t seed, bool plain, double seconds) {
                if (!(seconds > 0)) throw nb::value_error("seconds: expected more than 0");
                const auto counts = interpreter::long_work(nb::find(s), [&] {
                    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
                    return s.playouts(games, seed, plain, [&] {
                        return interpreter::no_signal() && std::chrono::steady_clock::now() < end;
                    });
                });
                return std::tuple(counts.games, counts.wins[0], counts.wins[1], counts.steps, counts.seconds);
            },
            "games"_a, "seed"_a, "plain"_a = false, "seconds"_a = 1e9,
            "Random games from here: (games, black wins, white wins, steps, seconds). `plain`: uniform random steps.");
}

void bind_game(nb::module_& m) {
    nb::class_<AnyGame> game(m, "Game", "A native game with its parameters.");
    game.def("initial", [](const AnyGame& g) { return std::const_pointer_cast<AnyState>(g.initial()); })
        .def_prop_ro("num_steps", &AnyGame::num_steps)
        .def_prop_ro("has_flow", &AnyGame::has_flow, "Whether its engine can map currents.")
        .def(
            "plane_shape",
            [](const AnyGame& g, bool knowledge) {
                const auto shape = g.plane_shape(knowledge);
                return std::tuple(shape.planes, shape.policy_planes, shape.rows, shape.columns);
            },
            "knowledge"_a = false,
            "The shape of positions for a learner: (planes, planes of the policy, rows, columns). `knowledge`: with "
            "the "
            "judgement of the hand-made evaluator, as further planes.")
        .def("plane_names", &AnyGame::plane_names, "knowledge"_a = false, "The names of the planes, in order.")
        .def(
            "depict",
            [](const AnyGame& g, const AnyState& state, PythonSymmetries symmetries, int view, int one,
               bool knowledge) {
                if (one < 1 || one > 255) throw nb::value_error("one: expected 1 to 255");
                const auto bytes = g.depict(state, board_symmetries(std::move(symmetries), state.cells()), view,
                                            static_cast<std::uint8_t>(one), knowledge);
                return nb::bytes(bytes.data(), bytes.size());
            },
            "state"_a, "symmetries"_a, "view"_a, "one"_a, "knowledge"_a = false,
            "A state as planes by rows by columns, in one of the views of the side to act; a mark is `one`.")
        .def(
            "policy_slots",
            [](const AnyGame& g, const AnyState& state, PythonSymmetries symmetries, int view) {
                return g.policy_slots(state, board_symmetries(std::move(symmetries), state.cells()), view);
            },
            "state"_a, "symmetries"_a, "view"_a,
            "The policy's slot of each legal step, or -1. Slots are planes by rows by columns, then stop, then pass.")
        .def("log_weights", &AnyGame::log_weights, "state"_a,
             "The logarithms of the hand-made evaluator's weights of the legal steps; 0 for the greatest.")
        .def(
            "restore",
            [](const AnyGame& g, std::vector<Cell> black, std::vector<Cell> white, int side, int opening_turns,
               std::optional<int> first_holds, std::vector<Step> pending, Counters counters) {
                const auto shot = native_snapshot({std::move(black), std::move(white), side, opening_turns, first_holds,
                                                   std::move(pending), std::move(counters)});
                return std::const_pointer_cast<AnyState>(g.restore(shot));
            },
            "black"_a, "white"_a, "side"_a, "opening_turns"_a, "first_holds"_a.none(), "pending"_a, "counters"_a)
        .def(
            "searcher",
            [](const AnyGame& g, const std::string& kind, std::map<std::string, double> numbers, std::uint64_t seed,
               std::shared_ptr<Net> net, PythonSymmetries symmetries) {
                const auto chosen = kind == "full"    ? EngineKind::Full
                                    : kind == "plain" ? EngineKind::Plain
                                                      : throw std::invalid_argument("no engine is called " + kind);
                return g.searcher(chosen, Tuning(std::move(numbers)), seed,
                                  net_and_views(g, std::move(net), std::move(symmetries)));
            },
            "kind"_a, "numbers"_a, "seed"_a, "net"_a.none() = nb::none(), "symmetries"_a = PythonSymmetries(),
            "A new engine, 'full' or 'plain' (UCT); ValueError for an unknown parameter. 'full' may have a net, "
            "which may see positions under the given symmetries.");
    bind_learning(game);
    m.def(
        "make_game",
        [](const std::string& id, const std::map<std::string, Parameters::Value>& values) {
            const Parameters parameters(values);
            check_parameters(id, parameters);
            return std::const_pointer_cast<AnyGame>(make_game(id, parameters));
        },
        "id"_a, "values"_a, "The native game of an id; ValueError for an unknown id or parameter.");
    m.def(
        "game_ids",
        [] {
            std::vector<std::string> ids;
#define ISTHMUS_ID(id, space) ids.emplace_back(id);
            ISTHMUS_GAMES(ISTHMUS_ID)
#undef ISTHMUS_ID
            return ids;
        },
        "The ids of the native games, in order.");
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

// A subinterpreter is refused before nanobind begins there. nanobind has one state per process, which would then belong
// to the subinterpreter. So the function from NB_MODULE has another name, and PyInit__native checks first.
#define PyInit__native isthmus_begin_native
NB_MODULE(_native, m) {
    nb::set_leak_warnings(false);  // games in module globals outlive the module; this is not a leak
    m.doc() = "The native core of Isthmus; use it through the package isthmus.";
    isthmus::interpreter::begin();
    // No thread could be started, a searcher is busy, or the process forked during a search.
    nb::exception<isthmus::WorkError>(m, "WorkError", PyExc_RuntimeError);
    isthmus::bind_state(m);
    isthmus::bind_searcher(m);
    isthmus::bind_game(m);
    isthmus::bind_environments(m);
    isthmus::bind_solver(m);
    isthmus::bind_net(m);
    isthmus::bind_build(m);
}
#undef PyInit__native

extern "C" NB_EXPORT PyObject* PyInit__native(void) {
    if (PyInterpreterState_Get() == PyInterpreterState_Main()) return isthmus_begin_native();
    PyErr_SetString(PyExc_ImportError,
                    "isthmus works only in the main interpreter of a process, not in a subinterpreter");
    return nullptr;
}
