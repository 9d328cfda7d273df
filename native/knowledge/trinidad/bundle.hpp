// The knowledge of Trinidad.
#pragma once

#include "knowledge/trinidad/evaluator.hpp"
