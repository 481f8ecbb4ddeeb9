// What the codes of messages mean, with examples of wrong and mended inputs.
#pragma once

#include <span>
#include <string_view>

#include "formats/model/messages/codes.h"

namespace mb {

struct Explanation {
  Code code;
  std::string_view title;    // lower case, no full stop
  std::string_view meaning;  // whole sentences: what it means, why it is refused, what to do
  std::string_view wrong;    // an example that gives it; empty where none is short
  std::string_view right;    // the same, mended
};

std::span<const Explanation> explanations();
const Explanation& explanationOf(Code code);
// By what a user writes: "E0302", "W0302", "e302", "302".
const Explanation* findExplanation(std::string_view text);

}  // namespace mb
