// Tyres: names of property sets, their numbers, and their forces. The contact with the road and the build-up of slip
// are the same for all (runtime/laws/tyre_force.h). A new tyre is one file here and one line in the table of tyres.cpp.
//
// Contact axes (TYDEX W, ISO): x along the wheel's heading, y to the left, z along the road's normal.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/basics/index.h"
#include "formats/model/basics/source.h"
#include "formats/model/basics/units.h"

namespace mb {

// One number of a property set, under its name in property files. Stored values are SI.
struct TyreKey {
  std::string_view name;
  Dimension dimension;
  std::optional<double> standard;  // without one, the value is required
  std::string_view meaning;
};

struct TyreType;

// The side of the car for which a property set was measured. A wheel on the other side uses it mirrored; a symmetric
// one serves both sides.
enum class TyreSide { symmetric, left, right };

// A property set in the model.
struct Tyre {
  std::string name;
  const TyreType* type = nullptr;
  std::vector<double> values;  // by key of the type; defaults filled in
  std::vector<bool> given;     // by key: written by the user
  // Load over deflection, both increasing from zero; empty: the type's own stiffness.
  std::vector<double> deflection;
  std::vector<double> load;
  TyreSide side = TyreSide::symmetric;
  Origin origin;
};

// Slip in contact axes.
struct TyreSlip {
  double kappa = 0;     // - sliding speed along x over |speed|: positive when driven
  double alpha = 0;     // rad: atan(sliding velocity along y / |speed|): positive when the wheel drifts to the left
  double camber = 0;    // rad: positive when the top leans to the right
  double load = 0;      // along the normal; not negative
  double speed = 0;     // of the wheel's centre along x; signed
  double friction = 1;  // of the road, as a factor on the tyre's own
};

// Force of the road on the wheel at the contact, in its axes.
struct TyreForces {
  double Fx = 0;
  double Fy = 0;
  double Mx = 0;
  double My = 0;
  double Mz = 0;
};

// The lag of forces behind slip: u_dot + |speed| / length u = - sliding velocity, slip = u / length.
struct TyreRelaxation {
  double lengthX = 0;
  double lengthY = 0;
  double stiffnessX = 0;  // dFx / d kappa at the origin, positive
  double stiffnessY = 0;  // - dFy / d alpha at the origin, positive
};

// The numbers of a type prepared for simulation. Evaluation allocates nothing and is continuous.
class TyreLaw {
 public:
  virtual ~TyreLaw() = default;

  // Along the normal, for a deflection >= 0 and its rate; never negative, and zero at zero deflection whatever the
  // rate.
  virtual double load(double deflection, double rate) const = 0;
  // Distance that the wheel rolls per radian without slip.
  virtual double rollingRadius(double deflection, double load) const = 0;
  virtual TyreRelaxation relaxation(double load, double camber) const = 0;
  virtual TyreForces forces(const TyreSlip& slip) const = 0;

  double radius = 0;  // unloaded
  double width = 0;
  int discs = 1;               // across the width, if the contact is found by discs
  double lowSpeed = 1;         // m/s: below this a damper helps slip to settle
  double largestKappa = 1.5;   // slip does not build up beyond this
  double largestTanAlpha = 3;  // likewise
};

struct TyreType {
  std::string_view name;  // the tyre's type= attribute
  std::string_view meaning;
  std::string_view format;      // PROPERTY_FILE_FORMAT of its property files; empty: none
  bool contactByDiscs = false;  // the default; the force may override it
  std::span<const TyreKey> keys;
  // Why these numbers cannot be a tyre (a radius of zero ...); empty if they can.
  std::string (*fault)(const Tyre& tyre);
  std::unique_ptr<TyreLaw> (*make)(const Tyre& tyre);
};

// The forces of the law on a wheel of the other side.
inline TyreForces mirroredForces(const TyreLaw& law, TyreSlip slip) {
  slip.alpha = -slip.alpha;
  slip.camber = -slip.camber;
  TyreForces forces = law.forces(slip);
  forces.Fy = -forces.Fy;
  forces.Mx = -forces.Mx;
  forces.Mz = -forces.Mz;
  return forces;
}

std::span<const TyreType> tyreTypes();
const TyreType* findTyreType(std::string_view name);
// The index of a key of a type, regardless of case; nothing if the type has no such key.
std::optional<int> keyOf(const TyreType& type, std::string_view name);
// Zero for a key that the type does not have.
double valueOf(const Tyre& tyre, std::string_view key);
// All defaults filled in, nothing given; keys without a default are zero until they are given.
Tyre standardTyre(const TyreType& type);
void giveValue(Tyre& tyre, int key, double si);
// The names of required keys that are missing.
std::vector<std::string_view> missingKeys(const Tyre& tyre);

}  // namespace mb
