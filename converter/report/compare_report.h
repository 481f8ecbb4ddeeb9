// Two tables of one motion: where they differ, and whether they agree.
#pragma once

#include <string>

#include "converter/tables/compare_tables.h"

namespace mb {

struct ComparedFiles {
  std::string ours;
  std::string theirs;
};

std::string comparisonText(const TableComparison& comparison, const CompareOptions& options,
                           const ComparedFiles& files);
std::string comparisonJson(const TableComparison& comparison, const CompareOptions& options,
                           const ComparedFiles& files);

}  // namespace mb
