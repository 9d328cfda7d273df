// Tuning: the numbers of an engine by name, each with its default where it is used, so that a match can change any.
#pragma once

#include <map>
#include <stdexcept>
#include <string>

namespace isthmus {

class Tuning {
public:
    Tuning() = default;
    explicit Tuning(std::map<std::string, double> given) : given_(std::move(given)) {}

    // The number given under a name, or its default. Every name that is asked for becomes known.
    double number(const std::string& name, double standard) {
        known_[name] = standard;
        const auto found = given_.find(name);
        return found == given_.end() ? standard : found->second;
    }
    bool flag(const std::string& name, bool standard) { return number(name, standard) != 0; }

    // All names asked for so far, with their defaults.
    const std::map<std::string, double>& known() const { return known_; }

    // Throws std::invalid_argument for a given name that nobody has asked for.
    void check() const {
        for (const auto& [name, value] : given_) {
            if (known_.contains(name)) continue;
            std::string names;
            for (const auto& [known, standard] : known_) names += (names.empty() ? "" : ", ") + known;
            throw std::invalid_argument("no engine parameter is called " + name + "; there are: " + names);
        }
    }

private:
    std::map<std::string, double> given_;
    std::map<std::string, double> known_;
};

}  // namespace isthmus
