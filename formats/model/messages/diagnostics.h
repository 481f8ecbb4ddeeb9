// Messages to the user: collected, located, never thrown. Code after error() goes on.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/basics/source.h"
#include "formats/model/messages/codes.h"

namespace mb {

enum class Severity { warning, error };

// The beginning of a text that is longer than anybody reads, with "..." for the rest.
std::string clipped(std::string text);

struct Diagnostic {
  struct Note {
    SourceRef at;
    std::string text;
  };

  Severity severity = Severity::error;
  Code code = Code::internalFault;
  SourceRef at;
  std::string message;  // lower case, no full stop, both numbers
  std::string hint;     // what to do about it; may be empty
  std::vector<Note> notes;

  Diagnostic& withHint(std::string text) {
    hint = clipped(std::move(text));
    return *this;
  }
  Diagnostic& withNote(SourceRef where, std::string text) {
    notes.push_back({std::move(where), std::move(text)});
    return *this;
  }
};

class Diagnostics {
 public:
  Diagnostics() = default;
  // warningsAreErrors: whatever would be a warning is an error.
  explicit Diagnostics(bool warningsAreErrors) : warningsAreErrors_(warningsAreErrors) {}

  // The reference stays valid until the next call, so that a hint or notes can be attached. After
  // limits::kMostErrors of a severity the others are only counted; the last error that is kept then says so.
  Diagnostic& error(const SourceRef& at, Code code, std::string message);
  Diagnostic& warning(const SourceRef& at, Code code, std::string message);

  // Further ones that somebody else counted and did not keep.
  void addUnkept(int errors, int warnings);

  bool hasErrors() const { return errors_ > 0; }
  int errorCount() const { return errors_; }
  int warningCount() const { return warnings_; }
  // Whether there were so many errors that a reader may stop here.
  bool gaveUp() const;
  // done without errors; otherwise what the first error leads to.
  ExitCode exitCode() const;
  const std::deque<Diagnostic>& all() const { return all_; }

 private:
  std::deque<Diagnostic> all_;
  Diagnostic spare_;  // what is not kept
  int errors_ = 0;
  int warnings_ = 0;
  bool warningsAreErrors_ = false;
};

// "file:line:column: error[E0302]: message", the line of the source with a caret, "  hint: ..." and the notes, each as
// a line or more.
std::string toText(const Diagnostic& diagnostic);
// "E0302", of a warning "W0302"
std::string codeText(const Diagnostic& diagnostic);
// "file:line:column"
std::string toText(const SourceRef& at);

// "did you mean 'x'?" when a candidate is close to the word, else empty.
std::string didYouMean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace mb
