// The knowledge of Orbit.
#pragma once

#include "knowledge/orbit/evaluator.hpp"
