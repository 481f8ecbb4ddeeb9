// Units and axis conventions. Everything is converted on reading; only the names of the source's units survive.
#pragma once

#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/basics/geometry.h"

namespace mb {

// Powers of the base quantities. Force is a base quantity too, because users mix kg, mm and N.
struct Dimension {
  int length = 0;
  int mass = 0;
  int time = 0;
  int force = 0;
  int angle = 0;
  constexpr bool operator==(const Dimension&) const = default;
};

// Whether no quantity has both dimensions: force is mass times acceleration, and angles are plain numbers.
bool contradict(const Dimension& a, const Dimension& b);

namespace dimension {
constexpr Dimension kNone{};
constexpr Dimension kLength{1, 0, 0, 0, 0};
constexpr Dimension kMass{0, 1, 0, 0, 0};
constexpr Dimension kTime{0, 0, 1, 0, 0};
constexpr Dimension kForce{0, 0, 0, 1, 0};
constexpr Dimension kAngle{0, 0, 0, 0, 1};
constexpr Dimension kVelocity{1, 0, -1, 0, 0};
constexpr Dimension kAcceleration{1, 0, -2, 0, 0};
constexpr Dimension kAngularVelocity{0, 0, -1, 0, 1};
constexpr Dimension kInertia{2, 1, 0, 0, 0};
constexpr Dimension kTorque{1, 0, 0, 1, 0};
constexpr Dimension kStiffness{-1, 0, 0, 1, 0};
constexpr Dimension kDamping{-1, 0, 1, 1, 0};
constexpr Dimension kTorsionalStiffness{1, 0, 0, 1, -1};
constexpr Dimension kTorsionalDamping{1, 0, 1, 1, -1};
}  // namespace dimension

constexpr double kTwoPi = 2 * std::numbers::pi;
constexpr double kDegree = std::numbers::pi / 180;
constexpr double kDegreesPerRadian = 180 / std::numbers::pi;

// The SI value of one unit of each base quantity, and the names used in the source.
struct Units {
  double length = 1;
  double mass = 1;
  double time = 1;
  double force = 1;
  double angle = 1;
  std::string lengthName = "m";
  std::string massName = "kg";
  std::string timeName = "s";
  std::string forceName = "N";
  std::string angleName = "rad";
};

// The factor that converts a number of this dimension to SI.
double toSi(const Units& units, const Dimension& dimension);
// "m/s^2", "N*m", "1" for plain numbers: what parseUnit reads. A unit has its symbol, whatever the source calls it.
std::string unitText(const Units& units, const Dimension& dimension);

enum class BaseQuantity { length, mass, time, force, angle };
// The SI value of a unit by name ("mm", "millimeter", "lbf", ...); nothing for an unknown name.
std::optional<double> unitValue(BaseQuantity quantity, std::string_view name);
std::vector<std::string> unitNames(BaseQuantity quantity);
// Named systems: SI, MKS, MMKS (mm, kg, s, N), CGS, FPS, IPS, mmts (mm, tonne, s, N).
std::optional<Units> unitSystem(std::string_view name);
std::vector<std::string> unitSystemNames();

// A unit such as "N/mm", "kg*m^2", "deg/s", "N.s/m": its value in SI and its dimension.
struct NamedUnit {
  double value = 1;
  Dimension dimension;
};
std::optional<NamedUnit> parseUnit(std::string_view text);

// World axes: the rotation from the source's axes to ours (ISO: x forward, y left, z up), from the names of the
// source's forward and up axes ("+x", "-z", "y", ...). Nothing if they do not name two different axes.
std::optional<Matrix3> axesRotation(std::string_view forward, std::string_view up);
// Named conventions: iso (x forward, z up), sae (x forward, z down), dads (y forward, z up), y-up (x forward, y up).
struct AxesNames {
  std::string forward = "+x";
  std::string up = "+z";
};
std::optional<AxesNames> axesConvention(std::string_view name);
std::vector<std::string> axesConventionNames();

}  // namespace mb
