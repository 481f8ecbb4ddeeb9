// The root element of a short XML text, for tests of readers.
#pragma once

#include <memory>
#include <string>

#include "formats/xml/xml_reader.h"
#include "tests/support/brief.h"

namespace mb {

struct ParsedXml {
  Diagnostics diagnostics;
  XmlDocument document;
  XmlElement root;

  explicit ParsedXml(std::string text)
      : document(std::make_shared<const SourceFile>(SourceFile{"test.xml", std::move(text)}), diagnostics),
        root(document, *document.root(), diagnostics) {}
};

// Every message with its place and hint.
inline std::string toText(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.all()) text += testing::brief(diagnostic);
  return text;
}

}  // namespace mb
