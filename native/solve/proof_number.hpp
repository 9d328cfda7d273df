// Proof-number search, depth first (df-pn: Nagai 2002), for any Game. The seat to act decides whose node it is, never
// the depth. A leaf that several transpositions reach counts once (weak proof numbers: Ueda, Hashimoto, Hashimoto and
// Iida 2008). Thresholds leave a margin, so that the search does not keep jumping between branches (Pawlewicz and Lew
// 2007).
//
// A position includes the past that its rules depend on, so no proof is circular; see also patient.hpp.
#pragma once

#include <cmath>
#include <deque>

#include "knowledge/contract.hpp"
#include "solve/claim.hpp"
#include "solve/must_play.hpp"
#include "solve/proof_table.hpp"
#include "solve/symmetry.hpp"

namespace isthmus {

// A game whose rules are changed in favour of one seat and may cut games short; see patient.hpp.
template <class G>
concept FavoursOneSeat = requires(const G& game, const typename G::State& state) {
                             { game.cut_short(state) } -> std::same_as<bool>;
                         };

// An estimate of how hard it is for each side to win; see Distance in knowledge/contract.hpp.
template <class K, class G>
concept Guesses = requires(const K& knowledge, const typename G::State& state) {
                      { knowledge.guess(state) } -> std::same_as<std::array<int, 2>>;
                  };

template <Game G, Prover<G> K>
class ProofSearch {
public:
    using State = typename G::State;

    ProofSearch(const G& game, K& knowledge, ProofTable& table, Budget& budget, SymmetricKeys<G> symmetric)
        : game_(game),
          knowledge_(knowledge),
          table_(table),
          budget_(budget),
          symmetric_(std::move(symmetric)),
          must_play_(game) {}

    // Searches until the claim is settled, its proof number reaches `most_proof`, or the budget is spent.
    ProofNumbers settle(const State& state, const Claim& claim, std::uint32_t most_proof = ProofNumbers::never) {
        return search(state, claim, false, most_proof);
    }

    // A step that keeps a true claim true, if its seat acts; none if the budget is spent.
    std::optional<Step> good_step(const State& state, const Claim& claim);

    // Whether any game in the search ended in a draw.
    bool saw_draw() const { return saw_draw_; }

private:
    struct Child {
        Step step;
        std::uint64_t key;
        ProofNumbers numbers;
    };
    struct Frame {
        std::vector<Child> children;
        StepList steps;
        Evaluation evaluation;
        typename MustPlay<G>::Node must_play;
    };
    static constexpr int steps_with_symmetry = 6;  // at a greater depth it costs more than it saves

    bool cut_short(const State& state) const {
        if constexpr (FavoursOneSeat<G>) return game_.cut_short(state);
        return false;
    }
    bool ends_well(const State& state, const Claim& claim) const {
        return game_.over(state) && !cut_short(state) && holds(game_, state, claim);
    }

    ProofNumbers search(const State& state, const Claim& claim, bool expand_root, std::uint32_t most_proof);

    std::uint64_t key_of(State state, int depth) const {
        if constexpr (Forgets<G>) game_.forget_the_irrelevant(state);
        return salt_ ^ (depth < steps_with_symmetry && symmetric_.any() ? symmetric_(state) : game_.key(state));
    }

    // The numbers expected before a position is searched. If the position before it was judged, they follow from the
    // weight of the step (`most` is the greatest weight); otherwise from the distances.
    struct Judged {
        ProofNumbers numbers;
        Hardness hardness;
    };
    std::optional<Judged> judged(const State& state, const Evaluation& answer) const;
    static ProofNumbers expected(const Judged& judged, float weight, float most, bool ours);
    ProofNumbers guess(const State& state) const;
    // Whether the seat of the claim (`ours`) or the other one loses.
    static bool lost(const ProofNumbers& numbers, bool ours) {
        return ours ? numbers.is_refuted() : numbers.is_proved();
    }
    ProofNumbers turned(const ProofNumbers& numbers) const {
        return opposed_ ? ProofNumbers{numbers.refutation, numbers.proof} : numbers;
    }

    // Searches below a state in which the game is not over, until its numbers reach a threshold.
    ProofNumbers explore(const State& state, std::uint64_t key, int depth, std::uint32_t most_proof,
                         std::uint32_t most_refutation);

    // Settles the steps that lose because others do.
    void drop_losing(Frame& frame, bool ours) const;

    // Fills the frame with the steps and their known numbers. If the answer is known at once, returns it instead.
    std::optional<ProofNumbers> expand(Frame& frame, const State& state, int depth, bool ours);

