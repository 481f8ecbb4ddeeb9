// Canonical XML: indented by two blanks, attributes in the order they are written, shortest numbers, LF.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/model/basics/geometry.h"

namespace mb {

class XmlWriter {
 public:
  XmlWriter();  // writes the XML declaration

  void open(std::string_view element);
  void attribute(std::string_view name, std::string_view value);
  void attribute(std::string_view name, double value);
  void attribute(std::string_view name, const Vector3& value);
  void attribute(std::string_view name, const std::vector<double>& values);
  void flag(std::string_view name, bool value);  // "true"; omitted if false
  void pose(const Pose& pose);                   // pos= and rot=, without zero or identity parts
  // <element pos= rot=/> without zero or identity parts; omitted altogether if nothing is left.
  void pose(std::string_view element, const Pose& pose);
  void content(std::string_view text);  // the element's text; only close() may follow
  void comment(std::string_view text);
  void close();

  std::string text() &&;

 private:
  std::string text_;
  std::vector<std::string> open_;
  bool tagOpen_ = false;
  bool hasContent_ = false;
  void attribute(std::string_view name, const double* values, std::size_t count);
  void finishTag();
  void indent();
};

std::string escaped(std::string_view text);

}  // namespace mb
