// Environments<G>: games side by side. An agent sees planes and a mask, and takes one step at a time.
//
//   EnvironmentOptions   the settings that they share
//   EnvironmentArrays    the arrays that they write
//   Environments         the games themselves
//
// Each environment depends only on its seed and its actions, not on its neighbours. This class has no threads: `check`,
// `step` and `reset` take a range of environments, and threads may work on different ranges at the same time.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "rules/environment_view.hpp"
#include "rules/history.hpp"

namespace isthmus {

// When a new game begins after the end of one: at the next step, which ignores its action; in the same step; or only on
// request.
enum class Autoreset { NextStep, SameStep, Disabled };

struct EnvironmentOptions {
    Autoreset autoreset = Autoreset::NextStep;
    bool skip_forced = true;  // if a step is the only legal one, make it at once
    int max_steps = 0;        // a game is cut off after this many actions; 0: never
    int opening = 0;          // the number of uniformly random steps that begin a game
    bool observe = true;      // write planes
};

// Arrays with one row per environment. Only `obs` and `final_obs` may be null.
struct EnvironmentArrays {
    std::uint8_t* obs;
    std::uint8_t* mask;
    float* reward;  // two numbers: for the first and for the second seat
    bool* terminated;
    bool* truncated;
    std::int8_t* seat;  // the seat to act; at the end, the seat that would act
    // 1 if the same seat acts next, -1 if the other does, 0 if the game is over or has just begun.
    float* discount;
    std::uint8_t* final_obs = nullptr;  // with Autoreset::SameStep: the planes of games that have just ended
};

// The stones of both sides, for games whose planes follow from them.
template <class G>
struct Stones {};
template <FillsBoard G>
struct Stones<G> {
    std::remove_cvref_t<decltype(std::declval<G>().points())> of[2];
};

template <Depicts G>
class Environments {
public:
    using State = typename G::State;
    enum class Fault { None, Ended, Illegal };

    // `more` may be null.
    Environments(const G& game, const EnvironmentView<G>& view, const MorePlanes<G>* more,
                 const EnvironmentOptions& options, int count)
        : game_(game), view_(view), more_(more), options_(options), tables_(static_cast<std::size_t>(count)) {}

    int count() const { return static_cast<int>(tables_.size()); }
    const State& state(int i) const { return at(i).state; }
    bool ended(int i) const { return at(i).ended; }
    const EnvironmentView<G>& view() const { return view_; }

    // Seeds one environment's random numbers, which openings and `sample` use.
    void seed(int i, std::uint64_t seed, std::uint64_t stream) { at(i).random = Random(scramble(seed) + stream); }
    // The first environment of a range that cannot take its action, with the reason; otherwise None and the range's
    // end.
    std::pair<Fault, int> check(const std::int32_t* actions, int from, int to) const;
    // Takes actions; they must have passed `check`.
    void step(const std::int32_t* actions, const EnvironmentArrays& arrays, int from, int to);
    // Begins a new game in the environments that `which` marks, or in all if it is null. Shows the others unchanged.
    void reset(const bool* which, const EnvironmentArrays& arrays, int from, int to);
    // Continues an environment from a state in which the game is not over. `past` must own what the state refers to.
    void put(int i, const State& state, std::shared_ptr<const Past> past);
    void show(int i, const EnvironmentArrays& arrays) const { observe(i, at(i), arrays, arrays.obs); }
    // Uniformly random legal actions; 0 if a game has ended.
    void sample(std::int32_t* actions, int from, int to);
    // The step that a legal action means.
    Step step_of(int i, Step action) const { return at(i).meant(view_, game_, action); }
    // The planes of any position of the game, with its legal steps.
    void write(const State& state, const StepList& steps, std::uint8_t* to) const {
        view_.write(state, steps, to);
        if (more_) write_more(state, steps, to);
    }
    // The past to which the state of an environment refers.
    const std::shared_ptr<const Past>& past(int i) const { return at(i).past; }

private:
    struct Table {
        State state{};
        Random random{0};
        std::shared_ptr<const Past> past;  // to which the state refers
        StepList steps;                    // the legal steps, if listed
        std::vector<Step> actions;         // their actions
        Stones<G> pictured;                // the stones in White's picture, if it differs from the board
        bool ended = false;
        bool listed = false;
        int made = 0;  // the number of actions taken