    const G& game_;
    K& knowledge_;
    ProofTable& table_;
    Budget& budget_;
    SymmetricKeys<G> symmetric_;
    MustPlay<G> must_play_;
    Claim claim_;
    std::uint64_t salt_ = 0;
    bool expand_root_ = false, opposed_ = false;
    bool saw_draw_ = false;
    bool mixed_ = false;        // some entries may come from claims that include draws
    std::deque<Frame> frames_;  // by depth; a deque, so that references stay valid as it grows
};

// The bodies ----------------------------------------------------------------------------------------------------------
template <Game G, Prover<G> K>
auto ProofSearch<G, K>::good_step(const State& state, const Claim& claim) -> std::optional<Step> {
    if (game_.over(state)) return std::nullopt;
    StepList steps;
    game_.steps(state, steps);
    for (const Step step : steps) {
        State after = state;
        game_.apply(after, step);
        if (ends_well(after, claim)) return step;
    }
    if (!search(state, claim, true, ProofNumbers::never).is_proved()) return std::nullopt;
    for (const auto& child : frames_[0].children)
        if (child.numbers.is_proved()) return child.step;
    return std::nullopt;
}

template <Game G, Prover<G> K>
ProofNumbers ProofSearch<G, K>::search(const State& state, const Claim& claim, bool expand_root,
                                       std::uint32_t most_proof) {
    claim_ = claim;
    // A claim and its opposite share their entries, unless the game favours a seat. Claims with and without draws share
    // them too, until the first game ends in a draw.
    opposed_ = !FavoursOneSeat<G> && claim.seat == Seat::Second;
    const auto asked = opposed_ ? claim.opposite() : claim;
    if (saw_draw_ && mixed_) table_.clear();
    mixed_ = !saw_draw_ && (mixed_ || asked.or_draw);
    salt_ = scramble(0xC1A1Bull << 8 | static_cast<unsigned>(index(asked.seat)) << 1 | (saw_draw_ && asked.or_draw));
    expand_root_ = expand_root;
    if (game_.over(state)) return holds(game_, state, claim) ? ProofNumbers::proved() : ProofNumbers::refuted();
    const auto key = key_of(state, 0);
    ProofNumbers numbers;
    do {
        numbers = explore(state, key, 0, most_proof, ProofNumbers::never);
    } while (!numbers.settled() && numbers.proof < most_proof && !budget_.ended());
    return numbers;
}

template <Game G, Prover<G> K>
auto ProofSearch<G, K>::judged(const State& state, const Evaluation& answer) const -> std::optional<Judged> {
    if constexpr (Judges<K, G>) {
        const auto hardness = knowledge_.judges(state);
        if (!hardness) return std::nullopt;
        const bool black = game_.opening(state).seat(Side::Black) == claim_.seat;
        const float hope = black ? answer.black : -answer.black;
        const auto number = [&](float hope) {
            return static_cast<std::uint32_t>(std::exp2(hardness->even * (1 - hope)));
        };
        return Judged{{number(hope), number(-hope)}, *hardness};
    }
    return std::nullopt;
}

template <Game G, Prover<G> K>
ProofNumbers ProofSearch<G, K>::expected(const Judged& judged, float weight, float most, bool ours) {
    const auto& [even, doubt, most_doubt] = judged.hardness;
    auto numbers = judged.numbers;
    (ours ? numbers.proof : numbers.refutation) +=
        static_cast<std::uint32_t>(std::min(most_doubt, doubt * std::log2(most / weight)));
    return numbers;
}

template <Game G, Prover<G> K>
ProofNumbers ProofSearch<G, K>::guess(const State& state) const {
    if (game_.opening(state).under_way()) return {};
    if constexpr (Guesses<K, G>) {
        const auto hard = knowledge_.guess(state);
        const bool black = game_.opening(state).seat(Side::Black) == claim_.seat;
        const auto number = [](int hard) { return static_cast<std::uint32_t>(std::max(hard, 1)); };
        return {number(hard[!black]), number(hard[black])};
    }
    return {};
}

template <Game G, Prover<G> K>
ProofNumbers ProofSearch<G, K>::explore(const State& state, std::uint64_t key, int depth, std::uint32_t most_proof,
                                        std::uint32_t most_refutation) {
    if (!budget_.spend()) return {};
    const auto began = budget_.spent();
    while (frames_.size() <= static_cast<std::size_t>(depth)) frames_.emplace_back();
    Frame& frame = frames_[depth];
    const bool ours = game_.to_act(state).seat == claim_.seat;
    ProofNumbers numbers;
    const auto finish = [&] {
        if (!budget_.ended() || numbers.settled()) table_.store(key, turned(numbers), budget_.spent() - began + 1);
        return numbers;
    };
    if (const auto known = expand(frame, state, depth, ours)) {
        numbers = *known;
        return finish();
    }
    while (true) {
        // For the seat to act: `reach` is the number of the best step, `stop` of all steps together.
        std::uint64_t reach = ProofNumbers::never, second = ProofNumbers::never, hardest = 0, open = 0;
        Child* best = nullptr;
        for (auto& child : frame.children) {
            const auto& [proof, refutation] = child.numbers;
            const std::uint64_t own = ours ? proof : refutation, others = ours ? refutation : proof;
            if (own < reach || !best) {
                second = reach, reach = own, best = &child;
            } else {
                second = std::min(second, own);
            }
            if (others > 0) ++open, hardest = std::max(hardest, others);
        }
        const auto never = std::uint64_t{ProofNumbers::never};
        const auto stop = open == 0 ? 0 : reach == 0 ? hardest : std::min(never - 2, hardest + open - 1);
        const auto narrow = [](std::uint64_t number) { return static_cast<std::uint32_t>(number); };
        numbers = ours ? ProofNumbers{narrow(reach), narrow(stop)} : ProofNumbers{narrow(stop), narrow(reach)};
        const std::uint64_t most_reach = ours ? most_proof : most_refutation;
        const std::uint64_t most_stop = ours ? most_refutation : most_proof;
        if (reach == 0) must_play_.won(state, best->step);
        if (stop == 0) must_play_.lost(frame.must_play, state);
        if (numbers.settled() || reach >= most_reach || stop >= most_stop || budget_.ended()) return finish();
        const auto child_reach = std::min(most_reach, second + second / 4 + 1);
        const auto child_stop = std::min(never, most_stop - (open - 1));
        State after = state;
        game_.apply(after, best->step);
        const auto place = best - frame.children.data();
        const auto deeper = explore(after, best->key, depth + 1, narrow(ours ? child_reach : child_stop),
                                    narrow(ours ? child_stop : child_reach));
        frame.children[place].numbers = deeper;
        if (!lost(deeper, ours)) continue;
        must_play_.loses(frame.must_play, after);
        drop_losing(frame, ours);
    }
}

template <Game G, Prover<G> K>
void ProofSearch<G, K>::drop_losing(Frame& frame, bool ours) const {
    for (auto& child : frame.children)
        if (!child.numbers.settled() && !must_play_.may_win(frame.must_play, child.step))
            child.numbers = ours ? ProofNumbers::refuted() : ProofNumbers::proved();
}

template <Game G, Prover<G> K>
auto ProofSearch<G, K>::expand(Frame& frame, const State& state, int depth, bool ours) -> std::optional<ProofNumbers> {
    frame.children.clear();
    game_.steps(state, frame.steps);
    auto& weights = frame.evaluation.weights;
    frame.evaluation.winner.reset();
    frame.evaluation.black = 0;
    weights.clear();
    knowledge_.look(state, frame.steps, frame.evaluation);
    if (frame.evaluation.winner && (depth > 0 || !expand_root_)) {
        must_play_.settled(state, knowledge_);
        const bool won = game_.opening(state).seat(*frame.evaluation.winner) == claim_.seat;
        return won ? ProofNumbers::proved() : ProofNumbers::refuted();
    }
    must_play_.open(frame.must_play, state, knowledge_, frame.evaluation.winner.has_value());
    const auto after_any = judged(state, frame.evaluation);
    const float most = weights.empty() ? 0 : *std::max_element(weights.begin(), weights.end());
    for (std::size_t i = 0; i < frame.steps.size(); ++i) {
        if (!weights.empty() && weights[i] <= 0) continue;
        State after = state;
        game_.apply(after, frame.steps[i]);
        Child child{frame.steps[i], 0, {}};
        if (game_.over(after)) {
            saw_draw_ |= !winning_seat(game_, after);
            child.numbers = ends_well(after, claim_) ? ProofNumbers::proved()
                            : cut_short(after)       ? ProofNumbers::given_up()
                                                     : ProofNumbers::refuted();
        } else {
            child.key = key_of(after, depth + 1);
            if (const auto known = table_.find(child.key)) {
                child.numbers = turned(*known);
            } else if (after_any) {
                child.numbers = expected(*after_any, weights[i], most, ours);
            } else {
                child.numbers = guess(after);
            }
        }
        frame.children.push_back(child);
        if (lost(child.numbers, !ours)) {
            must_play_.won(state, child.step);
            return child.numbers;
        }
        if (lost(child.numbers, ours)) must_play_.loses(frame.must_play, after);
    }
    drop_losing(frame, ours);
    return std::nullopt;
}

}  // namespace isthmus
