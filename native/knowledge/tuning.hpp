// Tuning: the parameters of an engine by name. Each has its default where it is used, and a match can change any of
// them.
#pragma once

#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

namespace isthmus {

class Tuning {
public:
    Tuning() = default;
    explicit Tuning(std::map<std::string, double> given) : given_(std::move(given)) {}

    // The number given for a name, or its default. Each call registers its name. Throws std::invalid_argument for a
    // number out of range.
    float number(const std::string& name, double standard, double least, double most) {
        if (const auto own = preferred_.find(name); own != preferred_.end()) standard = own->second;
        known_[name] = standard;
        const auto found = given_.find(name);
        const double number = found == given_.end() ? standard : found->second;
        if (number >= least && number <= most) return static_cast<float>(number);
        throw std::invalid_argument("engine parameter " + name + " is " + text(number) + "; expected " + text(least) +
                                    " to " + text(most));
    }
    int count(const std::string& name, int standard, int least, int most) {
        return static_cast<int>(number(name, standard, least, most));
    }
    bool flag(const std::string& name, bool standard) { return number(name, standard, 0, 1) != 0; }

    // Another default for a name that is read later, such as a game's default for a parameter of the search.
    void prefer(const std::string& name, double standard) { preferred_[name] = standard; }

    // All names registered so far, with their defaults.
    const std::map<std::string, double>& known() const { return known_; }

    // Throws std::invalid_argument for a given name that is not registered.
    void check() const {
        for (const auto& [name, value] : given_) {
            if (known_.contains(name)) continue;
            std::string names;
            for (const auto& [known, standard] : known_) names += (names.empty() ? "" : ", ") + known;
            throw std::invalid_argument("no engine parameter is called " + name + "; expected one of " + names);
        }
    }

private:
    static std::string text(double number) {
        std::ostringstream out;
        out << number;
        return out.str();
    }

    std::map<std::string, double> given_;
    std::map<std::string, double> preferred_;
    std::map<std::string, double> known_;
};

}  // namespace isthmus