        // The step of a legal action.
        Step meant(const EnvironmentView<G>& view, const G& game, Step action) const {
            if (!listed) return view.step(game.to_act(state).side, action);
            return steps[static_cast<std::size_t>(std::find(actions.begin(), actions.end(), action) - actions.begin())];
        }
    };
    static constexpr int most_tries = 100;  // attempts to find an opening that does not end the game

    Table& at(int i) { return tables_[static_cast<std::size_t>(i)]; }
    const Table& at(int i) const { return tables_[static_cast<std::size_t>(i)]; }

    void begin(Table& table) const;
    void make(Table& table, Step step) const;
    // Makes forced steps, if they are skipped; then lists the legal steps, unless they are exactly the empty points.
    void settle(Table& table) const;
    void picture(Table& table) const;
    auto empty(const Table& table) const
        requires FillsBoard<G>
    {
        return game_.points().minus(table.state.stones[0] | table.state.stones[1]);
    }
    int legal(const Table& table) const;
    Step nth(const Table& table, int n) const;  // as an action
    void list(Table& table) const;
    void observe(int i, const Table& table, const EnvironmentArrays& arrays, std::uint8_t* obs) const;
    void write_more(const State& state, const StepList& steps, std::uint8_t* to) const {
        auto sink = view_.more(game_.to_act(state).side, to);
        more_->write(state, steps, sink);
    }

