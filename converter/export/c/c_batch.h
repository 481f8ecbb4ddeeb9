// A program for several states at a time, one in each lane: options of its functions, header, source, self-test.
#pragma once

#include "converter/export/c/c_program.h"
#include "converter/export/c/writer/c_functions.h"

namespace mb {

struct CBatch {
  const CProgram& program;              // for one state
  std::string common;                   // functions that all use
  std::vector<CFunctions> derivatives;  // by choice of coordinates
};

// Of the rates by one choice of coordinates.
CFunctionOptions batchOptions(const Mechanism& m, const std::string& name, std::size_t parameters, std::size_t choice);

std::string batchHeaderText(const CBatch& batch);
std::string batchSourceText(const CBatch& batch);
std::string batchTestText(const CBatch& batch);

}  // namespace mb
