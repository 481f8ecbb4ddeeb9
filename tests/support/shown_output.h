// Outputs as documents show them: compared with what a program says, where … stands for any text or any lines, and
// brought up to date.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace mb::testing {

using Lines = std::vector<std::string>;
inline const std::string kLeftOut = "…";

// Whether a line is as shown; in the shown one … stands for any text.
inline bool isShown(const std::string& line, const std::string& shown) {
  const std::size_t gap = shown.find(kLeftOut);
  if (gap == std::string::npos) return line == shown;
  if (line.compare(0, gap, shown, 0, gap) != 0) return false;
  const std::string rest = shown.substr(gap + kLeftOut.size());
  for (std::size_t at = gap; at <= line.size(); ++at) {
    if (isShown(line.substr(at), rest)) return true;
  }
  return false;
}

// The first shown line that is not in its place, or nothing. A line … stands for any lines.
inline std::optional<std::string> firstDifference(const Lines& lines, const Lines& shown) {
  std::size_t at = 0;
  bool maySkip = false;
  for (const std::string& wanted : shown) {
    if (wanted == kLeftOut) {
      maySkip = true;
      continue;
    }
    while (maySkip && at < lines.size() && !isShown(lines[at], wanted)) ++at;
    if (at == lines.size() || !isShown(lines[at], wanted)) {
      return "shown: " + wanted + "\nfound: " + (at < lines.size() ? lines[at] : "the end");
    }
    ++at;
    maySkip = false;
  }
  if (!maySkip && at < lines.size()) return "shown: the end\nfound: " + lines[at];
  return std::nullopt;
}

// Pairs of a line and the shown line that still matches it: as many as there are, in order.
inline std::vector<std::pair<std::size_t, std::size_t>> stillShown(const Lines& lines, const Lines& shown) {
  const auto matches = [&](std::size_t i, std::size_t j) {
    return shown[j] != kLeftOut && isShown(lines[i], shown[j]);
  };
  std::vector<std::vector<int>> longest(lines.size() + 1, std::vector<int>(shown.size() + 1, 0));
  for (std::size_t i = lines.size(); i-- > 0;) {
    for (std::size_t j = shown.size(); j-- > 0;) {
      longest[i][j] = std::max({longest[i + 1][j], longest[i][j + 1], matches(i, j) ? longest[i + 1][j + 1] + 1 : 0});
    }
  }
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0, j = 0; i < lines.size() && j < shown.size();) {
    if (matches(i, j) && longest[i][j] == longest[i + 1][j + 1] + 1)
      pairs.emplace_back(i++, j++);
    else if (longest[i + 1][j] >= longest[i][j + 1])
      ++i;
    else
      ++j;
  }
  return pairs;
}

// What to show instead: the new lines, with the old ones where they still match, and … where it stood between those.
inline Lines accepted(const Lines& lines, const Lines& shown) {
  if (!firstDifference(lines, shown)) return shown;
  Lines result;
  std::size_t i = 0;
  std::size_t j = 0;
  // The new lines up to one that is still shown. Of lines that … stood for, as many are kept as others stood beside it.
  const auto fill = [&](std::size_t toLine, std::size_t toShown) {
    const auto first = shown.begin() + static_cast<std::ptrdiff_t>(j);
    const auto last = shown.begin() + static_cast<std::ptrdiff_t>(toShown);
    const auto gap = std::find(first, last, kLeftOut);
    const auto before = static_cast<std::size_t>(gap - first);
    const std::size_t after = gap == last ? 0 : static_cast<std::size_t>(last - gap) - 1;
    const bool leavesOut = gap != last && toLine - i > before + after;
    for (std::size_t k = i; k < toLine; ++k) {
      if (leavesOut && k == i + before) {
        result.push_back(kLeftOut);
        k = toLine - after;
        if (k == toLine) break;
      }
      result.push_back(lines[k]);
    }
    if (gap != last && !leavesOut && toLine == i) result.push_back(kLeftOut);  // it may stand for no line at all
    i = toLine;
    j = toShown;
  };
  for (const auto& [line, old] : stillShown(lines, shown)) {
    fill(line, old);
    result.push_back(shown[old]);
    ++i;
    ++j;
  }
  fill(lines.size(), shown.size());
  return result;
}

}  // namespace mb::testing
