// Prints a verification as a table and as a certificate.
#pragma once

#include <string>

#include "converter/report/report_text.h"
#include "converter/verify/verify.h"

namespace mb {

struct VerifiedFiles {
  std::string model;                       // name
  std::string sourceText;                  // of the Cartesian file, for its hash
  std::string recursiveText;               // as written
  std::vector<SetParameter> parameters{};  // that were set from outside
};

std::string verificationText(const Verification& verification, const VerifyOptions& options, const std::string& model,
                             const TextStyle& style);
std::string certificateJson(const Verification& verification, const VerifyOptions& options, const VerifiedFiles& files);

}  // namespace mb
