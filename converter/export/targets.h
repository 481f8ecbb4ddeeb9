// The table of targets, one row each. No target depends on another.
#pragma once

#include <span>
#include <string_view>

#include "converter/export/target/target.h"

namespace mb {

std::span<const Target> targets();
const Target* findTarget(std::string_view name);  // null if there is no such target

}  // namespace mb
