// Laws of springs and dampers that are functions of length and rate, built from expressions for these.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formats/chrono/elements/build.h"

namespace mb::chrono {

// c v / (1 + d |v|), with d for either direction.
std::optional<Expression> degressiveDamper(double c, double compression, double expansion, const std::string& rate);
// "Deformation" and "Map Data" of an object; nothing after an error, or if the map is zero.
std::optional<Expression> mapForce(VehicleBuild& build, std::string_view name, const JsonValue& object,
                                   const std::string& length, const std::string& rate);

}  // namespace mb::chrono
