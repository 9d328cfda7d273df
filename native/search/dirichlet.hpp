// Samples from the symmetric Dirichlet distribution, by gamma variates (Marsaglia and Tsang 2000).
#pragma once

#include <cmath>
#include <vector>

#include "rules/random.hpp"

namespace isthmus {

inline double normal(Random& random) {  // Box and Muller 1958
    return std::sqrt(-2 * std::log(random.share())) * std::cos(6.283185307179586 * random.share());
}

inline double gamma(Random& random, double shape) {
    if (shape < 1) return gamma(random, shape + 1) * std::pow(random.share(), 1 / shape);
    const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
    while (true) {
        const double x = normal(random), v = std::pow(1 + c * x, 3);
        if (v > 0 && std::log(random.share()) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
    }
}

inline std::vector<double> dirichlet(Random& random, double each, std::size_t count) {
    std::vector<double> shares(count);
    double sum = 1e-300;  // not 0, as all shares may round to 0
    for (double& share : shares) sum += share = gamma(random, each);
    for (double& share : shares) share /= sum;
    return shares;
}

}  // namespace isthmus
