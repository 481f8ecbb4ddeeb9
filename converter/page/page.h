// The report of a model: one HTML file that opens from the disk without a network.
#pragma once

#include <optional>
#include <string>

#include "converter/conversion/convert.h"
#include "converter/page/certificate.h"
#include "converter/page/data/recorded_run.h"
#include "converter/page/data/reference.h"

namespace mb {

struct ReportPage {
  const Conversion& conversion;
  std::optional<Certificate> certificate;  // none: it was not verified
  std::optional<RecordedRun> run;
  std::optional<ReferenceRun> reference;
  std::string withoutReference;      // why there is none beside the run
  std::string withoutRun;            // why there is no motion; empty where there is one
  std::vector<std::string> columns;  // patterns of the series to show; empty: chosen by what they are
  std::string command;               // as it was typed
};

std::string reportHtml(const ReportPage& page);

}  // namespace mb
