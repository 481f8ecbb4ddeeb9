// tinyxml2 with locations, strict numbers and nothing ignored: whatever is not asked for is reported.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/basics/source.h"
#include "formats/model/messages/diagnostics.h"

namespace tinyxml2 {
class XMLDocument;
class XMLElement;
class XMLAttribute;
}  // namespace tinyxml2

namespace mb {

// A parsed document. Errors of syntax, two roots, a DOCTYPE, too deep nesting, ... are in the diagnostics.
class XmlDocument {
 public:
  XmlDocument(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics);
  ~XmlDocument();
  XmlDocument(const XmlDocument&) = delete;
  XmlDocument& operator=(const XmlDocument&) = delete;

  const tinyxml2::XMLElement* root() const;  // null after a syntax error
  const std::shared_ptr<const SourceFile>& file() const { return file_; }
  int elements() const { return elements_; }               // how many there are
  SourceRef place(const char* inBuffer) const;             // of a name inside tinyxml2's buffer
  SourceRef placeAfterBlanks(const char* inBuffer) const;  // of the first visible character from there on
  // Of a character of a value or text, by its offset there, and where the value begins in its buffer.
  SourceRef placeIn(const char* value, std::size_t offset, bool hasReferences) const;
  std::string_view textFrom(const char* inBuffer) const;  // the file's text from there on

 private:
  std::shared_ptr<const SourceFile> file_;
  std::unique_ptr<tinyxml2::XMLDocument> document_;
  std::size_t rootOffset_ = 0;  // of the root's name in the text
  int elements_ = 0;
  std::vector<std::size_t> lineStarts_;
  std::size_t offsetOf(const char* inBuffer) const;
  SourceRef placeAt(std::size_t offset) const;
  mutable std::size_t lastLine_ = 0;  // places are asked for roughly in order
};

// An attribute, and where it was written.
struct XmlText {
  std::string_view text;      // references and line ends decoded
  SourceRef at;               // of the attribute's name
  SourceRef valueAt;          // of the first character of its value, where it can be told; else as at
  std::string_view source{};  // the file from the value on; empty where it is the text itself
};

// How many bytes of the source stand for the decoded text that begins with it. CDATA has no references.
std::size_t sourceLength(std::string_view source, std::string_view decoded, bool hasReferences = true);

// One element being read. Attributes and children are asked for by name; finish() reports those never asked for, with
// the spelling of what was expected.
class XmlElement {
 public:
  XmlElement(const XmlDocument& document, const tinyxml2::XMLElement& element, Diagnostics& diagnostics);

  std::string_view name() const;
  SourceRef at() const;
  Diagnostics& diagnostics() const { return *diagnostics_; }

  std::optional<XmlText> attribute(std::string_view name);          // nothing when absent
  std::optional<XmlText> requiredAttribute(std::string_view name);  // absent: an error
  bool has(std::string_view name) const;

  std::vector<XmlElement> children();  // all of them, in order; each must be read or refused by the caller
  std::vector<XmlElement> children(std::string_view name);  // those of one name
  std::optional<XmlElement> child(std::string_view name);   // at most one; a second is an error
  std::string text() const;                                 // its text content
  // Of a character of its text, by its place there; of the first visible one. As at() where it has none.
  SourceRef textAt(std::size_t offset) const;
  SourceRef textAt() const;
  std::string source() const;  // the element as XML

  // Unknown attributes, children never asked for, and text never asked for are errors.
  void finish();

 private:
  const XmlDocument* document_;
  const tinyxml2::XMLElement* element_;
  Diagnostics* diagnostics_;
  std::vector<std::string> askedAttributes_;
  std::vector<std::string> askedChildren_;
  bool allChildrenTaken_ = false;
  mutable bool textTaken_ = false;
};

}  // namespace mb
