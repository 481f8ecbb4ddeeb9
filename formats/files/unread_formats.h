// Formats that are recognised but not read, so that the user learns what the file is.
#pragma once

#include <string_view>

namespace mb {

struct UnreadFormat {
  std::string_view what;  // "a MuJoCo model (MJCF)"
  std::string_view hint;  // what to do instead
};

// Null for all other files.
const UnreadFormat* recogniseUnread(std::string_view text);

}  // namespace mb
