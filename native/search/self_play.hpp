// Self-play: a policy and value function plays many games against itself at once, by Gumbel search.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "rules/history.hpp"
#include "search/gumbel.hpp"

namespace isthmus {

struct SelfPlayOptions {
    int at_once = 32;    // games under way, and so positions in a batch
    GumbelOptions full;  // the search of steps whose improved policy is recorded
    int fast = 4;        // simulations of the other steps
    double full_share = 0.5;
    int random_steps = 2;   // the maximum number of uniformly random steps at the start
    double decided = 0.98;  // beyond this root value the rest of the game is played without simulations
    float net_weights = 1;  // the net's share in the weights of steps; the hand-made evaluator has the rest
    int longest = 2000;     // steps; longer games count as draws, unless a result is proved
};

struct PlayedGame {
    StepList steps;
    std::vector<float> values;  // the root's before each step, for Black; NaN where nothing was searched
    std::vector<std::vector<std::pair<Step, float>>> policy;  // of steps with a full search; else empty
    std::vector<float> surprise;  // how far a full search moved the judge's policy, in nats; 0 for the other steps
    float result = 0;             // for Black; a proof takes precedence over the end of the game
};

// A judge of batches: `put` positions in, `run`, then `read` the answers.
template <class J, class G>
concept Judge =
    Game<G> && requires(J& judge, int i, const typename G::State& state, const StepList& steps, Judgement& answer) {
                   { judge.put(i, state, steps) } -> std::same_as<void>;
                   { judge.run(i) } -> std::same_as<void>;
                   { judge.read(i, state, answer) } -> std::same_as<void>;
               };

template <Game G>
class SelfPlay {
public:
    using State = typename G::State;
    using Look = typename GumbelTree<G>::Look;

    // `look` may be null. It is asked only if the options tell searches to prove results.
    SelfPlay(const G& game, const SelfPlayOptions& options, std::uint64_t seed, Look look = nullptr)
        : game_(game), options_(options), seed_(seed), look_(std::move(look)) {}

    // Plays this many games. `keep_on` is asked after each batch; if it returns false, only the finished games are
    // returned.
    template <Judge<G> J>
    std::vector<PlayedGame> play(int games, J& judge, const std::function<bool()>& keep_on) {
        std::vector<Table> tables;
        int begun = 0;
        const auto seat = [&](Table& table) { table.begin(*this, seed_ + static_cast<std::uint64_t>(begun++)); };
        tables.reserve(static_cast<std::size_t>(options_.at_once));
        while (begun < games && static_cast<int>(tables.size()) < options_.at_once) seat(tables.emplace_back(game_));
        std::vector<PlayedGame> played;
        std::vector<Table*> waiting;
        Judgement judgement;
        while (static_cast<int>(played.size()) < games) {
            waiting.clear();
            for (auto& table : tables) {
                while (!table.idle && !table.advance(*this)) {
                    played.push_back(std::move(table.record));
                    table.idle = begun >= games;
                    if (!table.idle) seat(table);
                }
                if (table.idle) continue;
                game_.steps(table.tree.position(), table.legal);
                judge.put(static_cast<int>(waiting.size()), table.tree.position(), table.legal);
                waiting.push_back(&table);
            }
            if (waiting.empty()) break;
            judge.run(static_cast<int>(waiting.size()));
            for (std::size_t i = 0; i < waiting.size(); ++i) {
                auto& tree = waiting[i]->tree;
                const auto& legal = waiting[i]->legal;
                judge.read(static_cast<int>(i), tree.position(), judgement);
                keep(legal, tree.steps(), judgement);
                tree.take(judgement);
            }
            if (!keep_on()) break;
        }
        return played;
    }

private:
    static constexpr float unknown = std::numeric_limits<float>::quiet_NaN();

    // Removes the steps that are not kept from a judgement of all legal steps.
    static void keep(const StepList& legal, const StepList& kept, Judgement& judgement) {
        judgement.kept = 1;
        if (kept.size() == legal.size()) return;
        auto shares = judgement.logits;
        softmax(shares);
        judgement.kept = 0;
        std::size_t to = 0;
        for (std::size_t from = 0; to < kept.size(); ++from) {
            if (legal[from] != kept[to]) continue;
            judgement.logits[to++] = judgement.logits[from];
            judgement.kept += shares[from];
        }
        judgement.logits.resize(kept.size());
    }

    // One game under way. It has its own random numbers, so the other games cannot change it.
    struct Table {
        explicit Table(const G& game) : tree(game) {}

        void begin(const SelfPlay& play, std::uint64_t seed) {
            random = Random(seed);
            record = {};
            pasts.clear();
            state = play.game_.initial();
            searching = idle = decided = false;
            proved.reset();
            StepList steps;
            for (int left = random.below(play.options_.random_steps + 1); left > 0 && !play.game_.over(state); --left) {
                play.game_.steps(state, steps);
                make(play, steps[static_cast<std::size_t>(random.below(static_cast<int>(steps.size())))], unknown);
            }
        }
        // Continues to the next position that needs a judgement; false if the game is over.
        bool advance(const SelfPlay& play) {
            while (true) {
                if (searching) {
                    if (tree.next()) return true;
                    searching = false;
                    if (tree.certain() && !proved) proved = tree.value();
                    decided = proved || std::abs(tree.value()) > play.options_.decided;
                    make(play, tree.best(), tree.value());
                    if (full) record.policy.back() = tree.policy(), record.surprise.back() = tree.surprise();
                }
                if (play.game_.over(state)) {
                    const auto winner = play.game_.outcome(state)->winner;
                    record.result = proved ? *proved : !winner ? 0.0f : *winner == Side::Black ? 1.0f : -1.0f;
                    return false;
                }
                if (static_cast<int>(record.steps.size()) >= play.options_.longest) {
                    record.result = proved.value_or(0.0f);
                    return false;
                }
                StepList steps;
                play.game_.steps(state, steps);
                if (steps.size() == 1) {
                    make(play, steps.front(), unknown);
                    continue;
                }
                full = !decided && random.below(1000) < 1000 * play.options_.full_share;
                auto options = play.options_.full;
                if (!full) options.simulations = decided ? 0 : play.options_.fast;
                if (!full) options.explore = !decided;
                tree.begin(state, options, random, play.look_ ? &play.look_ : nullptr);
                searching = true;
            }
        }
        void make(const SelfPlay& play, Step step, float value) {
            record.steps.push_back(step);
            record.values.push_back(value);
            record.policy.emplace_back();
            record.surprise.push_back(0);
            play.game_.apply(state, step);
            if constexpr (Remembers<G>)
                if (play.game_.history(state).recent()) pasts.push_back(play.game_.history(state).settle());
        }

        GumbelTree<G> tree;
        StepList legal;  // in the tree's position; the tree may have dropped some, but a net sees them
        Random random{0};
        State state{};
        PlayedGame record;
        std::vector<std::shared_ptr<const Past>> pasts;  // keeps alive what the states refer to
        std::optional<float> proved;                     // the first certain result, for Black
        bool searching = false, full = false, decided = false, idle = false;
    };

    const G& game_;
    SelfPlayOptions options_;
    std::uint64_t seed_;
    Look look_;
};

}  // namespace isthmus
