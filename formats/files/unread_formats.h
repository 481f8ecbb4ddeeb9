// Formats that are known by their look and not read, so that whoever brings such a file is told what it is.
#pragma once

#include <string_view>

namespace mb {

struct UnreadFormat {
  std::string_view what;  // "a MuJoCo model (MJCF)"
  std::string_view hint;  // what can be done instead
};

// Null for all others.
const UnreadFormat* recogniseUnread(std::string_view text);

}  // namespace mb
