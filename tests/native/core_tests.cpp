// Tests of parts of the native core that Python cannot reach, such as bit sets, history, AMAF, proof numbers and
// turning paths, and of the memory that playouts and a search use. Built and run by `make sanitize`; prints a line for
// each test and exits with 1 at the first failure.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <new>
#include <set>

#include "bind/any_game.hpp"
#include "check.hpp"
#include "games/all.hpp"
#include "knowledge/kept_scratch.hpp"
#include "knowledge/orbit/bundle.hpp"
#include "rules/connect.hpp"
#include "rules/history.hpp"
#include "rules/turning_paths.hpp"
#include "search/amaf.hpp"
#include "search/bias.hpp"
#include "search/seat_proof_numbers.hpp"
#include "search/selection.hpp"
#include "search/survey.hpp"

// GCC 12 wrongly warns that the replaced new and delete do not match.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

static std::size_t allocations = 0;
void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size ? size : 1)) return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    ++allocations;
    return std::malloc(size ? size : 1);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace isthmus {
namespace {

template <int W>
std::set<int> points(const Bits<W>& bits) {
    std::set<int> found;
    bits.each([&](int point) { found.insert(point); });
    return found;
}

template <int W>
void bits_behave_like_sets() {
    Random random(W);
    for (int round = 0; round < 200; ++round) {
        Bits<W> a, b;
        std::set<int> sa, sb;
        for (int i = 0; i < 40; ++i) {
            const int p = random.below(Bits<W>::capacity), q = random.below(Bits<W>::capacity);
            a.set(p), sa.insert(p), b.set(q), sb.insert(q);
        }
        CHECK(points(a) == sa && a.count() == static_cast<int>(sa.size()) && a.first() == *sa.begin());
        int n = 0;
        for (const int point : sa) CHECK(a.nth(n++) == point);
        std::set<int> both, either = sa, only = sa;
        for (const int point : sb) {
            if (sa.contains(point)) both.insert(point);
            either.insert(point), only.erase(point);
        }
        CHECK(points(a & b) == both && points(a | b) == either && points(a.minus(b)) == only);
        CHECK(a.meets(b) == !both.empty());
        const int distance = random.below(127) - 63;
        std::set<int> moved;
        for (const int point : sa)
            if (point + distance >= 0 && point + distance < Bits<W>::capacity) moved.insert(point + distance);
        CHECK(points(a.moved(distance)) == moved);
    }
}

// All subsets of the right size are equally likely. Each of the six pairs from four points occurs within five standard
// errors of its mean.
void random_subsets_are_uniform() {
    Random random(1);
    Bits<2> set;
    for (const int point : {3, 60, 64, 127}) set.set(point);
    std::map<std::set<int>, int> seen;
    constexpr int rounds = 60'000;
    for (int i = 0; i < rounds; ++i) ++seen[points(random_subset(set, 2, random))];
    CHECK(seen.size() == 6);
    for (const auto& [subset, times] : seen) CHECK(std::abs(times - rounds / 6) < 5 * 92);
}

void history_counts_through_its_past() {
    History history;
    for (std::uint64_t i = 0; i < 20; ++i) history.add(i % 7);
    const auto digest = history.digest();
    const auto before = history.all();
    const auto past = history.settle();
    CHECK(history.recent() == 0 && history.all() == before && history.digest() == digest);
    CHECK(history.occurrences(0) == 3 && history.occurrences(6) == 2 && !history.contains(7));
    history.add(6);
    CHECK(history.occurrences(6) == 3);
    History other;
    other.add(1), other.add(2);
    History reordered;
    reordered.add(2), reordered.add(1);
    CHECK(other.digest() == reordered.digest());
}

// A game of 5,000 turns as the binding plays it: one fingerprint a turn, then settled. If every turn copied the whole
// past, that would be 12.5 million.
void a_long_history_copies_little() {
    constexpr std::uint64_t turns = 5000, different = 1999;
    History history;
    std::shared_ptr<const Past> past;
    std::map<std::uint64_t, int> expected;
    std::size_t copied = 0;
    for (std::uint64_t turn = 0; turn < turns; ++turn) {
        const auto fingerprint = turn * turn % different;
        history.add(fingerprint);
        CHECK(history.occurrences(fingerprint) == ++expected[fingerprint]);
        past = history.settle();
        copied += past->copied();
        CHECK(history.recorded() == turn + 1);
    }
    for (std::uint64_t fingerprint = 0; fingerprint < different; ++fingerprint)
        CHECK(history.occurrences(fingerprint) == expected[fingerprint]);
    CHECK(history.all().size() == turns && std::ranges::is_sorted(history.all()));
    CHECK(copied < turns * 64);
}

void branches_keep_the_past_that_they_share() {
    History trunk;
    auto past = trunk.settle();
    for (std::uint64_t i = 0; i < 300; ++i) trunk.add(i), past = trunk.settle();
    std::array branches{trunk, trunk};
    std::array<std::shared_ptr<const Past>, 2> pasts;
    for (std::uint64_t i = 0; i < 200; ++i)
        for (const std::size_t branch : {0, 1})
            branches[branch].add(1000 + branch), pasts[branch] = branches[branch].settle();
    past.reset();
    for (const std::size_t branch : {0, 1}) {
        CHECK(branches[branch].occurrences(1000 + branch) == 200 && !branches[branch].contains(1001 - branch));
        CHECK(branches[branch].contains(0) && branches[branch].contains(299) && branches[branch].recorded() == 500);
    }
}

void playouts_allocate_nothing() {
    const Parameters parameters({{"size", 0},
                                 {"pie", 0},
                                 {"stones_per_turn", 2},
                                 {"separation", 3},
                                 {"initial", 3},
                                 {"stones", 10},
                                 {"network", 6},
                                 {"moves", std::string("adjacent")}});
    const std::map<std::string, int> sizes{
        {"trellis", 15}, {"quadrant-trellis", 17}, {"quadrant-hex", 14}, {"hex", 11}, {"bridgit", 5},
        {"orbit", 16},   {"trinidad", 7},          {"network", 8}};
#define ISTHMUS_COUNT(id, space)                                                          \
    {                                                                                     \
        const auto game = make_game(id, parameters.with("size", sizes.at(id)));           \
        const auto state = game->initial();                                               \
        const std::function<bool()> keep_on = [] { return true; };                        \
        const auto cost = [&](std::uint64_t games) {                                      \
            const auto before = allocations;                                              \
            state->playouts(games, 1, false, keep_on);                                    \
            return allocations - before;                                                  \
        };                                                                                \
        const auto few = cost(2), many = cost(60);                                        \
        std::printf("  %s: %zu allocations for 2 playouts, %zu for 60\n", id, few, many); \
        CHECK(few == many);                                                               \
    }
    ISTHMUS_GAMES(ISTHMUS_COUNT)
#undef ISTHMUS_COUNT
}

// With many AMAF results, their mean counts half when the step has `amaf` results. After that it counts less and less.
void all_moves_fade_with_own_results() {
    Amaf all;
    CHECK(all.mixed_into(0.25f, 0, 1, 300) == 0.25f);
    for (int i = 0; i < 1'000'000; ++i) all.add(-1);
    CHECK(std::abs(all.mixed_into(0, 0, 1, 300) - -1.0f) < 1e-3f);
    CHECK(std::abs(all.mixed_into(0, 300, 1, 300) - -0.5f) < 1e-3f);
    CHECK(std::abs(all.mixed_into(0, 300, -1, 300) - 0.5f) < 1e-3f);
    CHECK(std::abs(all.mixed_into(0, 3e6f, 1, 300)) < 0.01f);
}

// The error of a node corrects the other nodes of its bucket.
void the_error_of_a_node_corrects_its_bucket() {
    Biases biases;
    biases.prepare();
    const auto bucket = Biases::bucket(Side::Black, 3, 7);
    CHECK(bucket != Biases::bucket(Side::White, 3, 7) && bucket != Biases::bucket(Side::Black, 7, 3));
    CHECK(biases.mean(bucket) == 0);
    Node one, other;
    one.own = {.judged = 0.5f, .bucket = bucket, .known = true};
    other.own = {.judged = -0.25f, .bucket = bucket, .known = true};
    const auto near = [](float a, float b) { return std::abs(a - b) < 1e-5f; };
    biases.learn(one, 0.1f, 4);
    CHECK(near(biases.mean(bucket), -0.4f));
    biases.learn(one, 0.3f, 16);  // replaces its earlier error
    CHECK(near(biases.mean(bucket), -0.2f));
    biases.learn(other, 0.15f, 16);
    CHECK(near(biases.mean(bucket), 0.1f));
    biases.clear();
    biases.prepare();
    CHECK(biases.mean(bucket) == 0);
}

void the_seat_to_act_needs_one_step_and_the_other_must_answer_all() {
    ProofNumbersBelow below(Seat::Second);
    below.add({7, 4});
    below.add({1, 9});
    CHECK(below.numbers() == (SeatProofNumbers{8, 4}));
    below.add_untried(0);
    CHECK(below.numbers() == (SeatProofNumbers{8, 4}));
    below.add_untried(20);
    CHECK(below.numbers() == (SeatProofNumbers{28, 1}));
    for (int i = 0; i < 10; ++i) below.add({60'000, 60'000});
    CHECK(below.numbers() == (SeatProofNumbers{greatest_proof_number, 1}));
}

void a_drawn_step_leaves_the_other_nothing_to_win() {
    ProofNumbersBelow below(Seat::First);
    below.add({3, 5});
    below.add(nobody_wins);
    CHECK(below.numbers() == (SeatProofNumbers{3, greatest_proof_number}));
}

// Two steps that differ only in their proof numbers. The second seat acts, so the first seat's numbers do not matter.
void steps_that_are_quick_to_prove_are_tried_first() {
    for (const double guidance : {0.0, 0.3}) {
        Tuning tuning({{"proof_guidance", guidance}});
        const SearchParameters parameters(tuning);
        Graph graph;
        Node node;
        node.actor = Seat::Second;
        node.expanded = true;
        node.visits = 20;
        node.count = 2;
        node.candidates = std::make_unique<Candidate[]>(2);
        for (const SeatProofNumbers numbers : {SeatProofNumbers{2, 9}, SeatProofNumbers{40, 3}}) {
            node.candidates[node.edges.size()].prior = 30'000;
            node.edges.emplace_back().visits = 10;
            node.edges.back().proof_numbers = numbers;
        }
        CHECK(Selection(parameters, graph)(node) == (guidance > 0 ? 1 : 0));
        node.edges[1].proof = Proof::FirstWins;
        CHECK(Selection(parameters, graph)(node) == 0);
    }
}

// All moves count as first here, and a node that found no room may get room in a later turn.
void a_search_keeps_within_its_memory() {
    const orbit::Orbit<2> game(9, 0);
    Tuning tuning({{"memory_mb", 1}});
    const auto evaluator = orbit::Bundle<orbit::Orbit<2>>::evaluator(game, tuning);
    Search search(game, evaluator, SearchParameters(tuning), 1);
    Limits limits;
    limits.simulations = 20'000;
    auto state = game.initial();
    for (int turn = 0; turn < 3; ++turn) {
        search.set_root(state);
        search.run(limits, std::chrono::steady_clock::now(), [] { return true; });
        const auto megabytes = static_cast<double>(search.graph().bytes()) / (1 << 20);
        std::printf("  %.2f MiB\n", megabytes);
        CHECK(megabytes > 1);  // it was short of memory
        CHECK(megabytes < 1.1);
        const auto report = Survey(search).report();
        for (const Step step : report.turns.front().steps) game.apply(state, step);
    }
}

// Random sights: each direction of each stone shows another stone, a goal or nothing.
Sights random_sights(Random& random, int stones) {
    Sights sights{};
    sights.stones = stones;
    for (auto& to : sights.to) to.fill(Sights::nothing);
    for (int stone = 0; stone < stones; ++stone)
        for (int direction = 0; direction < 8; ++direction) {
            const int other = random.below(stones + 4);
            if (sights.to[stone][direction] != Sights::nothing || other == stone) continue;
            if (other < stones) {
                if (sights.to[other][direction ^ 1] != Sights::nothing) continue;
                sights.to[stone][direction] = static_cast<std::int8_t>(other);
                sights.to[other][direction ^ 1] = static_cast<std::int8_t>(stone);
                for (auto& goal : sights.goal) goal[other] &= static_cast<std::uint8_t>(~(1 << (direction ^ 1)));
            } else if (other < stones + 2) {
                sights.goal[other - stones][stone] |= static_cast<std::uint8_t>(1 << direction);
            }
        }
    return sights;
}

bool has_rest(const Sights& sights, int at, int came, std::uint32_t left, int needed) {
    for (int direction = 0; direction < 8; ++direction) {
        if (direction == came) continue;
        if (needed <= 0 && sights.goal[1][at] >> direction & 1) return true;
        const int next = sights.to[at][direction];
        if (next >= 0 && left >> next & 1 && has_rest(sights, next, direction, left & ~(1u << next), needed - 1))
            return true;
    }
    return false;
}

bool has_turning_path(const Sights& sights, int needed) {
    for (int stone = 0; stone < sights.stones; ++stone)
        for (int direction = 0; direction < 8; ++direction)
            if (sights.goal[0][stone] >> direction & 1 &&
                has_rest(sights, stone, direction ^ 1, ~(1u << stone), needed - 1))
                return true;
    return false;
}

// Every stone of the path has two directions on it, which are not opposite. One stone leads to each goal.
bool is_turning_path(const Sights& sights, const std::vector<std::pair<int, int>>& path, int needed) {
    std::map<int, std::vector<int>> ways;
    int goals[2] = {0, 0};
    for (const auto& [stone, direction] : path) {
        ways[stone].push_back(direction);
        const int next = sights.to[stone][direction];
        if (next >= 0)
            ways[next].push_back(direction ^ 1);
        else
            for (int goal = 0; goal < 2; ++goal) goals[goal] += sights.goal[goal][stone] >> direction & 1;
    }
    const int used = static_cast<int>(ways.size());
    return used >= needed && static_cast<int>(path.size()) == used + 1 && goals[0] == 1 && goals[1] == 1 &&
           std::ranges::all_of(ways, [](const auto& each) {
               return each.second.size() == 2 && each.second[0] != each.second[1] &&
                      each.second[0] != (each.second[1] ^ 1);
           });
}

void turning_paths_agree_with_exhaustive_search() {
    Random random(7);
    int found[2] = {0, 0};
    for (int round = 0; round < 4'000; ++round) {
        const auto sights = random_sights(random, 1 + random.below(8));
        const int needed = 1 + random.below(8);
        TurningPaths paths(sights);
        const bool one = paths.find(needed);
        CHECK(one == has_turning_path(sights, needed));
        CHECK(!one || is_turning_path(sights, paths.path(), needed));
        ++found[one];
    }
    std::printf("  %d with a path, %d without\n", found[1], found[0]);
    CHECK(found[0] > 500 && found[1] > 500);
}

// Reuses a freed block for the next allocation, as malloc often does; a sanitizer's malloc does not.
template <class T>
struct Reusing {
    using value_type = T;
    static inline std::vector<void*> freed;

    Reusing() = default;
    template <class U>
    Reusing(const Reusing<U>&) {}
    T* allocate(std::size_t count) {
        if (freed.empty()) return static_cast<T*>(::operator new(count * sizeof(T)));
        auto* place = static_cast<T*>(freed.back());
        freed.pop_back();
        return place;
    }
    void deallocate(T* place, std::size_t) { freed.push_back(place); }
    bool operator==(const Reusing&) const { return true; }
};

struct Numbered {
    struct Scratch {
        int number;
    };
    int number;
    Scratch scratch() const { return {number}; }
};

void a_kept_scratch_belongs_to_its_evaluator() {
    for (int number = 0; number < 4; ++number) {
        const std::shared_ptr<const Numbered> made =
            std::allocate_shared<const Numbered>(Reusing<Numbered>(), Numbered{number});
        CHECK(kept_scratch(made).number == number);
        auto& again = kept_scratch(made);
        CHECK(&again == &kept_scratch(made));
    }
}

}  // namespace
}  // namespace isthmus

