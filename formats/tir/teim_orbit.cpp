#include "formats/tir/teim_orbit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "formats/model/basics/limits.h"
#include "formats/model/basics/numbers.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

constexpr int kMostErrors = 100;

// A quotation for messages: printable, and of limited length.
std::string quoted(std::string_view text) {
  std::string result;
  for (const char c : text.substr(0, 40)) result += c >= ' ' && c <= '~' ? c : '?';
  return text.size() > 40 ? result + "..." : result;
}

class Parser {
 public:
  Parser(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics)
      : file_(std::move(file)), diagnostics_(diagnostics) {}

  TeimFile parse() {
    const int errorsBefore = diagnostics_.errorCount();
    if (!isText(file_->text)) return {};
    std::string_view text = withoutByteOrderMark(file_->text);
    for (line_ = 1; !text.empty(); ++line_) {
      if (line_ > limits::kMostPropertyLines) {
        diagnostics_
            .error({file_, line_, 1}, Code::tooMany,
                   fmt::format("more than {} lines, the limit of a property file", limits::kMostPropertyLines))
            .withHint("property files have some hundred lines; is this one?");
        break;
      }
      if (diagnostics_.errorCount() - errorsBefore >= kMostErrors) {
        diagnostics_.error({file_, line_, 1}, Code::tooManyErrors, fmt::format("gave up after {} errors", kMostErrors))
            .withHint("fix those above first; with so many errors, this may not be a property file");
        break;
      }
      parseLine(takeLine(text));
    }
    if (parsed_.entries.empty() && parsed_.tables.empty() && diagnostics_.errorCount() == errorsBefore) {
      diagnostics_.error({file_, 1, 1}, Code::emptyFile, "the property file is empty").withHint(kExample);
    }
    return std::move(parsed_);
  }

 private:
  static constexpr const char* kExample = "lines are [SECTION], KEY = value, or comments after $ or !";

  std::shared_ptr<const SourceFile> file_;
  Diagnostics& diagnostics_;
  TeimFile parsed_;
  std::map<std::string, SourceRef> first_;  // of each key
  std::string section_;
  bool inTable_ = false;
  int line_ = 1;
  std::string_view content_;  // of the line, from its first byte

  SourceRef at(std::string_view part) const {
    return {file_, line_, static_cast<int>(part.data() - content_.data()) + 1};
  }

  bool isText(std::string_view text) {
    if (text.size() > limits::kLargestPropertyFile) {
      diagnostics_
          .error(
              {file_, 1, 1}, Code::tooLarge,
              fmt::format("the property file has {} bytes, the limit is {}", text.size(), limits::kLargestPropertyFile))
          .withHint("a property file has some kilobytes; check that this is one");
      return false;
    }
    const auto strange = [](unsigned char c) {
      return c < 32 && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != '\v' && c != 26;
    };
    const auto found = std::find_if(text.begin(), text.end(), strange);
    if (found == text.end()) return true;
    const auto offset = static_cast<std::size_t>(found - text.begin());
    const std::string_view kind = foreignKindOf(text);
    diagnostics_
        .error(sourceAt(file_, lineStartsOf(text), offset), Code::notText,
               kind.empty()
                   ? fmt::format("byte {} is not text; this is not a property file", static_cast<unsigned char>(*found))
                   : fmt::format("this file is {}, not text in UTF-8", kind))
        .withHint("property files are plain text: unpack one that is compressed or encrypted, or save it as UTF-8");
    return false;
  }

