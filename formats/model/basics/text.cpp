#include "formats/model/basics/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mb {
namespace {

using namespace std::string_view_literals;

bool endsLine(char c) { return c == '\n' || c == '\r'; }

// The length of the line end at the offset.
std::size_t endLength(std::string_view text, std::size_t offset) {
  if (offset == text.size()) return 0;
  return text.substr(offset, 2) == "\r\n" ? 2 : 1;
}

// First bytes of files that are often passed instead of text. "x^", which zlib may write, is omitted because text may
// begin with it.
struct Beginning {
  std::string_view bytes;
  std::string_view kind;
};
constexpr std::array kBeginnings{
    Beginning{"\xFF\xFE"sv, "in UTF-16"},
    Beginning{"\xFE\xFF"sv, "in UTF-16"},
    Beginning{"\x1F\x8B"sv, "compressed by gzip"},
    Beginning{"PK\x03\x04"sv, "a zip archive"},
    Beginning{"BZh91AY&SY"sv, "compressed by bzip2"},
    Beginning{"\xFD"
              "7zXZ\0"sv,
              "compressed by xz"},
    Beginning{"\x28\xB5\x2F\xFD"sv, "compressed by zstd"},
    Beginning{"\x78\x01"sv, "compressed by zlib"},
    Beginning{"\x78\x9C"sv, "compressed by zlib"},
    Beginning{"\x78\xDA"sv, "compressed by zlib"},
};

}  // namespace

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

bool isName(std::string_view text) {
  const auto isPart = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), isPart);
}

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

std::string someOf(const std::vector<std::string>& names, std::size_t most, std::string_view quote) {
  std::string text;
  for (std::size_t k = 0; k < std::min(names.size(), most); ++k) {
    if (k > 0) text += ", ";
    text.append(quote).append(names[k]).append(quote);
  }
  if (names.size() > most) text += " and " + std::to_string(names.size() - most) + " more";
  return text;
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  if (count == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", count, one) : fmt::format("{} {}", count, many);
}

std::string_view foreignKindOf(std::string_view text) {
  for (const auto& [bytes, kind] : kBeginnings) {
    if (text.starts_with(bytes)) return kind;
  }
  return {};
}

std::string_view withoutByteOrderMark(std::string_view text) {
  return text.substr(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
}

std::string_view lineAt(std::string_view text, std::size_t start) {
  text.remove_prefix(start);
  return text.substr(0, static_cast<std::size_t>(std::find_if(text.begin(), text.end(), endsLine) - text.begin()));
}

std::size_t nextLine(std::string_view text, std::size_t start) {
  const std::size_t end = start + lineAt(text, start).size();
  return end == text.size() ? std::string_view::npos : end + endLength(text, end);
}

std::string_view takeLine(std::string_view& text) {
  const std::string_view line = lineAt(text, 0);
  text.remove_prefix(line.size() + endLength(text, line.size()));
  return line;
}

std::vector<std::size_t> lineStartsOf(std::string_view text) {
  std::vector<std::size_t> starts;
  for (std::size_t k = text.size() - withoutByteOrderMark(text).size(); k != std::string_view::npos;
       k = nextLine(text, k)) {
    starts.push_back(k);
  }
  return starts;
}

std::size_t lineOf(const std::vector<std::size_t>& lineStarts, std::size_t offset) {
  const auto next =
      std::upper_bound(lineStarts.begin() + 1, lineStarts.end(), offset);  // a byte order mark may come first
  return static_cast<std::size_t>(next - lineStarts.begin()) - 1;
}

SourceRef sourceAt(const std::shared_ptr<const SourceFile>& file, const std::vector<std::size_t>& lineStarts,
                   std::size_t offset) {
  const std::size_t line = lineOf(lineStarts, offset);
  const std::size_t column = offset - std::min(offset, lineStarts[line]);
  return {file, static_cast<int>(line) + 1, static_cast<int>(column) + 1};
}

std::string countText(const std::string& digits) {
  if (digits.size() <= 15) return digits;
  return fmt::format("{}.{}e{}", digits[0], digits.substr(1, 2), digits.size() - 1);
}

}  // namespace mb
