// How wide a text is in a picture.
#pragma once

#include <string_view>

namespace mb {

// An upper bound in ems for sans-serif faces: the advances of DejaVu Sans, which is wider than the usual ones, and one
// em for every character beyond ASCII.
double textWidth(std::string_view text);

constexpr double kBoldWidth = 1.27;  // a bold text is at most this much wider

}  // namespace mb
