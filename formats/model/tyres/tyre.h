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
#include <tuple>
#include <vector>

#include "formats/model/basics/index.h"
#include "formats/model/basics/source.h"
#include "formats/model/basics/units.h"
#include "formats/model/tracing/explored.h"

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

// What follows is written for any number T: plain ones, or such that record (formats/model/tracing/traced.h).
//
// Slip in contact axes.
template <class T>
struct TyreSlipOf {
  T kappa{};       // - sliding speed along x over |speed|: positive when driven
  T alpha{};       // rad: atan(sliding velocity along y / |speed|): positive when the wheel drifts to the left
  T camber{};      // rad: positive when the top leans to the right
  T load{};        // along the normal; not negative
  T speed{};       // of the wheel's centre along x; signed
  T friction = 1;  // of the road, as a factor on the tyre's own
};
using TyreSlip = TyreSlipOf<double>;

// Force of the road on the wheel at the contact, in its axes.
template <class T>
struct TyreForcesOf {
  T Fx{};
  T Fy{};
  T Mx{};
  T My{};
  T Mz{};
  friend TyreForcesOf choose(const TracedTruth& truth, const TyreForcesOf& a,
                             const TyreForcesOf& b) requires(kRecords<T>) {
    return {choose(truth, a.Fx, b.Fx), choose(truth, a.Fy, b.Fy), choose(truth, a.Mx, b.Mx), choose(truth, a.My, b.My),
            choose(truth, a.Mz, b.Mz)};
  }
};
using TyreForces = TyreForcesOf<double>;

// The lag of forces behind slip: u_dot + |speed| / length u = - sliding velocity, slip = u / length.
template <class T>
struct TyreRelaxationOf {
  T lengthX{};
  T lengthY{};
  T stiffnessX{};  // dFx / d kappa at the origin, positive
  T stiffnessY{};  // - dFy / d alpha at the origin, positive
  friend TyreRelaxationOf choose(const TracedTruth& truth, const TyreRelaxationOf& a,
                                 const TyreRelaxationOf& b) requires(kRecords<T>) {
    return {choose(truth, a.lengthX, b.lengthX), choose(truth, a.lengthY, b.lengthY),
            choose(truth, a.stiffnessX, b.stiffnessX), choose(truth, a.stiffnessY, b.stiffnessY)};
  }
};
using TyreRelaxation = TyreRelaxationOf<double>;

// The numbers of a type prepared for simulation. Evaluation allocates nothing and is continuous. Sizes and limits are
// plain numbers.
template <class T>
class TyreLawOf {
 public:
  virtual ~TyreLawOf() = default;

  // Along the normal, for a deflection >= 0 and its rate; never negative, and zero at zero deflection whatever the
  // rate.
  virtual T load(T deflection, T rate) const = 0;
  // Distance that the wheel rolls per radian without slip.
  virtual T rollingRadius(T deflection, T load) const = 0;
  virtual TyreRelaxationOf<T> relaxation(T load, T camber) const = 0;
  virtual TyreForcesOf<T> forces(const TyreSlipOf<T>& slip) const = 0;

  double radius = 0;  // unloaded
  double width = 0;
  int discs = 1;               // across the width, if the contact is found by discs
  double lowSpeed = 1;         // m/s: below this a damper helps slip to settle
  double largestKappa = 1.5;   // slip does not build up beyond this
  double largestTanAlpha = 3;  // likewise
};
using TyreLaw = TyreLawOf<double>;

// A property set whose numbers may be of another kind: parameters of generated code.
template <class T>
struct TyreNumbers {
  const Tyre& tyre;
  std::vector<T> values;  // by key of the type, instead of the tyre's own
};

// What makes the laws of a type: one maker for each kind of number.
template <class T>
using TyreMaker = std::unique_ptr<TyreLawOf<T>> (*)(const TyreNumbers<T>& numbers);
using TyreMakers = std::tuple<TyreMaker<double>, TyreMaker<Traced>>;

struct TyreType {
  std::string_view name;  // the tyre's type= attribute
  std::string_view meaning;
  std::string_view format;      // PROPERTY_FILE_FORMAT of its property files; empty: none
  bool contactByDiscs = false;  // the default; the force may override it
  std::span<const TyreKey> keys;
  // Why these numbers cannot be a tyre (a radius of zero ...); empty if they can.
  std::string (*fault)(const Tyre& tyre);
  TyreMakers makers;
};

template <class T>
std::unique_ptr<TyreLawOf<T>> makeLaw(const TyreNumbers<T>& numbers) {
  return std::get<TyreMaker<T>>(numbers.tyre.type->makers)(numbers);
}
inline std::unique_ptr<TyreLaw> makeLaw(const Tyre& tyre) { return makeLaw<double>({tyre, tyre.values}); }

// The forces of the law on a wheel of the other side.
template <class T>
TyreForcesOf<T> mirroredForces(const TyreLawOf<T>& law, TyreSlipOf<T> slip) {
  slip.alpha = -slip.alpha;
  slip.camber = -slip.camber;
  TyreForcesOf<T> forces = law.forces(slip);
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
template <class T>
T valueOf(const TyreNumbers<T>& numbers, std::string_view key) {
  const std::optional<int> place = keyOf(*numbers.tyre.type, key);
  return place ? numbers.values[static_cast<std::size_t>(*place)] : T(0);
}
// All defaults filled in, nothing given; keys without a default are zero until they are given.
Tyre standardTyre(const TyreType& type);
void giveValue(Tyre& tyre, int key, double si);
// The names of required keys that are missing.
std::vector<std::string_view> missingKeys(const Tyre& tyre);

}  // namespace mb
