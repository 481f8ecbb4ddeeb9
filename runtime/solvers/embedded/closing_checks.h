// What is judged of the closing equations of an accepted step: how far they are open, and whether the chosen
// coordinates degrade. One pass over the numbers of the kernel.
#pragma once

#include <span>

#include "runtime/evaluation/project.h"
#include "runtime/solvers/embedded/layout/layout.h"

namespace mb::embedded {

class ClosingChecks {
 public:
  // For the coordinates chosen in the workspace, after makeBatches().
  void set(const Mechanism& m, const Workspace& w, const Layout& layout);
  // The largest |Phi| of the chosen rows, relative to the size of their block; NaN if any is.
  double chosenResidual(const double* values) const;
  // Of all rows.
  Residual worstResidual(const double* values) const;
  // Whether an entry of R is so large that a new choice may be needed: isDegraded() decides.
  bool isAnyDegraded(const Workspace& w, const double* values) const;

  struct Entry {  // of R
    int at = 0;
    int block = 0;
    double scale = 1;
  };
  struct Value {  // of a row
    int at = 0;
    int row = 0;
    double scale = 1;
  };
  // What is judged, for numbers of any type.
  const std::vector<Value>& rows() const { return rows_; }
  const std::vector<Value>& chosen() const { return chosen_; }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Value> rows_;
  std::vector<Value> chosen_;
  std::vector<Entry> entries_;
};

}  // namespace mb::embedded
