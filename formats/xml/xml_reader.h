// tinyxml2 with locations, strict numbers and nothing ignored: whatever the reader does not ask for is reported.
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

// A parsed document. Syntax errors, a second root, a DOCTYPE, too deep nesting etc. are reported to the diagnostics.
class XmlDocument {
 public:
  XmlDocument(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics);
  ~XmlDocument();
  XmlDocument(const XmlDocument&) = delete;
  XmlDocument& operator=(const XmlDocument&) = delete;

  const tinyxml2::XMLElement* root() const;  // null after a syntax error
  const std::shared_ptr<const SourceFile>& file() const { return file_; }
  int elements() const { return elements_; }               // their number
  SourceRef place(const char* inBuffer) const;             // of a name inside tinyxml2's buffer
  SourceRef placeAfterBlanks(const char* inBuffer) const;  // of the first visible character after this position
  // The place of a character of a value or text, from its offset and the start of the value in the buffer.
  SourceRef placeIn(const char* value, std::size_t offset, bool hasReferences) const;
  std::string_view textFrom(const char* inBuffer) const;  // the file's text from this position

 private:
  std::shared_ptr<const SourceFile> file_;
  std::unique_ptr<tinyxml2::XMLDocument> document_;
  std::size_t rootOffset_ = 0;  // of the root's name in the text
  int elements_ = 0;
  std::vector<std::size_t> lineStarts_;
  std::size_t offsetOf(const char* inBuffer) const;
  SourceRef placeAt(std::size_t offset) const;
  mutable std::size_t lastLine_ = 0;  // places are requested roughly in order
};

// An attribute and its place.
struct XmlText {
  std::string_view text;      // references and line ends decoded
  SourceRef at;               // of the attribute's name
  SourceRef valueAt;          // of the first character of its value if known, otherwise `at`
  std::string_view source{};  // the file from the value on; empty if it is the text itself
};

// The number of source bytes that encode the decoded text at the start of `source`. CDATA has no references.
std::size_t sourceLength(std::string_view source, std::string_view decoded, bool hasReferences = true);

// One element being read. Attributes and children are requested by name; finish() reports those never requested, with
// the closest expected spelling.
class XmlElement {
 public:
  XmlElement(const XmlDocument& document, const tinyxml2::XMLElement& element, Diagnostics& diagnostics);

  std::string_view name() const;
  SourceRef at() const;
  Diagnostics& diagnostics() const { return *diagnostics_; }

  std::optional<XmlText> attribute(std::string_view name);          // nothing when absent
  std::optional<XmlText> requiredAttribute(std::string_view name);  // absent: an error
  bool has(std::string_view name) const;

  std::vector<XmlElement> children();                       // all, in order; the caller must read or refuse each
  std::vector<XmlElement> children(std::string_view name);  // those with this name
  std::optional<XmlElement> child(std::string_view name);   // at most one; a second is an error
  std::string text() const;                                 // its text content
  // The place of a character of its text by offset, and of the first visible one. at() if there is no text.
  SourceRef textAt(std::size_t offset) const;
  SourceRef textAt() const;
  std::string source() const;  // the element as XML

  // Unknown attributes, and children and text that were never requested, are errors.
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
