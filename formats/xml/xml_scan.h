// A strict scan of XML text before tinyxml2 parses it: syntax errors with their column, and limits that keep parsing
// cheap.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "formats/model/messages/codes.h"

namespace mb {

struct XmlFault {
  Code code = Code::malformedTag;
  std::size_t offset = 0;
  std::string message;
  std::string hint;
  std::optional<std::size_t> other;  // a second place, for a note
  std::string note;
};

struct XmlScan {
  std::size_t rootName = 0;  // offset of the name of the root element
  int elements = 0;
  std::optional<XmlFault> fault;
};

XmlScan scanXml(std::string_view text);

// The name of the first element, without parsing any further; empty if there is none.
std::string_view rootNameOf(std::string_view text);

}  // namespace mb
