#include "formats/json/located_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unordered_map>

#include "formats/model/basics/limits.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

using Kind = JsonValue::Kind;

// Translates the library's errors.
struct Fault {
  std::string_view theirs;  // part of the library's message
  Code code;
  bool isForeign;  // something unexpected is there, which the message quotes
  std::string_view message;
  std::string_view hint;
};
constexpr std::array<Fault, 12> kFaults{{
    {"missing closing '*/'", Code::malformedJson, false, "the comment has no end", "close it with */"},
    {"U+000A", Code::malformedJson, false, "the text has no closing '\"' on its line",
     "close it, or write \\n for a new line"},
    {"U+000D", Code::malformedJson, false, "the text has no closing '\"' on its line",
     "close it, or write \\n for a new line"},
    {"control character", Code::malformedText, false, "a control character inside a text", "write \\t for a tab"},
    {"4 hex digits", Code::malformedText, false, "'\\u' must be followed by four hexadecimal digits", "as in \\u00e4"},
    {"surrogate", Code::malformedText, false, "half of a surrogate pair",
     "write \\ud800 to \\udbff before \\udc00 to \\udfff"},
    {"after backslash", Code::malformedText, false, "'\\' must be followed by one of \"\\/bfnrtu",
     "write \\\\ for a backslash"},
    {"object key", Code::malformedJson, true, "the name of a member is expected here",
     "write \"Name\": value, with no comma after the last"},
    {"object separator", Code::malformedJson, true, "':' is expected here", "members are written \"Name\": value"},
    {"parsing array", Code::malformedJson, true, "',' or ']' is expected here",
     "elements are separated by commas; check the one before"},
    {"parsing object", Code::malformedJson, true, "',' or '}' is expected here",
     "members are separated by commas; check the one before"},
    {"", Code::malformedJson, true, "a value is expected here",
     "values are finite numbers, \"texts\" in quotes, true, false, null, [arrays] and {objects}"},
}};

// Text that the library can read: it takes a zero byte for the end of the file, and refuses bytes that are not UTF-8,
// which other readers overlook. With a final line end, every number is followed by something.
std::string readable(std::string text) {
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '\0') text[k] = '\1';
    if (static_cast<unsigned char>(text[k]) < 0x80) continue;
    const std::size_t length = characterLength(std::string_view(text).substr(k));
    if (length == 0) text[k] = '?';
    k += std::max<std::size_t>(length, 1) - 1;
  }
  return text + '\n';
}

// The library reports what it reads piece by piece, but not where. It takes no more bytes from the stream than it
// needs, which gives the end of a piece; the piece starts after the blanks and the separator that follow the previous
// one.
class TreeBuilder {
 public:
  TreeBuilder(std::shared_ptr<const SourceFile> file, int& values, Diagnostics& diagnostics)
      : file_(std::move(file)),
        values_(values),
        diagnostics_(diagnostics),
        stream_(readable(file_->text)),
        text_(stream_.view()),
        lineStarts_(lineStartsOf(file_->text)) {}

  std::optional<JsonValue> build() {
    position_ = lineStarts_.front();  // after a byte order mark
    using nlohmann::json;
    if (!json::sax_parse(stream_, this, json::input_format_t::json, true, true)) return std::nullopt;
    return std::move(root_);
  }

  // Callbacks of the library, with its names. Returning false ends the reading.
  bool null() { return begin(Kind::null) && end(); }
  bool boolean(bool value) {
    next_.value.boolean = value;
    return begin(Kind::boolean) && end();
  }
  bool number_integer(std::int64_t value) { return number(static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) { return number(static_cast<double>(value)); }
  bool number_float(double value, const std::string& /*spelling*/) { return number(value); }
  bool string(std::string& value) {
    next_.value.text = std::move(value);
    return begin(Kind::text) && end();
  }
  bool binary(std::vector<std::uint8_t>& /*value*/) { return false; }  // never occurs in text
  bool start_array(std::size_t /*count*/) { return begin(Kind::array); }
  bool end_array() { return end(); }
  bool start_object(std::size_t /*count*/) {
    names_.emplace_back();
    return begin(Kind::object);
  }
  bool end_object() {
    names_.pop_back();
    return end();
  }
  bool key(std::string& name) {
    skipToPiece();
    next_.name = std::move(name);
    next_.at = here();
    position_ = readSoFar();
    separator_ = ':';
    return true;
  }
  bool parse_error(std::size_t /*position*/, const std::string& /*last*/, const nlohmann::json::exception& error) {
    skipToPiece();
    std::string_view theirs = error.what();
    theirs = theirs.substr(0, theirs.find("; last read: "));  // the file's own words follow
    const auto holds = [&](std::string_view part) { return theirs.find(part) != std::string_view::npos; };
    const Fault& fault = *std::ranges::find_if(kFaults, holds, &Fault::theirs);
    if (!fault.isForeign) {
      if (holds("invalid string")) position_ = readSoFar() - 1;
      return fail(fault.code, std::string(fault.message), fault.hint);
    }
    if (root_) {
      return fail(Code::malformedJson, "there is text after the end of the JSON value",
                  "a file is one object; remove what follows it");
    }
    const bool isEnd = position_ == file_->text.size();
    const Code code = isEnd && open_.empty() ? Code::emptyFile : fault.code;
    return fail(code,
                fmt::format("{}, {}", fault.message, isEnd ? "but the file ends" : fmt::format("not '{}'", word())),
                fault.hint);
  }

 private:
  std::size_t readSoFar() {
    return static_cast<std::size_t>(std::streamoff{stream_.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in)});
  }

