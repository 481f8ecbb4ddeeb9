// A plan in terms of names, so that two plans can be compared whatever the order of their models.
#pragma once

#include <string>

#include "converter/conversion/convert.h"

namespace mb::test {

// The decisions of a plan by name.
inline std::string decisions(const Conversion& conversion) {
  const CartesianModel& model = conversion.model;
  std::string text;
  for (const Plan::Base& base : conversion.plan.bases) text += "base " + model.bodies[base.body].name + "\n";
  for (const Plan::TreeJoint& row : conversion.plan.tree) {
    text += "tree " + model.joints[row.joint].name + (row.reversed ? " reversed" : "") + " on " +
            model.bodies[row.parent].name + "\n";
  }
  for (const Plan::CutEdge& cut : conversion.plan.cuts) {
    text += "cut " + nameOf(model, conversion.plan, cut.edge) + "\n";
  }
  return text;
}

}  // namespace mb::test
