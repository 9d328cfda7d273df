// Workers: threads that repeatedly divide a task among themselves. After a fork, new ones are started.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "search/process.hpp"

namespace isthmus {

class Workers {
public:
    using Work = std::function<void(int from, int to)>;

    // The caller of `share` counts as one of the threads. The others start at the first call of `share`, which throws
    // std::system_error if a thread cannot be started.
    explicit Workers(int threads) : others_(threads - 1) {}
    ~Workers() { stop(); }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    // Calls work(from, to) at the same time for ranges that together make up [0, count). Rethrows an exception of one
    // of the calls.
    void share(int count, const Work& work) {
        if (others_ == 0 || count < 2) return work(0, count);
        begin();
        {
            const std::lock_guard lock(crew_->mutex);
            crew_->work = &work;
            crew_->count = count;
            crew_->busy = others_;
            crew_->failure = nullptr;
            ++crew_->round;
        }
        crew_->called.notify_all();
        crew_->part(others_, others_ + 1, work, count);
        std::unique_lock lock(crew_->mutex);
        crew_->done.wait(lock, [&] { return crew_->busy == 0; });
        if (crew_->failure) std::rethrow_exception(crew_->failure);
    }

private:
    struct Crew {
        std::mutex mutex;
        std::condition_variable called, done;
        const Work* work = nullptr;
        int count = 0, busy = 0;
        unsigned round = 0;
        bool over = false;
        std::exception_ptr failure;
        std::vector<std::thread> threads;

        void part(int number, int parts, const Work& shared, int all) {
            const auto edge = [&](int i) { return static_cast<int>(static_cast<long long>(all) * i / parts); };
            try {
                if (edge(number) < edge(number + 1)) shared(edge(number), edge(number + 1));
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!failure) failure = std::current_exception();
            }
        }
        void serve(int number, int parts) {
            unsigned seen = 0;
            while (true) {
                const Work* shared;
                int all;
                {
                    std::unique_lock lock(mutex);
                    called.wait(lock, [&] { return over || round != seen; });
                    if (over) return;
                    seen = round;
                    shared = work;
                    all = count;
                }
                part(number, parts, *shared, all);
                const std::lock_guard lock(mutex);
                if (--busy == 0) done.notify_one();
            }
        }
    };

    void begin() {
        if (crew_ && born_ == forks) return;
        stop();
        born_ = forks;
        crew_ = new Crew;
        try {
            for (int number = 0; number < others_; ++number)
                crew_->threads.emplace_back(
                    [crew = crew_, number, parts = others_ + 1] { crew->serve(number, parts); });
        } catch (...) {
            stop();
            throw;
        }
    }
    // After a fork the threads do not exist, and the objects that they held cannot be released.
    void stop() {
        if (!crew_) return;
        if (born_ == forks && !ending) {
            {
                const std::lock_guard lock(crew_->mutex);
                crew_->over = true;
            }
            crew_->called.notify_all();
            for (auto& thread : crew_->threads) thread.join();
            delete crew_;
        }
        crew_ = nullptr;
    }

    int others_;
    unsigned born_ = 0;
    Crew* crew_ = nullptr;
};

}  // namespace isthmus
