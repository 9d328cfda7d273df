// The knowledge of Network.
#pragma once

#include "knowledge/network/evaluator.hpp"
