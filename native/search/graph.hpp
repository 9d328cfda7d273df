// The search graph: nodes by the key of their position, so that positions reached in two orders are one node. Shared by
// threads; keeps what can be reached when the root moves on.
#pragma once

#include <array>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <utility>

#include "search/node.hpp"

namespace isthmus {

class Graph {
public:
    // The node of a key; a new one is prepared by `prepare(node)` before anybody else can see it.
    template <class Prepare>
    Node* at(std::uint64_t key, Prepare&& prepare) {
        Shard& shard = shards_[key >> shift];
        const std::lock_guard held(shard.lock);
        if (const auto found = shard.nodes.find(key); found != shard.nodes.end()) return found->second.get();
        auto made = std::make_unique<Node>();
        made->key = key;
        prepare(*made);
        Node* node = made.get();
        shard.nodes.emplace(key, std::move(made));
        size_.fetch_add(1, std::memory_order_relaxed);
        grow(sizeof(Node) + 64);
        return node;
    }
    // Not during a search.
    void clear() {
        std::deque<Nodes> gone;
        for (auto& shard : shards_) gone.push_back(std::exchange(shard.nodes, {}));
        size_ = 0;
        bytes_ = 0;
        free_later(std::move(gone));
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
        std::vector<std::unique_ptr<Node>> gone;
        for (auto& shard : shards_)
            for (auto at = shard.nodes.begin(); at != shard.nodes.end();) {
                if (at->second->mark == sweep_) {
                    ++size;
                    bytes += at->second->bytes();
                    ++at;
                } else {
                    gone.push_back(std::move(at->second));
                    at = shard.nodes.erase(at);
                }
            }
        size_ = size;
        bytes_ = bytes;
        free_later(std::move(gone));
    }

    std::size_t size() const { return size_.load(std::memory_order_relaxed); }
    std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }
    void grow(std::size_t bytes) { bytes_.fetch_add(bytes, std::memory_order_relaxed); }

private:
    using Nodes = std::unordered_map<std::uint64_t, std::unique_ptr<Node>>;
    static constexpr int shift = 64 - 6;
    struct Shard {
        SpinLock lock;
        Nodes nodes;
    };

    // A million nodes take a second to free; nobody who plays against a clock should wait for that.
    template <class Garbage>
    void free_later(Garbage garbage) {
        auto held = std::make_shared<Garbage>(std::move(garbage));
        try {
            freeing_ = std::jthread([held]() mutable { held.reset(); });
        } catch (const std::system_error&) {  // no thread to be had: freed here
        }
    }

    std::jthread freeing_;
    std::array<Shard, 64> shards_;
    std::atomic<std::size_t> size_{0};
    std::atomic<std::size_t> bytes_{0};
    std::uint32_t sweep_ = 0;
};

}  // namespace isthmus
