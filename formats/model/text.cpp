#include "formats/model/text.h"

#include <algorithm>

namespace mb {

std::size_t utf8Length(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xc0) != 0x80) return 0;
  }
  const bool overlong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
  const bool surrogate = first == 0xed && byte(1) > 0x9f;
  const bool tooLarge = first == 0xf4 && byte(1) > 0x8f;
  return overlong || surrogate || tooLarge ? 0 : length;
}

std::size_t characterLength(std::string_view text) {
  if (text.empty()) return 0;
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x20 && first != '\t' && first != '\n' && first != '\r') return 0;
  const std::string_view character = text.substr(0, utf8Length(text));
  return character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF" ? 0 : character.size();
}

std::size_t characterStart(std::string_view text, std::size_t offset) {
  const auto continues = [&](std::size_t k) {
    return k < text.size() && (static_cast<unsigned char>(text[k]) & 0xC0) == 0x80;
  };
  const std::size_t least = offset - std::min<std::size_t>(offset, 3);
  while (offset > least && continues(offset)) --offset;
  return offset;
}

bool isXmlBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return text.substr(0, 0);
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

char upperCase(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
char lowerCase(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string upperCase(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = upperCase(c);
  return upper;
}

std::string lowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = lowerCase(c);
  return lower;
}

bool sameWord(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char c, char d) { return lowerCase(c) == lowerCase(d); });
}

std::vector<std::size_t> lineStartsOf(std::string_view text) {
  std::vector<std::size_t> starts{0};
  for (std::size_t k = text.find('\n'); k != std::string_view::npos; k = text.find('\n', k + 1))
    starts.push_back(k + 1);
  return starts;
}

std::size_t lineOf(const std::vector<std::size_t>& lineStarts, std::size_t offset) {
  const auto next = std::upper_bound(lineStarts.begin(), lineStarts.end(), offset);
  return static_cast<std::size_t>(next - lineStarts.begin()) - 1;
}

SourceRef placeOf(const std::shared_ptr<const SourceFile>& file, const std::vector<std::size_t>& lineStarts,
                  std::size_t offset) {
  const std::size_t line = lineOf(lineStarts, offset);
  return {file, static_cast<int>(line) + 1, static_cast<int>(offset - lineStarts[line]) + 1};
}

}  // namespace mb
