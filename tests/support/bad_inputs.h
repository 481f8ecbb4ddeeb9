// Malformed inputs of a format, with the message each must give.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "formats/formats.h"
#include "tests/support/test.h"

namespace mb {

struct BadInput {
  std::string_view name;     // the kind of defect
  std::string text;          // the whole file
  int line = 0;              // of the error
  std::string_view message;  // part of it
};

// Each is refused: an error at the line with the message and a hint, in words of the user's file, and a non-zero exit.
inline void checkRefused(const Format& format, std::span<const BadInput> inputs) {
  CHECK(inputs.size() >= 25);
  for (const BadInput& input : inputs) {
    CAPTURE(input.name);
    Diagnostics diagnostics;
    const auto file = std::make_shared<const SourceFile>(SourceFile{"bad", input.text});
    format.readCartesian(file, {}, diagnostics);
    bool found = false;
    for (const Diagnostic& one : diagnostics.all()) {
      INFO(toText(one));
      if (one.severity != Severity::error) continue;
      CHECK(one.at.line > 0);
      CHECK(one.at.column > 0);
      CHECK(!one.hint.empty());
      CHECK(one.message.back() != '.');
      found = found || (one.at.line == input.line && one.message.find(input.message) != std::string::npos);
    }
    std::string all;
    for (const Diagnostic& one : diagnostics.all()) all += toText(one);
    CAPTURE(all, input.line, input.message);
    CHECK(found);
    CHECK(diagnostics.exitCode() != ExitCode::done);
  }
}

}  // namespace mb
