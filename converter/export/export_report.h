// What is reported of an export, for people and for scripts.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace mb {

struct ExportSummary {
  std::string model;
  std::string target;
  std::string verdict;  // of the conversion
  std::string method;   // of the steps
  double step = 0;      // s; 0: the method chooses
  std::string choice;   // why this method, where the tool chose
  std::vector<std::string> remarks;
  struct Check {
    std::string what;
    double difference = 0;
    double tolerance = 0;
    std::string worst;
    bool holds = true;
  };
  std::vector<Check> checks;                                 // of our own run beside the export's
  std::vector<std::pair<std::string, std::size_t>> written;  // files, and their bytes
};

std::string exportText(const ExportSummary& summary);
std::string exportJson(const ExportSummary& summary);

}  // namespace mb
