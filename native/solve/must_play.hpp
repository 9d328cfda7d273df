// MustPlay: which replies lose because another reply loses.
//
// In placement games an extra stone never harms its side. So if a reply loses, and the proof needs only the empty
// points of its *carrier*, then every reply outside the carrier loses as well: the opponent answers as if the first
// reply had been played. The replies that may still win are those in the carriers of all losing ones (must-play region:
// Hayward, Björnsson, Johanson, Kan, Po and van Rijswijck 2005).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "knowledge/placement/carrier.hpp"
#include "rules/game.hpp"
#include "rules/placement.hpp"

namespace isthmus {

// Games of other kinds: nothing follows.
template <Game G>
class MustPlay {
public:
    using State = typename G::State;
    struct Node {};

    explicit MustPlay(const G&) {}
    template <class K>
    void settled(const State&, const K&) {}
    template <class K>
    void open(Node&, const State&, const K&, bool) {}
    void loses(Node&, const State&) {}
    bool may_win(const Node&, Step) const { return true; }
    void won(const State&, Step) {}
    void lost(Node&, const State&) {}
};

// The carriers of settled positions, under their own keys: those of symmetric positions differ. If a carrier has been
// overwritten, the set of all empty points takes its place, which is always a carrier.
template <int W>
class CarrierStore {
public:
    void put(std::uint64_t key, const Bits<W>& carrier) {
        auto& entry = at(key);
        taken_ += !entry.filled;
        entry = {key, true, carrier};
        if (2 * taken_ > entries_.size() && 2 * entries_.size() * sizeof(Entry) <= most_bytes) grow();
    }
    const Bits<W>* find(std::uint64_t key) const {
        const auto& entry = entries_[key & (entries_.size() - 1)];
        return entry.filled && entry.key == key ? &entry.carrier : nullptr;
    }

private:
    struct Entry {
        std::uint64_t key = 0;
        bool filled = false;
        Bits<W> carrier;
    };
    static constexpr std::size_t most_bytes = std::size_t{16} << 20;

    Entry& at(std::uint64_t key) { return entries_[key & (entries_.size() - 1)]; }
    void grow() {
        auto before = std::exchange(entries_, std::vector<Entry>(2 * entries_.size()));
        taken_ = 0;
        for (const auto& entry : before)
            if (entry.filled) at(entry.key) = entry, ++taken_;
    }

    std::vector<Entry> entries_ = std::vector<Entry>(256);
    std::size_t taken_ = 0;
};

template <int W>
class MustPlay<Placement<W>> {
public:
    using State = typename Placement<W>::State;

    // A node whose result is open: which of its steps may still win for the side to move?
    struct Node {
        bool active = false;  // not before the choice of colours
        Basis<W> basis;       // of the knowledge that dropped steps
        Bits<W> region;       // the points that may still win
        std::vector<Bits<W>> carriers;
    };

    explicit MustPlay(const Placement<W>& game) : game_(game) {}

    // Call this if the knowledge has just settled the position.
    template <class K>
    void settled(const State& state, const K& knowledge) {
        if (const auto basis = of(knowledge)) carriers_.put(game_.key(state), basis->carrier);
    }
    // Call this if the knowledge has just left the position open; it may have dropped steps. `settled`: the position is
    // settled, and the knowledge was asked only for its steps.
    template <class K>
    void open(Node& node, const State& state, const K& knowledge, bool settled) {
        node.active = !state.opening.under_way();
        if (!node.active) return;
        node.region = empty(state);
        node.carriers.clear();
        const auto basis = settled ? std::nullopt : of(knowledge);
        node.basis = basis.value_or(Basis<W>{node.region, {}});
    }
    // The step to `after` loses for the side that made it.
    void loses(Node& node, const State& after) {
        if (!node.active) return;
        node.carriers.push_back(carrier(after));
        node.region &= node.carriers.back();
    }
    bool may_win(const Node& node, Step step) const {
        return !node.active || node.region.test(game_.facts().grid.point(step));
    }
    // The side to move wins by this step.
    void won(const State& state, Step step) {
        if (state.opening.under_way()) return;
        State after = state;
        game_.apply(after, step);
        auto needed = game_.over(after) ? Bits<W>{} : carrier(after);
        needed.set(game_.facts().grid.point(step));
        carriers_.put(game_.key(state), needed);
    }
    // All steps of the side to move lose.
    void lost(Node& node, const State& state) {
        if (!node.active) return;
        Bits<W> needed;
        drop_needless(node.carriers);
        for (const auto& carrier : node.carriers) needed |= carrier;
        carriers_.put(game_.key(state), needed.minus(node.basis.useless) | node.basis.carrier);
    }

private:
    template <class K>
    static std::optional<Basis<W>> of(const K& knowledge) {
        if constexpr (ShowsBasis<K, W>) return knowledge.basis();
        return std::nullopt;
    }
    // Drops carriers, the largest first, while the rest still have the same points in common.
    static void drop_needless(std::vector<Bits<W>>& carriers) {
        std::sort(carriers.begin(), carriers.end(), [](const auto& a, const auto& b) { return a.count() > b.count(); });
        Bits<W> every;
        for (auto& word : every.word) word = ~std::uint64_t{0};
        for (std::size_t i = 0; i < carriers.size();) {
            Bits<W> others = every, all = others;
            for (std::size_t j = 0; j < carriers.size(); ++j) {
                all &= carriers[j];
                if (j != i) others &= carriers[j];
            }
            if (others == all) {
                carriers.erase(carriers.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
                ++i;
            }
        }
    }
    Bits<W> empty(const State& state) const {
        return game_.facts().grid.template all<W>().minus(state.stones[0] | state.stones[1]);
    }
    Bits<W> carrier(const State& state) const {
        const auto* known = carriers_.find(game_.key(state));
        return known ? *known : empty(state);
    }

    const Placement<W>& game_;
    CarrierStore<W> carriers_;
};

}  // namespace isthmus
