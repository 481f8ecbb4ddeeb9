// Messages to the user: collected, located, never thrown. Code after error() goes on.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/source.h"

namespace mb {

// What the process returns to its caller.
enum class ExitCode {
  done = 0,
  notEquivalent = 1,
  usage = 2,
  inputRejected = 3,
  cannotBeModelled = 4,
  numericalFailure = 5,
  io = 6,
  internal = 7,
};

enum class Severity { warning, error };

struct Diagnostic {
  struct Note {
    SourceRef at;
    std::string text;
  };

  Severity severity = Severity::error;
  ExitCode code = ExitCode::inputRejected;  // what an error leads to
  SourceRef at;
  std::string message;  // lower case, no full stop, both numbers
  std::string hint;     // what to do about it; may be empty
  std::vector<Note> notes;

  Diagnostic& withHint(std::string text) {
    hint = std::move(text);
    return *this;
  }
  Diagnostic& withNote(SourceRef where, std::string text) {
    notes.push_back({std::move(where), std::move(text)});
    return *this;
  }
};

class Diagnostics {
 public:
  // The reference stays valid until the next call, so that a hint or notes can be attached.
  Diagnostic& error(const SourceRef& at, std::string message, ExitCode code = ExitCode::inputRejected);
  Diagnostic& warning(const SourceRef& at, std::string message);

  bool hasErrors() const { return errors_ > 0; }
  int errorCount() const { return errors_; }
  int warningCount() const { return static_cast<int>(all_.size()) - errors_; }
  // done without errors; otherwise the code of the first error.
  ExitCode exitCode() const;
  const std::deque<Diagnostic>& all() const { return all_; }

 private:
  std::deque<Diagnostic> all_;
  int errors_ = 0;
};

// "file:line:column: error: message\n  hint: ...\nfile:line:column: note: ...\n"
std::string toText(const Diagnostic& diagnostic);
// "file:line:column"
std::string toText(const SourceRef& at);

// "did you mean 'x'?" when a candidate is close to the word, else empty.
std::string didYouMean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace mb
