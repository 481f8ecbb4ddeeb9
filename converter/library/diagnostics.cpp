#include <algorithm>

#include "converter/files/build_facts.h"
#include "converter/library/inside.h"

namespace mbconvert {

std::string_view version() { return mb::buildFacts().version; }

bool hasErrors(const Diagnostics& diagnostics) { return std::ranges::any_of(diagnostics, &Diagnostic::isError); }

std::string toText(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& one : diagnostics) text += one.text;
  return text;
}

bool tell(const mb::Diagnostics& inner, Diagnostics& diagnostics) {
  for (const mb::Diagnostic& one : inner.all()) {
    Diagnostic& out = diagnostics.emplace_back();
    out.isError = one.severity == mb::Severity::error;
    out.code = mb::codeText(one);
    if (one.at.file) out.file = one.at.file->path;
    out.line = one.at.line;
    out.column = one.at.column;
    out.message = one.message;
    out.hint = one.hint;
    out.text = mb::toText(one);
    out.status = out.isError ? static_cast<int>(mb::classOf(one.code)) : 0;
  }
  return !inner.hasErrors();
}

}  // namespace mbconvert
