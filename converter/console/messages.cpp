#include "converter/console/messages.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <new>

#include "converter/console/console.h"
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

// A line of the source and its mark, "   12 | text" and "      |   ^", cut to the width of a terminal.
struct MarkedLine {
  std::string_view line;
  std::string_view mark;
};
std::string narrowed(const MarkedLine& shown) {
  constexpr std::string_view kBar = " | ";
  constexpr std::string_view kMore = "...";
  const std::size_t lead = shown.line.find(kBar) + kBar.size();
  if (columnsOf(shown.line) <= kColumns) return fmt::format("{}\n{}\n", shown.line, shown.mark);
  std::string_view text = shown.line.substr(lead);
  std::size_t mark = shown.mark.size() - 1 - lead;
  const std::size_t room = kColumns - lead - 2 * kMore.size();
  // Characters of UTF-8 are not divided.
  const auto dropFront = [&](std::size_t columns) {
    while (columns-- > 0) {
      do text.remove_prefix(1);
      while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xC0) == 0x80);
    }
  };
  std::string piece;
  if (mark >= room) {
    dropFront(mark - room / 2);
    mark = kMore.size() + room / 2;
    piece = kMore;
  }
  const std::string_view rest = text;
  if (columnsOf(text) > room)
    dropFront(room);
  else
    text = {};
  piece += rest.substr(0, rest.size() - text.size());
  if (!text.empty()) piece += kMore;
  return fmt::format("{}{}\n{}{:{}}^\n", shown.line.substr(0, lead), piece, shown.mark.substr(0, lead), "", mark);
}

bool isMark(std::string_view line) {
  const std::size_t bar = line.find_first_not_of(' ');
  return bar != std::string_view::npos && line[bar] == '|' && line.size() > bar + 1 &&
         line.find_first_not_of(' ', bar + 1) == line.size() - 1 && line.back() == '^';
}

}  // namespace

std::string messagesForTerminal(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view line = takeLine(text);
    std::string_view rest = text;
    const std::string_view next = takeLine(rest);
    if (!isMark(next)) {
      out += fitted(std::string(line) + "\n");
      continue;
    }
    out += narrowed({line, next});
    text = rest;
  }
  return out;
}

void narrateMessages(const std::string& messages, std::string_view format) {
  narrate(format == "text" && ::isatty(STDERR_FILENO) != 0 ? messagesForTerminal(messages) : messages);
}

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
