// The lines of text above a picture and the legend below it, as they fit its width.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "converter/pictures/picture_parts.h"

namespace mb {

constexpr double kMargin = 14;
constexpr double kNameSize = 12;
constexpr double kJointSize = 10.5;

double widthOf(std::string_view text, double size, bool isBold = false);
PictureText textAt(PicturePoint point, std::string text, double size, bool isBold, std::string style);

struct LegendEntry {
  std::string text;
  std::string style;
};

class Captions {
 public:
  explicit Captions(double width) : width_(width) {}

  void addTitle(const std::string& text) { addParagraph(text, 14, true, "ink"); }
  void addLine(const std::string& text) { addParagraph(text, kJointSize, false, "second"); }
  // What the letters mean that are in the picture, and what else there is to say.
  void addLegend(const std::vector<PictureGlyph>& used, const std::vector<LegendEntry>& entries);

  double width() const { return width_; }  // a word that is longer than the picture widens it
  double bottom() const { return y_; }
  void goTo(double y) { y_ = y; }
  void widen(double width) { width_ = width > width_ ? width : width_; }

  std::vector<PictureText> texts;
  std::vector<PictureGlyph> glyphs;

 private:
  void addParagraph(const std::string& text, double size, bool isBold, const std::string& style);

  double width_;
  double y_ = kMargin - 4;
};

}  // namespace mb
