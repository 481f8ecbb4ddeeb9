#include "formats/xml/xml_reader.h"

#include <fmt/format.h>
#include <tinyxml2.h>

#include <cstring>

#include <algorithm>

#include "formats/model/basics/sorted.h"
#include "formats/model/basics/text.h"
#include "formats/xml/other_words.h"
#include "formats/xml/xml_scan.h"

namespace mb {
namespace {

bool isBlank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string listed(std::vector<std::string> names) {
  sortUnique(names);
  return fmt::format("{}", fmt::join(names, ", "));
}

// The likely spelling, or all known words.
std::string spellingHint(std::string_view word, const std::vector<std::string>& known, std::string_view what) {
  std::string hint = meantHint(word, known);
  if (!hint.empty()) return hint;
  return known.empty() ? fmt::format("it takes no {}", what) : fmt::format("the {} here are {}", what, listed(known));
}

}  // namespace

// tinyxml2 turns a reference into one character, and two different line ends in a row, in either order, into one line
// feed.
std::size_t sourceLength(std::string_view source, std::string_view decoded, bool hasReferences) {
  std::size_t length = 0;
  for (std::size_t k = 0; k < decoded.size() && length < source.size(); ++k) {
    const std::string_view rest = source.substr(length);
    if (hasReferences && rest[0] == '&') {
      length += std::min(rest.find(';'), rest.size() - 1) + 1;
      k += std::max<std::size_t>(utf8Length(decoded.substr(k)), 1) - 1;
    } else {
      length += rest.starts_with("\r\n") || rest.starts_with("\n\r") ? 2 : 1;
    }
  }
  return length;
}

XmlDocument::XmlDocument(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics)
    : file_(std::move(file)), lineStarts_(lineStartsOf(file_->text)) {
  const XmlScan scan = scanXml(file_->text);
  if (scan.fault) {
    Diagnostic& error =
        diagnostics.error(sourceAt(file_, lineStarts_, scan.fault->offset), scan.fault->code, scan.fault->message);
    error.withHint(scan.fault->hint);
    if (scan.fault->other) error.withNote(sourceAt(file_, lineStarts_, *scan.fault->other), scan.fault->note);
    return;
  }
  rootOffset_ = scan.rootName;
  elements_ = scan.elements;
  auto document = std::make_unique<tinyxml2::XMLDocument>();
  if (document->Parse(file_->text.data(), file_->text.size()) != tinyxml2::XML_SUCCESS) {
    diagnostics
        .error({file_, std::max(document->ErrorLineNum(), 1), 1}, Code::malformedTag,
               "the XML cannot be parsed near this line")
        .withHint("check the tags and quotes around it");
    return;
  }
  document_ = std::move(document);
}

XmlDocument::~XmlDocument() = default;

const tinyxml2::XMLElement* XmlDocument::root() const { return document_ ? document_->RootElement() : nullptr; }

// tinyxml2 keeps all text in one buffer with the layout of the source, so distances are equal in both.
std::size_t XmlDocument::offsetOf(const char* inBuffer) const {
  return static_cast<std::size_t>(inBuffer - root()->Name()) + rootOffset_;
}

SourceRef XmlDocument::placeAt(std::size_t offset) const {
  const auto startOf = [&](std::size_t line) {
    return line < lineStarts_.size() ? lineStarts_[line] : file_->text.size() + 1;
  };
  if (offset >= startOf(lastLine_ + 1) && offset < startOf(lastLine_ + 2)) ++lastLine_;
  if (offset < lineStarts_[lastLine_] || offset >= startOf(lastLine_ + 1)) lastLine_ = lineOf(lineStarts_, offset);
  return {file_, static_cast<int>(lastLine_) + 1, static_cast<int>(offset - lineStarts_[lastLine_]) + 1};
}

SourceRef XmlDocument::place(const char* inBuffer) const { return placeAt(offsetOf(inBuffer)); }

SourceRef XmlDocument::placeIn(const char* value, std::size_t offset, bool hasReferences) const {
  return placeAt(offsetOf(value) + sourceLength(textFrom(value), std::string_view(value, offset), hasReferences));
}

std::string_view XmlDocument::textFrom(const char* inBuffer) const {
  return std::string_view(file_->text).substr(offsetOf(inBuffer));
}

SourceRef XmlDocument::placeAfterBlanks(const char* inBuffer) const {
  const std::size_t offset = offsetOf(inBuffer);
  const std::size_t visible = file_->text.find_first_not_of(" \t\r\n", offset);
  return placeAt(visible == std::string::npos ? offset : visible);
}

XmlElement::XmlElement(const XmlDocument& document, const tinyxml2::XMLElement& element, Diagnostics& diagnostics)
    : document_(&document), element_(&element), diagnostics_(&diagnostics) {}

std::string_view XmlElement::name() const { return element_->Name(); }

SourceRef XmlElement::at() const {
  SourceRef at = document_->place(element_->Name());
  --at.column;  // of the '<'
  return at;
}

std::optional<XmlText> XmlElement::attribute(std::string_view name) {
  askedAttributes_.emplace_back(name);
  for (const tinyxml2::XMLAttribute* a = element_->FirstAttribute(); a; a = a->Next()) {
    if (name != a->Name()) continue;
    const char* const value = a->Value();
    return XmlText{value, document_->place(a->Name()), document_->place(value), document_->textFrom(value)};
  }
  return std::nullopt;
}

std::optional<XmlText> XmlElement::requiredAttribute(std::string_view name) {
  std::optional<XmlText> found = attribute(name);
  if (found) return found;
  diagnostics_->error(at(), Code::missingAttribute, fmt::format("<{}> has no attribute '{}'", element_->Name(), name))
      .withHint(fmt::format("add {}=\"...\"", name));
  return std::nullopt;
}

bool XmlElement::has(std::string_view name) const {
  for (const tinyxml2::XMLAttribute* a = element_->FirstAttribute(); a; a = a->Next()) {
    if (name == a->Name()) return true;
  }
  return false;
}

std::vector<XmlElement> XmlElement::children() {
  allChildrenTaken_ = true;
  std::vector<XmlElement> found;
  for (const auto* c = element_->FirstChildElement(); c; c = c->NextSiblingElement()) {
    found.emplace_back(*document_, *c, *diagnostics_);
  }
  return found;
}

std::vector<XmlElement> XmlElement::children(std::string_view name) {
  askedChildren_.emplace_back(name);
  std::vector<XmlElement> found;
  for (const auto* c = element_->FirstChildElement(); c; c = c->NextSiblingElement()) {
    if (name == c->Name()) found.emplace_back(*document_, *c, *diagnostics_);
  }
  return found;
}

std::optional<XmlElement> XmlElement::child(std::string_view name) {
  const std::vector<XmlElement> found = children(name);
  if (found.empty()) return std::nullopt;
  for (std::size_t k = 1; k < found.size(); ++k) {
    diagnostics_
        ->error(found[k].at(), Code::secondElement,
                fmt::format("<{}> has a second <{}>, one is allowed", element_->Name(), name))
        .withHint("keep one of them")
        .withNote(found[0].at(), "the first one is here");
  }
  return found[0];
}

SourceRef XmlElement::textAt(std::size_t offset) const {
  for (const auto* node = element_->FirstChild(); node; node = node->NextSibling()) {
    const tinyxml2::XMLText* const part = node->ToText();
    if (!part) continue;
    const std::size_t length = std::strlen(part->Value());
    if (offset < length) return document_->placeIn(part->Value(), offset, !part->CData());
    offset -= length;
  }
  return at();
}

SourceRef XmlElement::textAt() const {
  const bool had = textTaken_;
  const std::size_t visible = text().find_first_not_of(" \t\r\n");
  textTaken_ = had;
  return visible == std::string::npos ? at() : textAt(visible);
}

std::string XmlElement::text() const {
  textTaken_ = true;
  std::string text;
  for (const auto* node = element_->FirstChild(); node; node = node->NextSibling()) {
    if (const tinyxml2::XMLText* part = node->ToText()) text += part->Value();
  }
  return text;
}

std::string XmlElement::source() const {
  tinyxml2::XMLPrinter printer;
  element_->Accept(&printer);
  std::string text = printer.CStr();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

void XmlElement::finish() {
  for (const tinyxml2::XMLAttribute* a = element_->FirstAttribute(); a && !diagnostics_->gaveUp(); a = a->Next()) {
    if (contains(askedAttributes_, a->Name())) continue;
    diagnostics_
        ->error(document_->place(a->Name()), Code::unknownAttribute,
                fmt::format("<{}> has no attribute '{}' here", name(), a->Name()))
        .withHint(spellingHint(a->Name(), askedAttributes_, "attributes"));
  }
  for (const auto* node = element_->FirstChild(); node && !diagnostics_->gaveUp(); node = node->NextSibling()) {
    if (const tinyxml2::XMLElement* c = node->ToElement()) {
      if (allChildrenTaken_ || contains(askedChildren_, c->Name())) continue;
      diagnostics_
          ->error(XmlElement(*document_, *c, *diagnostics_).at(), Code::unknownElement,
                  fmt::format("<{}> does not belong in <{}>", c->Name(), name()))
          .withHint(spellingHint(c->Name(), askedChildren_, "elements"));
    } else if (const tinyxml2::XMLText* stray = node->ToText()) {
      if (textTaken_ || isBlank(stray->Value())) continue;
      diagnostics_
          ->error(document_->placeAfterBlanks(stray->Value()), Code::strayText,
                  fmt::format("<{}> has no text content", name()))
          .withHint("numbers and names belong in attributes");
    }
  }
}

}  // namespace mb
