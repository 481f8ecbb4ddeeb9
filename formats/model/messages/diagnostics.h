// Messages to the user: collected and located, never thrown. Code continues after error().
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/basics/source.h"
#include "formats/model/messages/codes.h"

namespace mb {

enum class Severity { warning, error };

// What a hint leads to. Whoever shows the message knows how to list or change it there, and may say so.
enum class Topic {
  none,
  formats,         // that are read
  functions,       // of expressions
  tyreTypes,       // and the keys of their properties
  names,           // of the bodies and joints of a model
  plan,            // of a model, as a file
  lockedJoints,    // held where they are
  rods,            // bodies that are removed as rods
  tyreFiles,       // given beside a vehicle
  noTyreFiles,     // given, and not to be
  integration,     // the step, and how it is chosen
  solver,          // of the accelerations
  run,             // the motion of a model
  motionTable,     // the motion of a model, as a file
  tableColumns,    // those that are written of it
  accelerations,   // as columns of it
  reactions,       // as columns of it
  columnMaps,      // columns of two tables that belong together
  recursiveModel,  // what a model converts to, as a file
};

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
  std::string message;  // lower case, no full stop; both numbers of a comparison
  std::string hint;     // what to do about it; may be empty
  std::vector<Note> notes;
  Topic topic = Topic::none;  // what the hint leads to

  Diagnostic& withHint(std::string text, Topic about = Topic::none) {
    hint = clipped(std::move(text));
    topic = about;
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
  // warningsAreErrors: every warning becomes an error.
  explicit Diagnostics(bool warningsAreErrors) : warningsAreErrors_(warningsAreErrors) {}

  // The reference stays valid until the next call, so that a hint or notes can be attached. After limits::kMostErrors
  // of one severity, further ones are only counted, and the last error kept says so.
  Diagnostic& error(const SourceRef& at, Code code, std::string message);
  Diagnostic& warning(const SourceRef& at, Code code, std::string message);

  // Adds messages that were counted elsewhere but not kept.
  void addUnkept(int errors, int warnings);

  bool hasErrors() const { return errors_ > 0; }
  int errorCount() const { return errors_; }
  int warningCount() const { return warnings_; }
  // Whether there were so many errors that a reader may stop.
  bool gaveUp() const;
  const Diagnostic* firstError() const;  // null without errors
  const std::deque<Diagnostic>& all() const { return all_; }
  std::deque<Diagnostic>& all() { return all_; }

 private:
  std::deque<Diagnostic> all_;
  Diagnostic spare_;  // target of messages that are not kept
  int errors_ = 0;
  int warnings_ = 0;
  bool warningsAreErrors_ = false;
};

// "file:line:column: error[E0302]: message", the source line with a caret, "  hint: ..." and the notes, each on its own
// lines.
std::string toText(const Diagnostic& diagnostic);
// "E0302"; "W0302" for a warning.
std::string codeText(const Diagnostic& diagnostic);
// "file:line:column"
std::string toText(const SourceRef& at);

// "did you mean 'x'?" if a candidate is close to the word, otherwise empty.
std::string didYouMean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace mb