int main() {
    using namespace isthmus;
    return run_tests({
        {"bits behave like sets, 1 word", bits_behave_like_sets<1>},
        {"bits behave like sets, 4 words", bits_behave_like_sets<4>},
        {"bits behave like sets, 11 words", bits_behave_like_sets<11>},
        {"random subsets are uniform", random_subsets_are_uniform},
        {"history counts through its past", history_counts_through_its_past},
        {"a long history copies little", a_long_history_copies_little},
        {"branches keep the past that they share", branches_keep_the_past_that_they_share},
        {"turning paths agree with exhaustive search", turning_paths_agree_with_exhaustive_search},
        {"all moves fade with own results", all_moves_fade_with_own_results},
        {"the error of a node corrects its bucket", the_error_of_a_node_corrects_its_bucket},
        {"the seat to act needs one step and the other must answer all",
         the_seat_to_act_needs_one_step_and_the_other_must_answer_all},
        {"a drawn step leaves the other nothing to win", a_drawn_step_leaves_the_other_nothing_to_win},
        {"steps that are quick to prove are tried first", steps_that_are_quick_to_prove_are_tried_first},
        {"playouts allocate nothing", playouts_allocate_nothing},
        {"a search keeps within its memory", a_search_keeps_within_its_memory},
        {"a kept scratch belongs to its evaluator", a_kept_scratch_belongs_to_its_evaluator},
    });
}
