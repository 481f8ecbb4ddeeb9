// The sections of the report that need no script.
#pragma once

#include <string>

#include "converter/page/data/series.h"
#include "converter/page/page.h"

namespace mb {

std::string verdictSection(const ReportPage& page);
// As given, and with loops, weights and cuts.
std::string graphsSection(const ReportPage& page);
std::string treeSection(const ReportPage& page);
std::string cutsSection(const ReportPage& page);
std::string baseSection(const ReportPage& page);
std::string mobilitySection(const ReportPage& page);
std::string certificateSection(const ReportPage& page);
std::string lossesSection(const ReportPage& page);
std::string originSection(const ReportPage& page);

// A chart per group of series that is shown at first, and behind a switch all others if they are wanted.
std::string stillCharts(const std::vector<ShownSeries>& series, const RecordedRun& run, bool areAll);

}  // namespace mb
