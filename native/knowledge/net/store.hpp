// Memory whose parts begin at multiples of 64 bytes, the alignment of vector registers, and are initially 0.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace isthmus::net {

class Store {
public:
    template <class T>
    T* make(std::size_t count) {
        const std::size_t bytes = (count * sizeof(T) + 63) / 64 * 64 + 64;
        kept_.emplace_back(::operator new(bytes, std::align_val_t{64}));
        std::memset(kept_.back().get(), 0, bytes);
        return static_cast<T*>(kept_.back().get());
    }

private:
    struct Free {
        void operator()(void* memory) const { ::operator delete(memory, std::align_val_t{64}); }
    };
    std::vector<std::unique_ptr<void, Free>> kept_;
};

}  // namespace isthmus::net
