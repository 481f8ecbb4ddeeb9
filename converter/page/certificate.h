// What a certificate of `mbconvert verify` says, read from its text, whether it was made now or given.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "converter/verify/verify.h"

namespace mb {

struct Certificate {
  struct Row {
    std::string name;
    double value = 0;  // NaN where there is none
    double tolerance = 0;
    bool holds = true;
    bool decides = true;
    std::string where;
    std::string why;  // of the tolerance
  };
  Verdict verdict = Verdict::notDecided;
  std::string failure;
  std::vector<Row> rows;
  Verification::Counts counts;  // as counted there
  int states = 0;
  std::string solver;
  double trajectoryEnd = 0;  // 0: none were compared
  std::string cartesianHash;
  std::string recursiveHash;
  std::string hash;  // of the certificate itself

  // The finding that holds with the least margin, tolerance over value; null if none is above zero.
  const Row* tightest() const;
};

// Nothing after errors.
std::optional<Certificate> readCertificate(const std::shared_ptr<const SourceFile>& file, Diagnostics& diagnostics);

std::string_view textOf(Verdict verdict);  // EQUIVALENT, NOT EQUIVALENT, NOT DECIDED

}  // namespace mb
