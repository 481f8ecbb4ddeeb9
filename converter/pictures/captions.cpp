#include "converter/pictures/captions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "converter/pictures/text_width.h"

namespace mb {
namespace {

constexpr double kLineHeight = 16;

struct Letter {
  char letter;
  const char* text;
};
constexpr std::array<Letter, 7> kLetters{{{'R', "rotation"},
                                          {'P', "translation"},
                                          {'S', "ball"},
                                          {'V', "constant velocity"},
                                          {'H', "screw"},
                                          {'D', "distance, rod"},
                                          {'W', "weld"}}};

}  // namespace

double widthOf(std::string_view text, double size, bool isBold) {
  return size * textWidth(text) * (isBold ? kBoldWidth : 1);
}

PictureText textAt(PicturePoint point, std::string text, double size, bool isBold, std::string style) {
  const double width = widthOf(text, size, isBold);
  return {point, std::move(text), size, width, isBold, std::move(style), {}};
}

void Captions::addParagraph(const std::string& text, double size, bool isBold, const std::string& style) {
  std::string line;
  const auto flush = [&] {
    y_ += kLineHeight;
    texts.push_back(textAt({kMargin, y_}, line, size, isBold, style));
    width_ = std::max(width_, texts.back().width + 2 * kMargin);
    line.clear();
  };
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::string word = text.substr(start, end - start);
    start = end + 1;
    const std::string longer = line.empty() ? word : fmt::format("{} {}", line, word);
    if (!line.empty() && widthOf(longer, size, isBold) > width_ - 2 * kMargin) {
      flush();
      line = word;
    } else {
      line = longer;
    }
  }
  if (!line.empty()) flush();
}

void Captions::addLegend(const std::vector<PictureGlyph>& used, const std::vector<LegendEntry>& entries) {
  constexpr double kGap = 16;
  double x = kMargin;
  const auto place = [&](double width) {
    if (x > kMargin && x + width > width_ - kMargin) {
      x = kMargin;
      y_ += kLineHeight + 2;
    }
    width_ = std::max(width_, x + width + kMargin);
  };
  for (const Letter& letter : kLetters) {
    if (std::ranges::find(used, letter.letter, &PictureGlyph::letter) == used.end()) continue;
    const double width = 2 * kGlyphRadius + 6 + widthOf(letter.text, kJointSize);
    place(width);
    glyphs.push_back({{x + kGlyphRadius, y_}, letter.letter, {}});
    texts.push_back(textAt({x + 2 * kGlyphRadius + 6, y_ + 4}, letter.text, kJointSize, false, "second"));
    x += width + kGap;
  }
  for (const LegendEntry& entry : entries) {
    place(widthOf(entry.text, kJointSize));
    texts.push_back(textAt({x, y_ + 4}, entry.text, kJointSize, false, entry.style));
    x += texts.back().width + kGap;
  }
  y_ += kLineHeight;
}

}  // namespace mb
