#include "formats/xml/other_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "formats/model/messages/diagnostics.h"

namespace mb {
namespace {

struct OtherWord {
  std::string_view theirs;
  std::string_view ours;
};
constexpr OtherWord kOtherWords[] = {
    {"hinge", "revolute"},
    {"pin", "revolute"},
    {"rotational", "revolute"},
    {"continuous", "revolute"},
    {"prismatic", "translational"},
    {"slider", "translational"},
    {"ball", "spherical"},
    {"cardan", "universal"},
    {"weld", "fixed"},
    {"rigid", "fixed"},
    {"rod", "distance"},
    {"spring", "tsda"},
    {"spring-damper", "tsda"},
    {"damper", "tsda"},
    {"torsion-spring", "rsda"},
    {"stiffness", "k"},
    {"damping", "c"},
    {"free-length", "length"},
    {"free_length", "length"},
    {"rest_length", "length"},
    {"l0", "length"},
    {"position", "pos"},
    {"origin", "pos"},
    {"xyz", "pos"},
    {"quaternion", "quat"},
    {"ixx", "xx"},
    {"iyy", "yy"},
    {"izz", "zz"},
    {"expression", "function"},
    {"formula", "function"},
    {"body1", "i"},
    {"body2", "j"},
    {"parent", "j"},
    {"child", "i"},
};

}  // namespace

std::string meantHint(std::string_view word, const std::vector<std::string>& known) {
  for (const OtherWord& row : kOtherWords) {
    if (word == row.theirs && std::ranges::find(known, row.ours) != known.end()) {
      return fmt::format("did you mean '{}'?", row.ours);
    }
  }
  return didYouMean(word, known);
}

}  // namespace mb
