#include "converter/console/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "converter/console/exit_code.h"
#include "converter/console/wrap.h"
#include "converter/explain/explanations.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

std::string indented(std::string_view text) {
  std::string lines = "    ";
  for (const char c : text) {
    lines += c;
    if (c == '\n') lines += "    ";
  }
  return lines + "\n";
}

// The first `most` messages (0: all) and the total count.
std::string messagesText(const Diagnostics& diagnostics, int most) {
  const int count = diagnostics.errorCount() + diagnostics.warningCount();
  std::string text;
  int shown = 0;
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (shown == most && most > 0) break;
    text += toText(diagnostic);
    ++shown;
  }
  if (shown < count) text += fmt::format("mbconvert: note: {} not shown\n", counted(count - shown, "more message"));
  if (diagnostics.hasErrors()) {
    const auto first = std::ranges::find(diagnostics.all(), Severity::error, &Diagnostic::severity);
    text +=
        fmt::format("mbconvert: {}, {}; `mbconvert explain {}` says more\n", counted(diagnostics.errorCount(), "error"),
                    counted(diagnostics.warningCount(), "warning"), codeText(*first));
  }
  return text;
}

}  // namespace

std::string messagesIn(const std::string& format, const Diagnostics& diagnostics, std::optional<int> most) {
  if (format == "json") return messagesJson(diagnostics, most.value_or(0));
  if (format == "sarif") return messagesSarif(diagnostics, most.value_or(0));
  return messagesText(diagnostics, most.value_or(100));
}

std::string messageIn(const std::string& format, const Diagnostic& diagnostic) {
  if (format == "text") return toText(diagnostic);
  Diagnostics diagnostics;
  diagnostics.error(diagnostic.at, diagnostic.code, diagnostic.message).withHint(diagnostic.hint);
  return messagesIn(format, diagnostics);
}

Diagnostic faultOf(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) {
    return {Severity::error,
            Code::outOfMemory,
            {},
            "there is not enough memory for this model",
            "close other programs, raise the limit (ulimit -v), or convert the model in pieces",
            {}};
  }
  return {
      Severity::error, Code::internalFault, {}, error.what(), "please report this with the model that caused it", {}};
}

std::string explanation(std::string_view code, Diagnostics& diagnostics) {
  const Explanation* const row = findExplanation(code);
  if (!row) {
    diagnostics.error({}, Code::unknownCode, fmt::format("there is no code '{}'", code))
        .withHint("`mbconvert explain` lists them; a code is a letter and four digits, such as E0302");
    return {};
  }
  // A warning does not affect the exit code, so its code matters only where warnings are errors.
  const bool isWarning = code.front() == 'W' || code.front() == 'w';
  std::string text = fmt::format("{}: {}\n{} {}\n\n{}", numberText(row->code), row->title,
                                 isWarning ? "exit code 0 as a warning; with --werror" : "exit code",
                                 static_cast<int>(exitCodeOf(row->code)), wrapped("", row->meaning));
  if (!row->wrong.empty()) text += fmt::format("\nwrong:\n{}", indented(row->wrong));
  if (!row->right.empty()) text += fmt::format("\nright:\n{}", indented(row->right));
  return text;
}

std::string codesText() {
  std::string text;
  for (const Explanation& row : explanations()) text += fmt::format("{}  {}\n", numberText(row.code), row.title);
  return text;
}

}  // namespace mb
