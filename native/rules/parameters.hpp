// The parameters of a game as they arrive from Python, and their allowed values.
#pragma once

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace isthmus {

class Parameters {
public:
    using Value = std::variant<int, std::string>;
    // Each parameter of a game with all its allowed values, as in src/isthmus/games.
    using Declared = std::vector<std::pair<std::string, std::vector<Value>>>;

    explicit Parameters(std::map<std::string, Value> values) : values_(std::move(values)) {}

    // The same parameters with one changed.
    Parameters with(const std::string& name, Value value) const {
        auto changed = *this;
        changed.values_[name] = std::move(value);
        return changed;
    }
    // Throws std::invalid_argument unless these are the declared parameters, each with an allowed value.
    void check(const Declared& declared) const {
        for (const auto& [name, allowed] : declared) {
            const auto& value = find(name);
            if (std::find(allowed.begin(), allowed.end(), value) == allowed.end())
                throw std::invalid_argument("parameter " + name + " cannot be " + text(value));
        }
        for (const auto& [name, value] : values_)
            if (std::none_of(declared.begin(), declared.end(),
                             [&name = name](const auto& known) { return known.first == name; }))
                throw std::invalid_argument("no parameter is called " + name);
    }
    // For example "pie=1,size=11".
    std::string text() const {
        std::string out;
        for (const auto& [name, value] : values_) out += (out.empty() ? "" : ",") + name + "=" + text(value);
        return out;
    }
    int number(const std::string& name) const { return std::get<int>(find(name)); }
    const std::string& word(const std::string& name) const { return std::get<std::string>(find(name)); }

private:
    static std::string text(const Value& value) {
        const auto* const number = std::get_if<int>(&value);
        return number ? std::to_string(*number) : std::get<std::string>(value);
    }
    const Value& find(const std::string& name) const {
        const auto found = values_.find(name);
        if (found == values_.end()) throw std::invalid_argument("parameter missing: " + name);
        return found->second;
    }
    std::map<std::string, Value> values_;
};

// The whole numbers from the least to the most, `step` apart.
inline std::vector<Parameters::Value> every(int least, int most, int step = 1) {
    std::vector<Parameters::Value> values;
    for (int value = least; value <= most; value += step) values.emplace_back(value);
    return values;
}

}  // namespace isthmus
