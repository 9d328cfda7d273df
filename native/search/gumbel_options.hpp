// GumbelOptions: how a GumbelTree searches.
#pragma once

namespace isthmus {

struct GumbelOptions {
    int simulations = 16;     // not counting the judgement of the root
    int considered = 16;      // the maximum number of steps tried at the root
    float value_scale = 0.5;  // weight of values in logits (c_scale in the paper), for values in [0, 1]
    float visit_offset = 50;  // c_visit in the paper
    bool explore = true;      // with noise at the root; without it the search is deterministic
    bool prove = false;       // draw conclusions from certain results

    // PUCT instead (Rosin 2011; Silver and others 2018): the most visited step is the best, visits are the policy.
    bool puct = false;
    float exploration = 1.25f;      // the constant of PUCT, for values in [-1, 1]
    float dirichlet_share = 0.25f;  // share of noise in the priors at the root
    float dirichlet_total = 10;     // sum of the parameters of all steps; AlphaZero gives 10 / number of steps to each
};

}  // namespace isthmus
