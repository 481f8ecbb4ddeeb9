// Matches names against user patterns: * for any characters, ? for one.
#pragma once

#include <string_view>

namespace mb {

bool matchesPattern(std::string_view pattern, std::string_view name);

}  // namespace mb
