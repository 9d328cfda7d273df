// The parameters of a game as they arrive from Python, where they were checked.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <variant>

namespace isthmus {

class Parameters {
public:
    using Value = std::variant<int, std::string>;
    explicit Parameters(std::map<std::string, Value> values) : values_(std::move(values)) {}

    // The same parameters, one of them changed.
    Parameters with(const std::string& name, Value value) const {
        auto changed = *this;
        changed.values_[name] = std::move(value);
        return changed;
    }
    int number(const std::string& name) const { return std::get<int>(find(name)); }
    const std::string& word(const std::string& name) const { return std::get<std::string>(find(name)); }

private:
    const Value& find(const std::string& name) const {
        const auto found = values_.find(name);
        if (found == values_.end()) throw std::invalid_argument("parameter missing: " + name);
        return found->second;
    }
    std::map<std::string, Value> values_;
};

}  // namespace isthmus
