// The places that parts of a picture take, to find those that lie on each other.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "converter/pictures/picture_parts.h"

namespace mb::testing {

struct Area {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
  std::string what;
};

inline constexpr double kAscent = 0.76;  // of DejaVu Sans: the height of b, d, f, and the depth of g, p, q in ems
inline constexpr double kDescent = 0.24;

inline Area areaOf(const PictureText& text) {
  return {text.at.x, text.at.y - kAscent * text.size, text.at.x + text.width, text.at.y + kDescent * text.size,
          text.text};
}
inline Area areaOf(const PictureGlyph& glyph) {
  const auto [x, y] = glyph.centre;
  return {x - kGlyphRadius, y - kGlyphRadius, x + kGlyphRadius, y + kGlyphRadius, std::string(1, glyph.letter)};
}

inline bool overlap(const Area& a, const Area& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
inline bool isInside(const Area& a, const Area& b) {
  return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
}

// Pairs that overlap, by name; the areas are sorted by their left ends so that large pictures take no time.
inline std::vector<std::string> overlaps(std::vector<Area> areas) {
  std::ranges::sort(areas, {}, &Area::left);
  std::vector<std::string> found;
  for (std::size_t a = 0; a < areas.size(); ++a) {
    for (std::size_t b = a + 1; b < areas.size() && areas[b].left < areas[a].right; ++b) {
      if (overlap(areas[a], areas[b])) found.push_back(areas[a].what + " and " + areas[b].what);
    }
  }
  return found;
}

}  // namespace mb::testing
