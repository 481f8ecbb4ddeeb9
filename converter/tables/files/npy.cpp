#include "converter/tables/files/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>

#include "formats/model/basics/limits.h"

namespace mb {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kAlignment = 64;  // of the first row, so that it can be mapped into memory
constexpr int kMostRowDigits = 19;
constexpr std::string_view kDouble = "<f8";

std::uint64_t wordOf(double number) {
  std::uint64_t word = std::bit_cast<std::uint64_t>(number);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

std::string quoted(std::string_view name) {
  std::string text = "'";
  for (const char c : name) {
    if (c == '\'' || c == '\\') text += '\\';
    text += c;
  }
  return text + "'";
}

// The number in little-endian bytes.
std::size_t lengthIn(std::string_view bytes) {
  std::size_t length = 0;
  for (std::size_t k = bytes.size(); k-- > 0;) length = 256 * length + static_cast<unsigned char>(bytes[k]);
  return length;
}

struct Header {
  std::vector<std::string> names;
  std::size_t rows = 0;
};

// Reads the header's dictionary, a literal of Python with the keys descr, fortran_order and shape. `fault` says what is
// not as it must be.
class HeaderParser {
 public:
  explicit HeaderParser(std::string_view text) : text_(text) {}

  bool parse(Header& header) {
    bool hasNames = false;
    bool hasShape = false;
    if (!take('{')) return fail("its header is no dictionary");
    while (!take('}')) {
      std::string key;
      if (!takeString(key) || !take(':')) return fail("its header is damaged");
      const bool isRead = key == "descr"           ? (hasNames = takeColumns(header.names))
                          : key == "shape"         ? (hasShape = takeShape(header.rows))
                          : key == "fortran_order" ? takeWord("False") || takeWord("True")
                                                   : false;
      if (!isRead) return fail("its header is damaged");
      take(',');
    }
    return (hasNames && hasShape) || fail("its header is not complete");
  }

  const std::string& fault() const { return fault_; }

 private:
  bool fail(std::string text) {
    if (fault_.empty()) fault_ = std::move(text);
    return false;
  }

  void skipBlanks() { text_.remove_prefix(std::min(text_.find_first_not_of(" \n"), text_.size())); }

  bool take(char c) {
    skipBlanks();
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }

  bool takeWord(std::string_view word) {
    skipBlanks();
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }

  bool takeString(std::string& to) {
    skipBlanks();
    if (text_.empty() || (text_.front() != '\'' && text_.front() != '"')) return false;
    const char quote = text_.front();
    for (std::size_t k = 1; k < text_.size(); ++k) {
      if (text_[k] == quote) {
        text_.remove_prefix(k + 1);
        return true;
      }
      if (text_[k] == '\\' && ++k == text_.size()) return false;
      to += text_[k];
    }
    return false;
  }

  // [('name', '<f8'), ...]
  bool takeColumns(std::vector<std::string>& names) {
    if (!take('[')) return fail("its columns have no names: it is no array of records");
    while (!take(']')) {
      std::string name;
      std::string type;
      if (!take('(') || !takeString(name) || !take(',') || !takeString(type) || !take(')')) {
        return fail("a field is no plain number");
      }
      if (type != kDouble) return fail(fmt::format("field '{}' is of the type '{}', not '{}'", name, type, kDouble));
      if (names.size() == limits::kMostColumns) {
        return fail(fmt::format("more than {} columns", limits::kMostColumns));
      }
      names.push_back(std::move(name));
      take(',');
    }
    return true;
  }

  // (rows,)
  bool takeShape(std::size_t& rows) {
    if (!take('(')) return false;
    skipBlanks();
    const auto [end, fault] = std::from_chars(text_.data(), text_.data() + text_.size(), rows);
    if (fault != std::errc()) return false;
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return (take(',') && take(')')) || fail("it has more than one dimension");
  }

  std::string_view text_;
  std::string fault_;
};

// The dictionary and what follows it; nothing for a file that ends before.
struct Parts {
  std::string_view header;
  std::string_view rows;
};
std::optional<Parts> partsOf(std::string_view bytes) {
  constexpr std::size_t kVersionAt = kMagic.size();
  if (bytes.size() < kVersionAt + 2) return std::nullopt;
  const std::size_t lengthAt = kVersionAt + 2;
  const std::size_t lengthSize = bytes[kVersionAt] == 1 ? 2 : 4;
  if (bytes.size() < lengthAt + lengthSize) return std::nullopt;
  const std::size_t length = lengthIn(bytes.substr(lengthAt, lengthSize));
  const std::string_view rest = bytes.substr(lengthAt + lengthSize);
  if (rest.size() < length) return std::nullopt;
  return Parts{rest.substr(0, length), rest.substr(length)};
}

std::string faultOf(const Header& header, std::size_t bytes) {
  const std::set<std::string_view> different(header.names.begin(), header.names.end());
  if (header.names.empty()) return "it has no columns";
  if (different.size() < header.names.size()) return "two of its columns have the same name";
  if (header.rows == 0) return "it has no rows";
  const std::size_t row = header.names.size() * sizeof(double);
  if (bytes % row == 0 && bytes / row == header.rows) return {};
  return fmt::format("its header promises {} rows, and {} bytes of {} each follow", header.rows, bytes, row);
}

}  // namespace

bool isNpyName(std::string_view path) { return path.ends_with(".npy"); }

bool looksLikeNpy(std::string_view bytes) { return bytes.starts_with(kMagic); }

std::string npyHeader(const std::vector<std::string>& names, std::size_t rows) {
  std::string text = "{'descr': [";
  bool isAscii = true;
  for (const std::string& name : names) {
    text += fmt::format("({}, '{}'), ", quoted(name), kDouble);
    isAscii = isAscii && std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  }
  text += "], 'fortran_order': False, 'shape': (";
  const std::size_t longest = text.size() + kMostRowDigits + std::string_view(",), }\n").size();
  text += fmt::format("{},), }}", rows);
  // Version 1 has a length of two bytes, and version 3 is in UTF-8.
  const int version = longest + kAlignment > 0xffff ? (isAscii ? 2 : 3) : (isAscii ? 1 : 3);
  const std::size_t before = kMagic.size() + 2 + (version == 1 ? 2 : 4);
  const std::size_t whole = (before + longest + kAlignment - 1) / kAlignment * kAlignment;
  text.resize(whole - before - 1, ' ');
  text += '\n';
  std::string header(kMagic);
  header += static_cast<char>(version);
  header += '\0';
  for (std::size_t k = 0; k < (version == 1 ? 2 : 4); ++k) header += static_cast<char>(text.size() >> (8 * k) & 0xff);
  return header + text;
}

void appendNpyNumber(double number, std::string& bytes) {
  const std::uint64_t word = wordOf(number);
  bytes.append(reinterpret_cast<const char*>(&word), sizeof word);
}

std::optional<CsvTable> readNpy(const SourceFile& file, Diagnostics& diagnostics) {
  CsvTable table;
  // Its bytes are no text that a message could show.
  table.file = std::make_shared<const SourceFile>(SourceFile{file.path, {}});
  table.headerLine = 0;
  const auto refuse = [&](const std::string& why) {
    diagnostics.error({table.file, 0, 0}, Code::malformedTable, fmt::format("this .npy file is no table: {}", why))
        .withHint("an array of records of doubles with names, as NumPy saves it, is read");
    return std::nullopt;
  };
  const std::optional<Parts> parts = partsOf(file.text);
  if (!parts) return refuse("it ends within its header");
  Header header;
  HeaderParser parser(parts->header);
  if (!parser.parse(header)) return refuse(parser.fault());
  if (const std::string fault = faultOf(header, parts->rows.size()); !fault.empty()) return refuse(fault);
  table.names = std::move(header.names);
  table.columns.assign(table.names.size(), std::vector<double>(header.rows));
  const char* from = parts->rows.data();
  for (std::size_t row = 0; row < header.rows; ++row) {
    for (std::vector<double>& column : table.columns) {
      double number = 0;
      std::memcpy(&number, from, sizeof number);
      number = std::bit_cast<double>(wordOf(number));
      column[row] = std::isfinite(number) ? number : std::numeric_limits<double>::quiet_NaN();
      from += sizeof number;
    }
  }
  return table;
}

}  // namespace mb
