#include "formats/xml/xml_writer.h"

#include "formats/model/basics/numbers.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

// Replaces what XML 1.0 cannot represent: other control characters, and bytes that are not UTF-8.
constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";

std::string escape(std::string_view text, bool keepBlanks) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t k = 0; k < text.size();) {
    const std::size_t length = characterLength(text.substr(k));
    const std::string_view character = text.substr(k, length);
    k += length > 0 ? length : 1;
    switch (length == 1 ? character[0] : '\0') {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      case '\t': result += keepBlanks ? "\t" : "&#9;"; break;
      case '\n': result += keepBlanks ? "\n" : "&#10;"; break;
      case '\r': result += "&#13;"; break;
      default: result += length > 0 ? character : kReplacementCharacter;
    }
  }
  return result;
}

}  // namespace

// Whitespace other than ' ' is written as references, because parsers turn it into ' ' inside attributes.
std::string escaped(std::string_view text) { return escape(text, false); }

XmlWriter::XmlWriter() : text_("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") {}

void XmlWriter::indent() { text_.append(2 * open_.size(), ' '); }

void XmlWriter::finishTag() {
  if (tagOpen_) text_ += ">\n";
  tagOpen_ = false;
}

void XmlWriter::open(std::string_view element) {
  finishTag();
  indent();
  text_ += '<';
  text_ += element;
  open_.emplace_back(element);
  tagOpen_ = true;
}

void XmlWriter::attribute(std::string_view name, std::string_view value) {
  text_ += ' ';
  text_ += name;
  text_ += "=\"";
  text_ += escaped(value);
  text_ += '"';
}

void XmlWriter::attribute(std::string_view name, double value) { attribute(name, &value, 1); }

void XmlWriter::attribute(std::string_view name, const Vector3& value) { attribute(name, value.data(), 3); }

void XmlWriter::attribute(std::string_view name, const std::vector<double>& values) {
  attribute(name, values.data(), values.size());
}

// Numbers need no escapes.
void XmlWriter::attribute(std::string_view name, const double* values, std::size_t count) {
  text_ += ' ';
  text_ += name;
  text_ += "=\"";
  for (std::size_t k = 0; k < count; ++k) {
    if (k > 0) text_ += ' ';
    text_ += toText(values[k]);
  }
  text_ += '"';
}

void XmlWriter::flag(std::string_view name, bool value) {
  if (value) attribute(name, "true");
}

void XmlWriter::pose(const Pose& pose) {
  if (pose.p != Vector3::Zero()) attribute("pos", pose.p);
  if (pose.R == Matrix3::Identity()) return;
  const Eigen::Matrix<double, 3, 3, Eigen::RowMajor> rows = pose.R;
  attribute("rot", rows.data(), 9);
}

void XmlWriter::pose(std::string_view element, const Pose& value) {
  if (isIdentity(value)) return;
  open(element);
  pose(value);
  close();
}

void XmlWriter::content(std::string_view text) {
  text_ += '>';
  text_ += escape(text, true);
  tagOpen_ = false;
  hasContent_ = true;
}

void XmlWriter::comment(std::string_view text) {
  finishTag();
  indent();
  text_ += "<!-- ";
  for (const char c : text) {
    if (c == '-' && text_.back() == '-') text_ += ' ';  // "--" must not occur inside a comment
    text_ += c;
  }
  text_ += " -->\n";
}

void XmlWriter::close() {
  const std::string element = std::move(open_.back());
  open_.pop_back();
  if (tagOpen_) {
    text_ += "/>\n";
  } else {
    if (!hasContent_) indent();
    text_ += "</";
    text_ += element;
    text_ += ">\n";
  }
  tagOpen_ = false;
  hasContent_ = false;
}

std::string XmlWriter::text() && { return std::move(text_); }

}  // namespace mb