  SourceRef here() const { return sourceAt(file_, lineStarts_, position_); }

  bool fail(Code code, std::string message, std::string_view hint) {
    diagnostics_.error(here(), code, std::move(message)).withHint(std::string(hint));
    return false;
  }

  std::string_view word() const {
    const std::size_t length = text_.find_first_of(" \t\r\n,:]}[{\"/", position_) - position_;
    return std::string_view(file_->text).substr(position_, std::clamp<std::size_t>(length, 1, 40));
  }

  void skipBlanks() {
    for (;;) {
      position_ = std::min(text_.find_first_not_of(" \t\r\n", position_), file_->text.size());
      const std::string_view start = text_.substr(position_, 2);
      if (start != "//" && start != "/*") return;
      const std::size_t end = start == "//" ? text_.find_first_of("\r\n", position_) : text_.find("*/", position_ + 2);
      if (end == std::string_view::npos) return;
      position_ = start == "//" ? end : end + 2;
    }
  }

  void skipToPiece() {
    skipBlanks();
    if (text_[position_] == separator_) {
      ++position_;
      skipBlanks();
    }
    separator_ = '\0';
  }

  bool number(double value) {
    next_.value.number = value;
    return begin(Kind::number) && end();
  }

  bool begin(Kind kind) {
    skipToPiece();
    if (open_.size() > limits::kDeepest) {
      return fail(Code::tooDeep, fmt::format("more than {} brackets inside each other, the limit", limits::kDeepest),
                  "flatten the file");
    }
    if (++values_ > limits::kMostNodes) {
      return fail(Code::tooMany, fmt::format("more than {} values, the limit of a model", limits::kMostNodes),
                  "split the file");
    }
    if (std::abs(next_.value.number) > limits::kLargestValue) {
      return fail(Code::outOfRange, fmt::format("{} is absurdly large", word()),
                  fmt::format("numbers of a vehicle are below {:g}", limits::kLargestValue));
    }
    next_.value.kind = kind;
    next_.value.at = here();
    next_.value.begin = position_++;
    open_.push_back(std::exchange(next_, {}));
    return true;
  }

  bool end() {
    JsonMember member = std::move(open_.back());
    open_.pop_back();
    position_ =
        readSoFar() - (member.value.kind == Kind::number ? 1 : 0);  // the character after a number is consumed with it
    member.value.end = position_;
    if (open_.empty()) {
      root_ = std::move(member.value);
      return true;
    }
    separator_ = ',';
    JsonValue& parent = open_.back().value;
    if (parent.kind == Kind::object) return addMember(parent.members, std::move(member));
    parent.items.push_back(std::move(member.value));
    return true;
  }

  bool addMember(std::vector<JsonMember>& members, JsonMember member) {
    Names& names = names_.back();
    if (names.count++ == limits::kMostMembers) {
      return fail(Code::tooMany, fmt::format("more than {} members in one object, the limit", limits::kMostMembers),
                  "split the object");
    }
    const auto [first, isNew] = names.at.emplace(member.name, member.at);
    if (!isNew) {
      diagnostics_
          .warning(member.at, Code::givenTwice,
                   fmt::format("'{}' occurs twice in this object; the first one counts", member.name))
          .withHint("remove one of them")
          .withNote(first->second, "the first one is here");
      return true;
    }
    members.push_back(std::move(member));
    return true;
  }

  // The members read so far of an object; duplicates are counted.
  struct Names {
    std::unordered_map<std::string, SourceRef> at;
    std::size_t count = 0;
  };

  std::shared_ptr<const SourceFile> file_;
  int& values_;
  Diagnostics& diagnostics_;
  std::istringstream stream_;
  std::string_view text_;  // of the stream
  std::vector<std::size_t> lineStarts_;
  std::size_t position_ = 0;      // where the previous piece ends, or this one starts
  char separator_ = '\0';         // that may precede the next piece
  JsonMember next_;               // name and content of the next value
  std::vector<JsonMember> open_;  // the enclosing values
  std::vector<Names> names_;      // of the enclosing objects
  std::optional<JsonValue> root_;
};

}  // namespace

std::optional<JsonValue> parseJson(const std::shared_ptr<const SourceFile>& file, Diagnostics& diagnostics) {
  int values = 0;
  return parseJson(file, values, diagnostics);
}

std::optional<JsonValue> parseJson(const std::shared_ptr<const SourceFile>& file, int& values,
                                   Diagnostics& diagnostics) {
  return TreeBuilder(file, values, diagnostics).build();
}

}  // namespace mb
