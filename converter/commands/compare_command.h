// `mbconvert compare`: two tables of one motion, and whether they agree.
#pragma once

#include <optional>
#include <string>

#include "converter/cli/options.h"
#include "converter/tables/compare_tables.h"
#include "formats/model/messages/diagnostics.h"

namespace mb {

// done within the tolerance, else notEquivalent; none after errors.
std::optional<ExitCode> runCompare(const CompareRequest& request, Diagnostics& diagnostics);

std::string comparisonText(const TableComparison& comparison, const CompareRequest& request);
std::string comparisonJson(const TableComparison& comparison, const CompareRequest& request);

}  // namespace mb
