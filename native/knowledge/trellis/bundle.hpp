// The knowledge of Trellis.
#pragma once

#include "knowledge/trellis/evaluator.hpp"
