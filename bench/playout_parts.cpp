// Where the time of a filling playout goes: the random words, the colouring, the flood. Nanoseconds each.
//
//   g++ -std=c++20 -O3 -fno-tree-vectorize -march=native -Inative bench/playout_parts.cpp -o build/playout_parts &&
//   build/playout_parts
//
// "words" is the least a playout needs of the generator (one word for each word of the board), "colouring" the random
// subset of exact size, "flood" the search for the winner on boards coloured beforehand, "whole" all of it.
#include <chrono>
#include <cstdio>
#include <functional>

#include "games/bridgit.hpp"
#include "games/hex.hpp"
#include "games/quadrant_hex.hpp"
#include "games/quadrant_trellis.hpp"

namespace isthmus {
namespace {

double nanoseconds(int rounds, const std::function<void(int)>& work) {
    double best = 1e18;
    for (int repeat = 0; repeat < 7; ++repeat) {
        const auto began = std::chrono::steady_clock::now();
        for (int i = 0; i < rounds; ++i) work(i);
        const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - began;
        best = std::min(best, taken.count() / rounds);
    }
    return best;
}

volatile std::uint64_t sink = 0;

template <int W>
void parts(const char* name, const Placement<W>& game) {
    const auto& facts = game.facts();
    const auto all = facts.grid.template all<W>();
    Random random(1);
    std::vector<Bits<W>> boards;
    for (int i = 0; i < 1024; ++i) boards.push_back(random_subset(all, facts.grid.cells() / 2, random));
    const int rounds = 40'000;
    const double words = nanoseconds(rounds, [&](int) {
        std::uint64_t sum = 0;
        for (int i = 0; i < W; ++i) sum += random.next();
        sink = sum;
    });
    const double colouring =
        nanoseconds(rounds, [&](int) { sink = random_subset(all, facts.grid.cells() / 2, random).word[0]; });
    const double flood = nanoseconds(rounds, [&](int i) {
        int won = 0;
        for (const auto& contest : facts.contests) won += contest.won(Side::Black, boards[i & 1023], facts.links[0]);
        sink = won;
    });
    const auto start = game.initial();
    const double whole = nanoseconds(rounds, [&](int) { sink = game.playout(start, random) == Side::Black; });
    std::printf("%-20s %5d cells %2d words | words %5.1f  colouring %6.1f  flood %7.1f  whole %7.1f\n", name,
                facts.grid.cells(), W, words, colouring, flood, whole);
}

}  // namespace
}  // namespace isthmus

int main() {
    using namespace isthmus;
    const auto with = [](int size) { return Parameters({{"size", size}, {"pie", 0}}); };
    const auto show = [](const char* name) {
        return [name](const auto& game) {
            parts(name, game);
            return 0;
        };
    };
    hex::build(with(11), show("hex 11"));
    hex::build(with(14), show("hex 14"));
    bridgit::build(with(5), show("bridgit 5"));
    quadrant_hex::build(with(14), show("quadrant-hex 14"));
    quadrant_trellis::build(with(17), show("quadrant-trellis 17"));
}
