// Tyres: what a set of properties is called, the numbers it is made of, and the forces it gives. How the tyre meets the
// road, and how slip builds up, is the same for all (runtime/laws/tyre_force.h). A further tyre is one file here and
// its line in the table of tyres.cpp.
//
// Axes of the contact (TYDEX W, ISO): x along the wheel's heading, y to the left, z along the road's normal.
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

// One number of a set of properties, by the name that property files use. Inside, all are SI.
struct TyreKey {
  std::string_view name;
  Dimension dimension;
  std::optional<double> standard;  // without one, it must be given
  std::string_view meaning;
};

struct TyreType;

// The side of the car for which a set of properties holds. A wheel of the other side takes it mirrored; a symmetric one
// serves both as it is.
enum class TyreSide { symmetric, left, right };

// A set of properties, as the model holds it.
struct Tyre {
  std::string name;
  const TyreType* type = nullptr;
  std::vector<double> values;  // by key of the type; standard ones filled in
  std::vector<bool> given;     // by key: the user wrote it
  // Load over deflection, both increasing from zero; empty: the type's own stiffness.
  std::vector<double> deflection;
  std::vector<double> load;
  TyreSide side = TyreSide::symmetric;
  Origin origin;
};

// What slips where, in the axes of the contact.
struct TyreSlip {
  double kappa = 0;     // - sliding speed along x over |speed|: positive when driven
  double alpha = 0;     // rad: atan(sliding velocity along y / |speed|): positive when the wheel drifts to the left
  double camber = 0;    // rad: positive when the top leans to the right
  double load = 0;      // along the normal; not negative
  double speed = 0;     // of the wheel's centre along x; signed
  double friction = 1;  // of the road, as a factor on the tyre's own
};

// Of the road on the wheel, at the contact; in its axes.
struct TyreForces {
  double Fx = 0;
  double Fy = 0;
  double Mx = 0;
  double My = 0;
  double Mz = 0;
};

// The way in which forces lag behind slip: u_dot + |speed| / length u = - sliding velocity, slip = u / length.
struct TyreRelaxation {
  double lengthX = 0;
  double lengthY = 0;
  double stiffnessX = 0;  // dFx / d kappa at the origin, positive
  double stiffnessY = 0;  // - dFy / d alpha at the origin, positive
};

// The numbers of a type made ready for the loop. Evaluation takes nothing from the heap and is continuous.
class TyreLaw {
 public:
  virtual ~TyreLaw() = default;

  // Along the normal, for a deflection >= 0 and its rate; never negative, and zero at zero deflection whatever the
  // rate.
  virtual double load(double deflection, double rate) const = 0;
  // Distance by which the wheel rolls per radian without slip.
  virtual double rollingRadius(double deflection, double load) const = 0;
  virtual TyreRelaxation relaxation(double load, double camber) const = 0;
  virtual TyreForces forces(const TyreSlip& slip) const = 0;

  double radius = 0;  // unloaded
  double width = 0;
  int discs = 1;               // across the width, where the contact is found by discs
  double lowSpeed = 1;         // m/s: below, a damper helps slip to settle
  double largestKappa = 1.5;   // slip beyond builds up no further
  double largestTanAlpha = 3;  // likewise
};

struct TyreType {
  std::string_view name;  // type= of the tyre
  std::string_view meaning;
  std::string_view format;      // PROPERTY_FILE_FORMAT of its property files; empty: it has none
  bool contactByDiscs = false;  // by default; the force may say otherwise
  std::span<const TyreKey> keys;
  // Why these numbers cannot be a tyre (a radius of zero ...); empty when they can.
  std::string (*fault)(const Tyre& tyre);
  std::unique_ptr<TyreLaw> (*make)(const Tyre& tyre);
};

// What the law gives for a wheel of the other side.
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
// The place of a key among those of a type; nothing when it has none of that name. Upper and lower case are the same.
std::optional<int> keyOf(const TyreType& type, std::string_view name);
// Zero for a key that the type does not have.
double valueOf(const Tyre& tyre, std::string_view key);
// All standard values filled in, nothing given; keys without a standard value are zero until they are given.
Tyre standardTyre(const TyreType& type);
void giveValue(Tyre& tyre, int key, double si);
// The names of keys that must be given and are not.
std::vector<std::string_view> missingKeys(const Tyre& tyre);

}  // namespace mb
