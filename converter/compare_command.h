// `mbconvert compare`: two tables of one motion, and whether they agree.
#pragma once

#include <string>
#include <vector>

#include "converter/compare_tables.h"
#include "formats/model/diagnostics.h"

namespace mb {

// What `mbconvert compare` is asked for.
struct CompareRequest {
  std::string ours;               // paths; "-" for standard input
  std::string theirs;             // the reference
  std::vector<std::string> maps;  // OURS=THEIRS
  double tolerance = 1e-6;
  double absoluteTolerance = 0;
  std::string align = "interpolate";
  bool json = false;
  bool quiet = false;
};

// done within the tolerance, else notEquivalent; none after errors.
std::optional<ExitCode> runCompare(const CompareRequest& request, Diagnostics& diagnostics);

std::string comparisonText(const TableComparison& comparison, const CompareRequest& request);
std::string comparisonJson(const TableComparison& comparison, const CompareRequest& request);

}  // namespace mb
