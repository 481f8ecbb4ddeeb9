// Elements that both models have besides bodies and joints.
#pragma once

#include <vector>

#include "formats/model/elements/driver.h"
#include "formats/model/elements/elements.h"
#include "formats/model/elements/road.h"
#include "formats/model/tyres/tyre.h"

namespace mb {

struct ElementTables {
  Table<InputIndex, Input> inputs;
  Table<SplineIndex, Spline> splines;
  Table<RoadIndex, Road> roads;
  Table<TyreIndex, Tyre> tyres;
  Table<DriverIndex, Driver> drivers;
  std::vector<Coupler> couplers;
  std::vector<Drive> drives;
  std::vector<Force> forces;
  std::vector<Probe> probes;
  std::vector<Measure> measures;
};

}  // namespace mb
