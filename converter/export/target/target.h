// What a target of `mbconvert export` is: a name, and functions from a recursive model to files.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "converter/export/target/stepping.h"
#include "formats/model/messages/diagnostics.h"
#include "formats/model/recursive.h"

namespace mb {

// What is exported. The model is valid, and its loops are closed.
struct ExportJob {
  RecursiveModel model;
  std::string recursiveText;  // the model as its file would be written
  std::string certificate;    // of the conversion, as JSON; empty for a model that was recursive from the start
  ExportStepping stepping;
  std::vector<std::string> tunable;  // patterns of numbers that can be changed later; empty: the usual ones
  int version = 0;                   // of the target's standard; 0: the newest
  bool isStrict = false;             // what the target cannot express is an error
  // Whether an FMU carries generated C: where it can be made, always, or never.
  enum class Binary { best, generated, runtime } binary = Binary::best;
  bool hasBatch = false;       // functions for several states at a time as well
  bool isDirectional = false;  // derivatives along directions as well, where the target makes them on demand
};

struct ExportedFile {
  std::string name;  // within the export; empty for the only one
  std::string bytes;
};

struct Exported {
  std::vector<ExportedFile> files;
  std::vector<std::string> remarks;  // for the summary: what was made of it, and how
};

// Our own run beside that of the exported model.
struct ExportCheck {
  std::string what;  // was compared, and over which time
  double difference = 0;
  double tolerance = 0;
  std::string worst;                                      // the variable that differs most
  bool holds() const { return difference <= tolerance; }  // false for NaN
};

struct Target {
  std::string_view name;
  std::string_view description;
  std::string_view ending;          // of its files
  bool isFolder = false;            // of several files; otherwise one file
  bool carriesCertificate = false;  // otherwise it stands in a file of its own beside the export
  bool hasTunables = false;         // numbers in it can be changed later
  bool hasBatch = false;            // there may be functions for several states at a time
  bool makesDirectional = false;    // derivatives along directions, on demand
  std::vector<int> versions = {};   // of a standard with several; the newest first
  // Nothing after errors. What the target cannot express is told.
  std::optional<Exported> (*make)(const ExportJob& job, Diagnostics& diagnostics) = nullptr;
  // Runs the exported file beside the model, or reads it back. Nothing after errors.
  std::optional<std::vector<ExportCheck>> (*verify)(const ExportJob& job, const Exported& exported,
                                                    Diagnostics& diagnostics) = nullptr;
};

}  // namespace mb
