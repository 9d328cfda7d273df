// The search graph: nodes by the key of their position, so that positions reached in two orders are one node. Shared by
// threads; keeps what can be reached when the root moves on.
#pragma once

#include <array>
#include <deque>
#include <mutex>
#include <unordered_map>

#include "search/node.hpp"

namespace isthmus {

class Graph {
public:
    // The node of a key; a new one is prepared by `prepare(node)` before anybody else can see it.
    template <class Prepare>
    Node* at(std::uint64_t key, Prepare&& prepare) {
        Shard& shard = shards_[key >> shift];
        const std::lock_guard held(shard.lock);
        auto& slot = shard.nodes[key];
        if (!slot) {
            slot = std::make_unique<Node>();
            slot->key = key;
            prepare(*slot);
            size_.fetch_add(1, std::memory_order_relaxed);
            grow(sizeof(Node) + 64);
        }
        return slot.get();
    }
    // Not during a search.
    void clear() {
        for (auto& shard : shards_) shard.nodes.clear();
        size_ = 0;
        bytes_ = 0;
    }
    // Frees all that cannot be reached from a node. Not during a search.
    void keep_only(Node* root) {
        ++sweep_;
        std::deque<Node*> waiting{root};
        root->mark = sweep_;
        while (!waiting.empty()) {
            Node* node = waiting.front();
            waiting.pop_front();
            for (const auto& edge : node->edges)
                if (edge.child && edge.child->mark != sweep_) {
                    edge.child->mark = sweep_;
                    waiting.push_back(edge.child);
                }
        }
        std::size_t size = 0, bytes = 0;
        for (auto& shard : shards_)
            std::erase_if(shard.nodes, [&](const auto& entry) {
                const Node& node = *entry.second;
                if (node.mark != sweep_) return true;
                ++size;
                bytes += node.bytes();
                return false;
            });
        size_ = size;
        bytes_ = bytes;
    }

    std::size_t size() const { return size_.load(std::memory_order_relaxed); }
    std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }
    void grow(std::size_t bytes) { bytes_.fetch_add(bytes, std::memory_order_relaxed); }

private:
    static constexpr int shift = 64 - 6;
    struct Shard {
        SpinLock lock;
        std::unordered_map<std::uint64_t, std::unique_ptr<Node>> nodes;
    };
    std::array<Shard, 64> shards_;
    std::atomic<std::size_t> size_{0};
    std::atomic<std::size_t> bytes_{0};
    std::uint32_t sweep_ = 0;
};

}  // namespace isthmus
