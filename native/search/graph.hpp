// The search graph: nodes by the key of their position, so a position reached in two orders has one node. Threads share
// it. When the root moves on, it can keep only the nodes that are still reachable.
#pragma once

#include <array>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/node.hpp"

namespace isthmus {

class Graph {
public:
    // The node of a key. `prepare(node)` sets up a new node before other threads can see it.
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
        shard.free_some();
        size_.fetch_add(1, std::memory_order_relaxed);
        grow(sizeof(Node) + 64);
        return node;
    }
    // Not during a search.
    void clear() { throw_away(take_all()); }
    // Frees all nodes that cannot be reached from this one. Not during a search. The kept nodes move to new maps, and
    // the old maps are freed as a whole, so the time depends on the kept nodes, which are usually far fewer.
    void keep_only(Node* root) {
        auto old = take_all();
        std::vector<Node*> waiting;
        const auto keep = [&](Node* node) {
            Nodes& from = old[node->key >> shift];
            auto owned = from.extract(node->key);
            if (owned.empty()) return;  // kept already
            shards_[node->key >> shift].nodes.insert(std::move(owned));
            size_.fetch_add(1, std::memory_order_relaxed);
            grow(node->bytes());
            waiting.push_back(node);
        };
        keep(root);
        while (!waiting.empty()) {
            const Node* node = waiting.back();
            waiting.pop_back();
            for (const auto& edge : node->edges)
                if (edge.child) keep(edge.child);
        }
        throw_away(std::move(old));
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
        std::vector<Nodes> garbage;

        // Frees two nodes for each new one, so the graph and its garbage together stay within the memory limit. Freeing
        // a million nodes at once takes a second, too long for a player on a clock. A separate thread would block the
        // allocator for all threads.
        void free_some() {
            for (int i = 0; i < 2; ++i) {
                while (!garbage.empty() && garbage.back().empty()) garbage.pop_back();
                if (garbage.empty()) return;
                garbage.back().erase(garbage.back().begin());
            }
        }
    };

    // All nodes, by shard.
    std::vector<Nodes> take_all() {
        std::vector<Nodes> taken;
        for (auto& shard : shards_) taken.push_back(std::exchange(shard.nodes, {}));
        size_ = 0;
        bytes_ = 0;
        return taken;
    }
    void throw_away(std::vector<Nodes> taken) {
        for (std::size_t i = 0; i < taken.size(); ++i)
            if (!taken[i].empty()) shards_[i].garbage.push_back(std::move(taken[i]));
    }

    std::array<Shard, 64> shards_;
    std::atomic<std::size_t> size_{0};
    std::atomic<std::size_t> bytes_{0};
};

}  // namespace isthmus