  // Removes comments and surrounding blanks; a comment sign inside quotes does not count.
  static std::string_view withoutComment(std::string_view line) {
    char quote = 0;
    for (std::size_t k = 0; k < line.size(); ++k) {
      const char c = line[k];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == '$' || c == '!' || c == 26) {
        return trimmed(line.substr(0, k));
      }
    }
    // An unclosed quote does not count: look for comments again without it.
    if (quote != 0) return trimmed(line.substr(0, std::min(line.find_first_of("$!"), line.size())));
    return trimmed(line);
  }

  void parseLine(std::string_view line) {
    content_ = line;
    const std::string_view text = withoutComment(line);
    if (text.empty()) return;
    const int errorsBefore = diagnostics_.errorCount();
    parseContent(text);
    if (diagnostics_.errorCount() > errorsBefore) {
      parsed_.refused.push_back(upperCase(text.substr(0, text.find_first_of(" \t=:"))));
    }
  }

  void parseContent(std::string_view text) {
    if (text.front() == '[') return parseSection(text);
    if (text.front() == '{') return parseHeading(text);
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos) return parseEntry(text, equals);
    if (inTable_) return parseRow(text);
    diagnostics_.error(at(text), Code::malformedLine, fmt::format("'{}' has no '='", quoted(text))).withHint(kExample);
  }

  void parseSection(std::string_view text) {
    inTable_ = false;
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) {
      diagnostics_.error(at(text), Code::malformedLine, fmt::format("section '{}' has no ']'", quoted(text)))
          .withHint("a section is written [NAME]");
      section_ = upperCase(trimmed(text.substr(1)));
      return;
    }
    section_ = upperCase(trimmed(text.substr(1, end - 1)));
    const std::string_view rest = trimmed(text.substr(end + 1));
    if (!rest.empty()) {
      diagnostics_.error(at(rest), Code::malformedLine, fmt::format("'{}' after the section's ']'", quoted(rest)))
          .withHint("comments begin with $ or !");
    }
  }

  void parseHeading(std::string_view text) {
    if (text.find('}') == std::string_view::npos) {
      diagnostics_.error(at(text), Code::malformedLine, fmt::format("heading '{}' has no '}}'", quoted(text)))
          .withHint("the heading of a table is written {name name}");
    }
    inTable_ = true;
    parsed_.tables.push_back({section_, at(text), {}});
  }

  void parseRow(std::string_view text) {
    TeimRow row;
    row.at = at(text);
    while (!text.empty()) {
      const std::size_t end = std::min(text.find_first_of(" \t,;"), text.size());
      const std::string_view word = text.substr(0, end);
      if (!word.empty()) {
        const std::optional<double> number = readTeimNumber(
            word, at(word), fmt::format("'{}' is not a number", quoted(word)),
            "the rows below a heading are numbers with blanks between them, up to the next section", diagnostics_);
        row.numbers.push_back(number.value_or(0));
      }
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    parsed_.tables.back().rows.push_back(std::move(row));
  }

  void parseEntry(std::string_view text, std::size_t equals) {
    inTable_ = false;
    const std::string_view key = trimmed(text.substr(0, equals));
    std::string_view value = trimmed(text.substr(equals + 1));
    const auto isNamePart = [](char c) {
      const char upper = upperCase(c);
      return (upper >= 'A' && upper <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
    };
    if (key.empty() || !std::all_of(key.begin(), key.end(), isNamePart)) {
      diagnostics_.error(at(text), Code::malformedLine, fmt::format("'{}' is not the name of a key", quoted(key)))
          .withHint(kExample);
      return;
    }
    if (value.empty()) {
      diagnostics_.error(at(key), Code::missingValue, fmt::format("{} has no value", quoted(key)))
          .withHint("write the value after the '=', or remove the line");
      return;
    }
    TeimEntry entry{section_, upperCase(key), {}, false, at(key), at(value)};
    if (value.front() == '\'' || value.front() == '"') {
      const std::size_t end = value.find(value.front(), 1);
      if (end == std::string_view::npos || end + 1 != value.size()) {
        diagnostics_
            .error(at(value), Code::malformedLine, fmt::format("the quotes of {} are not closed at its end", entry.key))
            .withHint("end the value with the quote that it begins with; nothing but a comment follows");
        return;
      }
      value = trimmed(value.substr(1, end - 1));
      entry.quoted = true;
    }
    entry.value = std::string(value);
    // Units have a namespace of their own: MASS in [UNITS] is not MASS in [INERTIA].
    const auto [earlier, isNew] = first_.emplace((section_ == "UNITS" ? "UNITS " : "") + entry.key, entry.keyAt);
    if (!isNew) {
      diagnostics_.error(entry.keyAt, Code::givenTwice, fmt::format("{} is given twice", quoted(entry.key)))
          .withHint("remove one of the two")
          .withNote(earlier->second, "first given here");
      return;
    }
    parsed_.entries.push_back(std::move(entry));
  }
};

}  // namespace

std::optional<double> readTeimNumber(std::string_view word, const SourceRef& at, std::string_view message,
                                     std::string_view hint, Diagnostics& diagnostics) {
  const std::optional<double> number = parseNumber(word);
  if (number && std::abs(*number) <= limits::kLargestValue) return number;
  if (word.size() > limits::kLongestNumber) {
    diagnostics
        .error(at, Code::tooLong,
               fmt::format("a number of {} characters, the limit is {}", word.size(), limits::kLongestNumber))
        .withHint("only 17 digits count; write an exponent instead of zeros");
  } else if (number) {
    diagnostics.error(at, Code::outOfRange, fmt::format("{} is absurdly large", quoted(word)))
        .withHint(fmt::format("numbers of a tyre are below {:g}", limits::kLargestValue));
  } else {
    diagnostics.error(at, Code::notANumber, std::string(message)).withHint(std::string(hint));
  }
  return std::nullopt;
}

TeimFile parseTeimOrbit(const std::shared_ptr<const SourceFile>& file, Diagnostics& diagnostics) {
  return Parser(file, diagnostics).parse();
}

}  // namespace mb
