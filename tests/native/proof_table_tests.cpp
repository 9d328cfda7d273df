// Tests of the table of a proof-number search: it grows as needed, keeps to its bound, and forgets the cheapest first.
// Prints a line for each test and exits with 1 at the first failure.
#include "solve/proof_table.hpp"

#include "check.hpp"
#include "rules/random.hpp"

namespace isthmus {
namespace {

ProofNumbers numbers_of(std::uint64_t number) {
    return {static_cast<std::uint32_t>(number % 1000 + 1), static_cast<std::uint32_t>(number % 77 + 1)};
}
bool knows(const ProofTable& table, std::uint64_t number) {
    const auto found = table.find(scramble(number));
    return found && found->proof == numbers_of(number).proof && found->refutation == numbers_of(number).refutation;
}
int known(const ProofTable& table, std::uint64_t entries) {
    int known = 0;
    for (std::uint64_t number = 0; number < entries; ++number) known += knows(table, number);
    return known;
}

void it_grows_as_needed_and_keeps_what_it_knows() {
    ProofTable table(std::size_t{64} << 20);
    const auto at_first = table.bytes();
    CHECK(at_first <= 1 << 16);
    for (std::uint64_t number = 0; number < 100'000; ++number) table.store(scramble(number), numbers_of(number), 1);
    CHECK(table.bytes() > at_first);
    CHECK(table.bytes() <= std::size_t{8} << 20);
    CHECK(known(table, 100'000) > 90'000);  // a few are lost in full buckets while others have room
    for (std::uint64_t number = 100'000; number < 110'000; ++number) CHECK(!table.find(scramble(number)));
    table.clear();
    CHECK(table.bytes() == at_first);
    CHECK(known(table, 100'000) == 0);
}

void it_keeps_to_its_bound() {
    for (const std::size_t bytes : {0, 1 << 16, 100'000, 1 << 20, 3'000'000}) {
        ProofTable table(bytes);
        for (std::uint64_t number = 0; number < 200'000; ++number) {
            table.store(scramble(number), numbers_of(number), 1);
            CHECK(table.bytes() <= std::max<std::size_t>(bytes, 1 << 16));
        }
        CHECK(2 * table.bytes() > bytes);
        CHECK(knows(table, 199'999));
    }
}

void costly_results_stay() {
    ProofTable table(1 << 20);
    for (std::uint64_t number = 0; number < 1000; ++number) table.store(scramble(number), numbers_of(number), 5000);
    const int costly = known(table, 1000);
    CHECK(costly > 980);
    for (std::uint64_t number = 1000; number < 300'000; ++number) table.store(scramble(number), numbers_of(number), 1);
    CHECK(known(table, 1000) > costly - 50);  // lost in buckets whose four entries were all costly
}

void a_place_is_found_again_by_its_key() {
    ProofTable table(1 << 20);
    const auto key = scramble(7);
    table.store(key, {5, 6}, 1);
    table.store(key, ProofNumbers::proved(), 1);
    CHECK(table.find(key)->is_proved());
    CHECK(!table.find(key ^ std::uint64_t{1} << 40));
}

}  // namespace
}  // namespace isthmus

int main() {
    using namespace isthmus;
    return run_tests({
        {"it grows as needed and keeps what it knows", it_grows_as_needed_and_keeps_what_it_knows},
        {"it keeps to its bound", it_keeps_to_its_bound},
        {"costly results stay", costly_results_stay},
        {"a place is found again by its key", a_place_is_found_again_by_its_key},
    });
}
