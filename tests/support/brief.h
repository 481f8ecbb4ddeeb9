// Messages without their code and source line, for tests of the text and the place.
#pragma once

#include "formats/model/messages/diagnostics.h"

namespace mb::testing {

inline std::string brief(const Diagnostic& diagnostic) {
  std::string text = toText(diagnostic.at) + (diagnostic.severity == Severity::error ? ": error: " : ": warning: ") +
                     diagnostic.message + "\n";
  if (!diagnostic.hint.empty()) text += "  hint: " + diagnostic.hint + "\n";
  for (const Diagnostic::Note& note : diagnostic.notes) text += toText(note.at) + ": note: " + note.text + "\n";
  return text;
}

}  // namespace mb::testing
