// Long work for Python: without the interpreter lock, and safe if the interpreter ends during the work.
//
// A program may end while a daemon thread is in this code. Python before 3.14 then ends the thread when it next waits
// for the lock, by unwinding its stack, and C++ reacts with std::terminate. So no thread waits for the lock once the
// interpreter ends. A thread that is already waiting blocks forever, as in Python 3.14. Threads at work notice the end
// and stop soon; their objects stay alive, because no thread returns to release them.
#pragma once

#include <nanobind/nanobind.h>
#ifdef __GLIBCXX__
#include <cxxabi.h>
#endif
#ifndef _WIN32
#include <pthread.h>
#endif

#include <chrono>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "search/process.hpp"

namespace isthmus {

// Long work failed; in Python a RuntimeError.
struct WorkError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

namespace interpreter {

inline std::atomic<int> at_work{0};     // calls of `long_work` that have not ended
inline thread_local int here = 0;       // the calls of this thread: callbacks may begin more
inline thread_local bool last = false;  // the thread that ends the interpreter, which may still use it

inline bool finalizing() {
#if PY_VERSION_HEX >= 0x030D0000
    return Py_IsFinalizing() != 0;
#else
    return _Py_IsFinalizing() != 0;
#endif
}
inline bool ends() { return finalizing() && !last; }

[[noreturn]] inline void stay() {
    ending = true;
    at_work -= std::exchange(here, 0);
    while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

// Calls a function of Python's interface that may wait for the lock and does not throw.
template <class Call>
auto reach(Call&& call) {
    try {
        return call();
    } catch (...) {
        stay();
    }
}

// Calls `ask` with the lock held. Once the interpreter ends, returns false without calling it.
template <class Ask>
bool with_lock(Ask&& ask) {
    if (ends()) return false;
    struct Held {
        PyGILState_STATE state;
        ~Held() { PyGILState_Release(state); }
    };
    const Held held{reach([] { return PyGILState_Ensure(); })};
#ifdef __GLIBCXX__
    try {
        ask();
    } catch (abi::__forced_unwind&) {
        stay();
    }
#else
    ask();
#endif
    return true;
}

// The result of a Python function, called with the lock held.
inline nanobind::object call(nanobind::handle function, nanobind::handle arguments) {
    PyObject* const found = reach([&] { return PyObject_CallObject(function.ptr(), arguments.ptr()); });
    if (!found) throw nanobind::python_error();
    return nanobind::steal(found);
}
inline bool truth(nanobind::handle answer) {
    const int found = reach([&] { return PyObject_IsTrue(answer.ptr()); });
    if (found < 0) throw nanobind::python_error();
    return found != 0;
}

// False once the interpreter ends. Throws the exception that a signal handler raises, for example on Ctrl-C.
inline bool no_signal() {
    return with_lock([] {
        if (reach([] { return PyErr_CheckSignals(); }) != 0) throw nanobind::python_error();
    });
}

// The result of work without the lock. `kept` stays alive during the work. Throws WorkError in place of
// std::system_error (no thread could be started).
template <class Work>
auto long_work(nanobind::object kept, Work&& work) {
    if (!kept.is_valid()) throw WorkError("expected an object of the core that Python owns");
    const bool was_last = std::exchange(last, finalizing());
    ++at_work, ++here;
    PyThreadState* const thread = PyEval_SaveThread();
    std::optional<std::invoke_result_t<Work>> found;
    std::exception_ptr failure;
    try {
        found.emplace(work());
    } catch (...) {
        failure = std::current_exception();
    }
    if (ends()) stay();
    reach([&] { PyEval_RestoreThread(thread); });
    --at_work, --here;
    last = was_last;
    try {
        if (failure) std::rethrow_exception(failure);
    } catch (const std::system_error& error) {
        throw WorkError(std::string("no thread could be started: ") + error.what());
    }
    return std::move(*found);
}

// Once in a process, when the module is loaded.
inline void begin() {
    static std::once_flag begun;
    std::call_once(begun, [] {
        // Python calls this last. It waits at most half a second for working threads; most stop within milliseconds. A
        // stopped thread uses nothing that is destroyed when the process exits.
        Py_AtExit([] {
            ending = true;
            for (int i = 0; i < 500 && at_work > 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        });
#ifndef _WIN32
        pthread_atfork(nullptr, nullptr, [] {
            ++forks;
            at_work = here;
        });
#endif
    });
}

}  // namespace interpreter
}  // namespace isthmus