    const G& game_;
    const EnvironmentView<G>& view_;
    const MorePlanes<G>* more_;
    EnvironmentOptions options_;
    std::vector<Table> tables_;
};

// The bodies ----------------------------------------------------------------------------------------------------------
template <Depicts G>
auto Environments<G>::check(const std::int32_t* actions, int from, int to) const -> std::pair<Fault, int> {
    for (int i = from; i < to; ++i) {
        const Table& table = at(i);
        if (table.ended) {
            if (options_.autoreset == Autoreset::Disabled) return {Fault::Ended, i};
            continue;
        }
        const auto action = actions[i];
        bool legal = action >= 0 && action < view_.actions();
        if (legal && table.listed)
            legal =
                std::find(table.actions.begin(), table.actions.end(), static_cast<Step>(action)) != table.actions.end();
        if constexpr (FillsBoard<G>)
            if (legal && !table.listed) {
                legal = game_.ids().is_cell(static_cast<Step>(action));
                if (legal) {
                    const Step step = view_.step(game_.to_act(table.state).side, static_cast<Step>(action));
                    legal = empty(table).test(game_.grid().point(step));
                }
            }
        if (!legal) return {Fault::Illegal, i};
    }
    return {Fault::None, to};
}

template <Depicts G>
void Environments<G>::step(const std::int32_t* actions, const EnvironmentArrays& arrays, int from, int to) {
    for (int i = from; i < to; ++i) {
        Table& table = at(i);
        float* const reward = arrays.reward + 2 * i;
        reward[0] = reward[1] = 0;
        arrays.terminated[i] = arrays.truncated[i] = false;
        arrays.discount[i] = 0;
        if (table.ended) {
            begin(table);
            observe(i, table, arrays, arrays.obs);
            continue;
        }
        const Seat before = game_.to_act(table.state).seat;
        make(table, table.meant(view_, game_, static_cast<Step>(actions[i])));
        ++table.made;
        settle(table);
        if (game_.over(table.state)) {
            arrays.terminated[i] = table.ended = true;
            if (const auto winner = winning_seat(game_, table.state)) {
                reward[index(*winner)] = 1;
                reward[1 - index(*winner)] = -1;
            }
        } else {
            arrays.discount[i] = game_.to_act(table.state).seat == before ? 1.0f : -1.0f;
            arrays.truncated[i] = table.ended = options_.max_steps && table.made >= options_.max_steps;
        }
        if (table.ended && options_.autoreset == Autoreset::SameStep) {
            if (arrays.final_obs) observe(i, table, arrays, arrays.final_obs);
            begin(table);
        }
        observe(i, table, arrays, arrays.obs);
    }
}

template <Depicts G>
void Environments<G>::reset(const bool* which, const EnvironmentArrays& arrays, int from, int to) {
    for (int i = from; i < to; ++i) {
        Table& table = at(i);
        arrays.reward[2 * i] = arrays.reward[2 * i + 1] = 0;
        arrays.terminated[i] = arrays.truncated[i] = false;
        arrays.discount[i] = 0;
        if (!which || which[i]) begin(table);
        observe(i, table, arrays, arrays.obs);
    }
}

template <Depicts G>
void Environments<G>::put(int i, const State& state, std::shared_ptr<const Past> past) {
    Table& table = at(i);
    table.state = state;
    picture(table);
    table.past = std::move(past);
    table.ended = false;
    table.made = 0;
    settle(table);
}

template <Depicts G>
void Environments<G>::sample(std::int32_t* actions, int from, int to) {
    for (int i = from; i < to; ++i) {
        Table& table = at(i);
        actions[i] = table.ended ? 0 : nth(table, table.random.below(legal(table)));
    }
}

template <Depicts G>
void Environments<G>::begin(Table& table) const {
    for (int tries = 0; tries < most_tries; ++tries) {
        table.state = game_.initial();
        picture(table);
        table.past = nullptr;
        table.ended = false;
        table.made = 0;
        settle(table);
        const int length = tries + 1 < most_tries ? options_.opening : 0;
        for (int made = 0; made < length && !game_.over(table.state); ++made) {
            list(table);
            make(table,
                 table.steps[static_cast<std::size_t>(table.random.below(static_cast<int>(table.steps.size())))]);
            settle(table);
        }
        if (!game_.over(table.state)) return;
    }
}

template <Depicts G>
void Environments<G>::make(Table& table, Step step) const {
    if constexpr (FillsBoard<G>) {
        const Side side = game_.to_act(table.state).side;
        if (view_.turns(Side::White) && game_.ids().is_cell(step))
            table.pictured.of[index(side)].set(view_.turned_point(Side::White, game_.grid().point(step)));
    }
    game_.apply(table.state, step);
    if constexpr (Remembers<G>)
        if (game_.history(table.state).recent() > History::capacity / 2)
            table.past = game_.history(table.state).settle();
}

template <Depicts G>
void Environments<G>::picture([[maybe_unused]] Table& table) const {
    if constexpr (FillsBoard<G>)
        for (int side = 0; side < 2; ++side)
            table.pictured.of[side] = view_.pictured(Side::White, table.state.stones[side]);
}

template <Depicts G>
void Environments<G>::settle(Table& table) const {
    while (true) {
        if constexpr (FillsBoard<G>)
            if (game_.only_empty(table.state)) {
                table.listed = false;
                if (!options_.skip_forced || legal(table) > 1) return;
                make(table, static_cast<Step>(game_.grid().cell(empty(table).first())));
                continue;
            }
        list(table);
        if (!options_.skip_forced || table.steps.size() != 1) return;
        make(table, table.steps.front());
    }
}

template <Depicts G>
void Environments<G>::list(Table& table) const {
    game_.steps(table.state, table.steps);
    table.actions.clear();
    table.listed = true;
    for (const Step step : table.steps) table.actions.push_back(view_.action(table.state, step));
}

template <Depicts G>
int Environments<G>::legal(const Table& table) const {
    if constexpr (FillsBoard<G>)
        if (!table.listed) return empty(table).count();
    return static_cast<int>(table.actions.size());
}

template <Depicts G>
Step Environments<G>::nth(const Table& table, int n) const {
    if constexpr (FillsBoard<G>)
        if (!table.listed) return view_.action(table.state, static_cast<Step>(game_.grid().cell(empty(table).nth(n))));
    return table.actions[static_cast<std::size_t>(n)];
}

template <Depicts G>
void Environments<G>::observe(int i, const Table& table, const EnvironmentArrays& arrays, std::uint8_t* obs) const {
    const auto place = static_cast<std::size_t>(i);
    std::uint8_t* const to = options_.observe ? obs + place * view_.bytes() : nullptr;
    std::uint8_t* const mask = arrays.mask + place * static_cast<std::size_t>(view_.actions());
    arrays.seat[i] = static_cast<std::int8_t>(index(game_.to_act(table.state).seat));
    bool written = false;
    if constexpr (FillsBoard<G>)
        if (!table.listed) {
            const Side side = game_.to_act(table.state).side;
            const auto& stones = view_.turns(side) ? table.pictured.of : table.state.stones;
            view_.write_filling(table.state, stones[index(side)], stones[index(other(side))], to, mask);
            written = true;
        }
    if (!written) {
        view_.write_mask(table.actions, game_.over(table.state), mask);
        if (to) view_.write(table.state, table.steps, to);
    }
    if (!more_ || !to) return;
    StepList steps;
    game_.steps(table.state, steps);
    write_more(table.state, steps, to);
}

}  // namespace isthmus
