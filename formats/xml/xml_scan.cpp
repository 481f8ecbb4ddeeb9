#include "formats/xml/xml_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "formats/model/basics/limits.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

bool isNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' ||
         static_cast<unsigned char>(c) >= 128;
}
bool isNamePart(char c) { return isNameStart(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; }

std::optional<XmlFault> findForeignBytes(std::string_view text) {
  for (std::size_t k = 0; k < text.size();) {
    const auto c = static_cast<unsigned char>(text[k]);
    if (c < 0x20 && !isXmlBlank(text[k])) {
      return XmlFault{Code::notText,
                      k,
                      fmt::format("the byte 0x{:02x} is not allowed in XML", c),
                      "is this a binary file?",
                      {},
                      {}};
    }
    const std::size_t length = utf8Length(text.substr(k));
    if (length > 0 && characterLength(text.substr(k)) == 0) {
      return XmlFault{Code::notText, k, "U+FFFE and U+FFFF are not XML characters", "remove it", {}, {}};
    }
    if (length == 0) {
      return XmlFault{
          Code::notText, k, fmt::format("the byte 0x{:02x} is not UTF-8", c), "save the file as UTF-8", {}, {}};
    }
    k += length;
  }
  return std::nullopt;
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  XmlScan run() {
    at_ = text_.size() - withoutByteOrderMark(text_).size();
    while (!scan_.fault && at_ < text_.size()) {
      if (text_[at_] == '<') {
        markup();
      } else {
        characters();
      }
    }
    if (scan_.fault) return std::move(scan_);
    if (!open_.empty()) {
      fault(Code::unclosedTag, open_.back().offset, fmt::format("<{}> is never closed", open_.back().name),
            fmt::format("add </{}>", open_.back().name));
    } else if (scan_.elements == 0) {
      fault(Code::emptyFile, 0, "there is no XML element in this file",
            "check that this is the intended file and that it is complete");
    }
    return std::move(scan_);
  }

 private:
  struct Open {
    std::string_view name;
    std::size_t offset;
  };

  XmlFault& fault(Code code, std::size_t offset, std::string message, std::string hint) {
    return scan_.fault.emplace(XmlFault{code, offset, std::move(message), std::move(hint), {}, {}});
  }
  bool startsWith(std::string_view word) const { return text_.substr(at_, word.size()) == word; }
  void skipBlanks() {
    while (at_ < text_.size() && isXmlBlank(text_[at_])) ++at_;
  }
  std::string_view name() {
    const std::size_t start = at_;
    if (at_ < text_.size() && isNameStart(text_[at_])) {
      while (at_ < text_.size() && isNamePart(text_[at_])) ++at_;
    }
    if (at_ - start > limits::kLongestName) {
      tooLong(start, "a name", at_ - start, limits::kLongestName, "names of elements and attributes are words");
    }
    return text_.substr(start, at_ - start);
  }
  void tooLong(std::size_t offset, std::string_view what, std::size_t size, std::size_t limit, std::string hint) {
    fault(Code::tooLong, offset, fmt::format("{} of {} bytes, the limit is {}", what, size, limit), std::move(hint));
  }

  void skipTo(std::size_t inside, std::string_view end, std::string_view what) {
    const std::size_t found = text_.find(end, at_ + inside);
    if (found == std::string_view::npos) {
      fault(Code::unclosedTag, at_, fmt::format("this {} never ends", what), fmt::format("it must end with '{}'", end));
    } else {
      at_ = found + end.size();
    }
  }

  void markup() {
    if (startsWith("<!--")) {
      skipTo(4, "-->", "comment");
    } else if (startsWith("<![CDATA[")) {
      if (open_.empty()) fault(Code::notOneRoot, at_, "text outside the root element", "remove it");
      skipTo(9, "]]>", "CDATA section");
    } else if (startsWith("<!")) {
      fault(Code::forbiddenXml, at_, "a document type declaration is not allowed",
            "remove the DOCTYPE: models have no entities of their own");
    } else if (startsWith("<?")) {
      if (!open_.empty()) {
        fault(Code::forbiddenXml, at_, "a processing instruction is not allowed inside an element", "remove it");
      }
      skipTo(2, "?>", "processing instruction");
    } else if (startsWith("</")) {
      closingTag();
    } else {
      openingTag();
    }
  }

  void characters() {
    const std::size_t start = at_;
    at_ = std::min(text_.find('<', at_), text_.size());
    const std::string_view run = text_.substr(start, at_ - start);
    const auto visible = std::find_if_not(run.begin(), run.end(), isXmlBlank);
    if (visible == run.end()) return;
    if (open_.empty()) {
      fault(Code::notOneRoot, start + static_cast<std::size_t>(visible - run.begin()), "text outside the root element",
            "the whole file belongs in one element");
    } else {
      checkEntities(start, run);
    }
  }

  void checkEntities(std::size_t start, std::string_view run) {
    for (std::size_t k = run.find('&'); k != std::string_view::npos; k = run.find('&', k + 1)) {
      const std::size_t end = run.find(';', k);
      const std::string_view entity = end == std::string_view::npos ? "" : run.substr(k + 1, end - k - 1);
      constexpr std::array<std::string_view, 5> kKnown{"amp", "lt", "gt", "quot", "apos"};
      if (std::find(kKnown.begin(), kKnown.end(), entity) != kKnown.end() || isCharacterReference(entity)) continue;
      fault(Code::malformedText, start + k, "this '&' does not begin a known entity", "write &amp; for an ampersand");
      return;
    }
  }

  static bool isCharacterReference(std::string_view entity) {
    if (entity.size() < 2 || entity[0] != '#') return false;
    const bool hexadecimal = entity[1] == 'x';
    const std::string_view digits = entity.substr(hexadecimal ? 2 : 1);
    std::uint32_t code = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), code, hexadecimal ? 16 : 10);
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    const bool control = code < 0x20 && code != '\t' && code != '\n' && code != '\r';
    const bool isNone = code == 0xfffe || code == 0xffff || code > 0x10ffff || surrogate || control;
    return error == std::errc{} && end == digits.data() + digits.size() && !isNone;
  }

  void closingTag() {
    const std::size_t start = at_;
    at_ += 2;
    const std::string_view closed = name();
    if (scan_.fault) return;
    skipBlanks();
    if (at_ >= text_.size() || text_[at_] != '>' || closed.empty()) {
      fault(Code::malformedTag, start, "this closing tag is not complete", "a closing tag is </name>");
      return;
    }
    ++at_;
    if (open_.empty()) {
      fault(Code::unclosedTag, start, fmt::format("</{}> closes nothing", closed), "remove it, or add the opening tag");
      return;
    }
    const Open opened = open_.back();
    open_.pop_back();
    if (opened.name == closed) return;
    XmlFault& mismatch = fault(Code::unclosedTag, start, fmt::format("</{}> closes <{}>", closed, opened.name),
                               fmt::format("write </{}>, or close <{}> first", opened.name, opened.name));
    mismatch.other = opened.offset;
    mismatch.note = fmt::format("<{}> is opened here", opened.name);
  }

  void openingTag() {
    const std::size_t start = at_++;
    const std::size_t nameOffset = at_;
    const std::string_view opened = name();
    if (scan_.fault) return;
    if (opened.empty()) {
      fault(Code::malformedTag, start, "this '<' does not begin an element", "write &lt; for a less-than sign");
      return;
    }
    if (scan_.elements++ == 0) scan_.rootName = nameOffset;
    if (open_.empty() && scan_.elements > 1) {
      XmlFault& second = fault(Code::notOneRoot, start, fmt::format("<{}> is a second root element", opened),
                               "a file holds one model; join the two, or use <include>");
      second.other = scan_.rootName - 1;
      second.note = "the first one begins here";
      return;
    }
    if (scan_.elements > limits::kMostNodes) {
      fault(Code::tooMany, start, fmt::format("more than {} elements, the limit of a file", limits::kMostNodes),
            "split the model into smaller ones");
      return;
    }
    if (static_cast<int>(open_.size()) >= limits::kDeepest) {
      fault(Code::tooDeep, start,
            fmt::format("elements are nested {} deep, the limit is {}", open_.size() + 1, limits::kDeepest),
            "a model needs no more than four levels");
      return;
    }
    const bool closesItself = attributes(opened, start);
    if (!scan_.fault && !closesItself) open_.push_back({opened, start});
  }

  // Scans up to and including '>' and finds out whether the tag closes itself.
  bool attributes(std::string_view element, std::size_t start) {
    names_.clear();
    while (!scan_.fault) {
      const std::size_t before = at_;
      skipBlanks();
      if (at_ >= text_.size()) {
        fault(Code::unclosedTag, start, fmt::format("the tag <{}> is never closed", element),
              "it must end with '>' or '/>'");
      } else if (text_[at_] == '>') {
        ++at_;
        return false;
      } else if (startsWith("/>")) {
        at_ += 2;
        return true;
      } else if (at_ == before && !names_.empty()) {
        fault(Code::malformedTag, at_, "a blank is missing between two attributes", "separate attributes by blanks");
      } else {
        attribute(element);
      }
    }
    return true;
  }

  void attribute(std::string_view element) {
    const std::size_t start = at_;
    const std::string_view attributeName = name();
    if (scan_.fault) return;
    if (attributeName.empty()) {
      fault(Code::malformedTag, start, fmt::format("'{}' does not begin an attribute of <{}>", text_[start], element),
            "an attribute is name=\"value\", and a tag ends with '>' or '/>'");
      return;
    }
    skipBlanks();
    if (at_ >= text_.size() || text_[at_] != '=') {
      fault(Code::missingValue, start, fmt::format("the attribute '{}' has no value", attributeName),
            fmt::format("write {}=\"value\"", attributeName));
      return;
    }
    ++at_;
    skipBlanks();
    const char quote = at_ < text_.size() ? text_[at_] : ' ';
    if (quote != '"' && quote != '\'') {
      fault(Code::malformedTag, start, fmt::format("the value of the attribute '{}' is not in quotes", attributeName),
            fmt::format("write {}=\"value\"", attributeName));
      return;
    }
    const std::size_t valueStart = ++at_;
    const std::size_t end = text_.find(quote, at_);
    const std::string_view value = text_.substr(valueStart, std::min(end, text_.size()) - valueStart);
    const std::size_t bracket = value.find('<');
    if (end == std::string_view::npos || bracket != std::string_view::npos) {
      fault(Code::unclosedTag, start,
            fmt::format("the value of the attribute '{}' has no closing quote", attributeName),
            "close it; inside a value, write &lt; for a less-than sign");
      return;
    }
    at_ = end + 1;
    if (value.size() > limits::kLongestText) {
      tooLong(start, fmt::format("the value of the attribute '{}'", attributeName), value.size(), limits::kLongestText,
              "no table is that long");
      return;
    }
    checkEntities(valueStart, value);
    if (std::find(names_.begin(), names_.end(), attributeName) != names_.end()) {
      fault(Code::givenTwice, start, fmt::format("the attribute '{}' is given twice", attributeName),
            "keep one of the two");
      return;
    }
    names_.push_back(attributeName);
    if (static_cast<int>(names_.size()) > limits::kMostAttributes) {
      fault(Code::tooMany, start,
            fmt::format("<{}> has more than {} attributes, the limit", element, limits::kMostAttributes),
            "no element has that many");
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Open> open_;
  std::vector<std::string_view> names_;
  XmlScan scan_;
};

}  // namespace

XmlScan scanXml(std::string_view text) {
  if (std::optional<XmlFault> fault = findForeignBytes(text)) {
    XmlScan scan;
    scan.fault = std::move(fault);
    return scan;
  }
  return Scanner(text).run();
}

std::string_view rootNameOf(std::string_view text) {
  std::size_t at = 0;
  while ((at = text.find('<', at)) != std::string_view::npos) {
    const std::string_view rest = text.substr(at);
    std::size_t skip = std::string_view::npos;
    if (rest.substr(0, 4) == "<!--") {
      skip = rest.find("-->", 4);
    } else if (rest.substr(0, 2) == "<?" || rest.substr(0, 2) == "<!") {
      skip = rest.find('>');
    } else {
      std::size_t end = 1;
      while (end < rest.size() && isNamePart(rest[end])) ++end;
      return rest.substr(1, end - 1);
    }
    if (skip == std::string_view::npos) return {};
    at += skip;
  }
  return {};
}

}  // namespace mb
