// What pictures consist of: texts, lines and discs with their places, before they are drawn.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mb {

struct PicturePoint {
  double x = 0;
  double y = 0;
};

// The body or the joint that a part of a picture stands for, by name. A page lights up all parts of one subject. The
// box at the end of a cut has both. A part that is drawn once for several has the names of the first here, and all
// names in the lists.
struct PictureSubject {
  std::string body;
  std::string joint;
  std::vector<std::string> bodies = {};
  std::vector<std::string> joints = {};
};

struct PictureText {
  PicturePoint at;  // the left end of the baseline
  std::string text;
  double size = 12;  // pixels
  double width = 0;  // at most
  bool isBold = false;
  std::string style;  // a class of the style sheet
  PictureSubject subject;
};

// One elementary motion of a joint as a letter in a disc.
struct PictureGlyph {
  PicturePoint centre;
  char letter = 'R';
  PictureSubject subject;
};

// Whether what repeats is drawn once; automatic: if there are more than kMostUnfolded bodies.
enum class Fold { automatic, always, never };

constexpr std::size_t kMostUnfolded = 60;  // bodies that are readable on a page of paper

struct PictureOptions {
  bool isInline = false;  // a part of a page that has pictureRules() in its style sheet; otherwise a file of its own
  Fold fold = Fold::automatic;
};

constexpr double kGlyphRadius = 7.2;

}  // namespace mb
