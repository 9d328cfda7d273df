// The scratch space that each thread keeps for an evaluator, so that it is not made anew for every position.
#pragma once

#include <memory>
#include <optional>

namespace isthmus {

// The thread's scratch for this evaluator; it is replaced when the thread asks for that of another evaluator of the
// same class. It keeps the evaluator alive, so that no later one can have the same address: a scratch may refer to the
// game of its evaluator.
template <class E>
typename E::Scratch& kept_scratch(const std::shared_ptr<const E>& evaluator) {
    static thread_local std::shared_ptr<const E> owner;
    static thread_local std::optional<typename E::Scratch> scratch;
    if (owner != evaluator) {
        scratch.emplace(evaluator->scratch());
        owner = evaluator;
    }
    return *scratch;
}

}  // namespace isthmus
