// Malformed suspensions of Project Chrono.
#include <algorithm>

#include "tests/malformed/malformed.h"
#include "tests/support/texts/generic_wishbone.h"

namespace mb {
namespace {

// One member a line.
const std::string kWishbone = R"j({
"Type": "Suspension",
"Template": "DoubleWishbone",
"Camber Angle (deg)": 1,
"Spindle": {
"Mass": 10,
"COM": [0, 0.9, 0],
"Inertia": [0.5, 0.6, 0.4]
},
"Upright": { "Mass": 20, "COM": [0, 0.75, 0], "Inertia": [0.2, 0.2, 0.1] },
"Upper Control Arm": {
"Mass": 6, "COM": [0, 0.6, 0.2], "Moments of Inertia": [0.03, 0.04, 0.06],
"Location Chassis Front": [0.1, 0.4, 0.2],
"Location Chassis Back": [-0.1, 0.4, 0.2],
"Location Upright": [0, 0.7, 0.2] },
"Lower Control Arm": {
"Mass": 24, "COM": [0, 0.5, -0.1], "Moments of Inertia": [0.4, 0.5, 0.8],
"Location Chassis Front": [0.2, 0.3, 0],
"Location Chassis Back": [-0.2, 0.3, 0],
"Location Upright": [0, 0.8, -0.1] },
"Tierod": {
"Location Chassis": [-0.25, 0.4, 0],
"Location Upright": [-0.2, 0.8, 0] },
"Spring": { "Location Chassis": [0.1, 0.5, 0.3], "Location Arm": [0.1, 0.55, 0],
"Spring Coefficient": 1e5, "Free Length": 0.4 },
"Shock": { "Location Chassis": [0.1, 0.5, 0.3], "Location Arm": [0.1, 0.55, 0],
"Damping Coefficient": 1e4 },
"Axle": { "Inertia": 0.4 }
})j";

std::string withLine(const std::string& text, int line, std::string_view replacement) {
  std::size_t begin = 0;
  for (int k = 1; k < line; ++k) begin = text.find('\n', begin) + 1;
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  return text.substr(0, begin) + std::string(replacement) + text.substr(end);
}

int lineOf(const std::string& text, std::string_view what) {
  const std::size_t at = text.find(what);
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

BadRow line(std::string_view name, int number, std::string_view replacement, std::string_view at, Code code,
            std::string_view message) {
  return {name, withLine(kWishbone, number, replacement), number, std::string(at), code, message};
}

// A change in the generic suspension, which is wrong on the line that has it.
BadRow generic(std::string_view name, std::string_view from, std::string_view to, std::string_view at, Code code,
               std::string_view message) {
  return {name, replaced(kGenericWishbone, from, to), lineOf(kGenericWishbone, from), std::string(at), code, message};
}

std::vector<BadInput> badChronoSuspensions() {
  const BadRow rows[] = {
      line("template unknown", 3, R"("Template": "DoubleWishbones",)", R"("DoubleWishbones")", Code::unknownWord,
           "not a suspension template"),
      line("template no text", 3, R"("Template": 7,)", "7", Code::otherType, "'Template' must be a text"),
      line("angle a text", 4, R"j("Camber Angle (deg)": "1",)j", R"("1")", Code::otherType,
           "'Camber Angle (deg)' must be a number"),
      {"spindle without mass", withLine(kWishbone, 6, ""), 5, "{", Code::missingElement,
       "the member 'Mass' is missing"},
      {"mass negative", withLine(kWishbone, 6, R"("Mass": -10,)"), 5, "{", Code::impossibleMass, "negative"},
      line("point of two numbers", 7, R"("COM": [0, 0.9],)", "[", Code::wrongCount, "'COM' must have 3 numbers, not 2"),
      line("point of texts", 7, R"("COM": ["a", "b", "c"],)", R"("a")", Code::otherType, "must be a number"),
      line("inertia a number", 8, R"("Inertia": 0.5)", "0.5", Code::otherType, "'Inertia' must be an array"),
      line("upright a list", 10, R"("Upright": [1, 2, 3],)", "[", Code::otherType, "'Upright' must be an object"),
      {"upright missing", withLine(kWishbone, 10, ""), 1, "{", Code::missingElement, "the member 'Upright' is missing"},
      {"point missing", withLine(kWishbone, 13, ""), 11, "{", Code::missingElement,
       "the member 'Location Chassis Front' is missing"},
      {"hinge without length", withLine(kWishbone, 14, R"("Location Chassis Back": [0.1, 0.4, 0.2],)"), 11, "{",
       Code::noDirection, "coincide or lie on one line"},
      {"arm in a line", withLine(kWishbone, 15, R"("Location Upright": [0.3, 0.4, 0.2] },)"), 11, "{",
       Code::noDirection, "coincide or lie on one line"},
      {"rod without length", withLine(kWishbone, 23, R"("Location Upright": [-0.25, 0.4, 0] },)"), 21, "{",
       Code::jointMisfits, "are the same point"},
      {"tie rod with mass and no inertia",
       withLine(kWishbone, 22, R"("Mass": 5, "Location Chassis": [-0.25, 0.4, 0],)"), 21, "{", Code::missingElement,
       "the member 'Moments of Inertia' is missing"},
      {"spring without law", withLine(kWishbone, 25, R"("Free Length": 0.4 },)"), 24, "{", Code::missingElement,
       "has no law"},
      {"spring without length", withLine(kWishbone, 25, R"("Spring Coefficient": 1e5 },)"), 24, "{",
       Code::missingElement, "the member 'Free Length' is missing"},
      line("camber misspelt", 4, R"j("Camber Angle (dge)": 1,)j", R"("Camber)", Code::unknownAttribute,
           "no member 'Camber Angle (dge)' is known here"),
      line("stop misspelt", 25,
           R"("Spring Coefficient": 1e5, "Free Length": 0.4, "Minimun Length": 0.3, "Maximum Length": 0.5 },)",
           R"("Minimun)", Code::unknownAttribute, "no member 'Minimun Length' is known here"),
      line("spring that pushes away", 25, R"("Spring Coefficient": -1e5, "Free Length": 0.4 },)", "-1e5",
           Code::mustBePositive, "'Spring Coefficient' is -100000, below 0"),
      line("spring of negative length", 25, R"("Spring Coefficient": 1e5, "Free Length": -0.4 },)", "-0.4",
           Code::mustBePositive, "'Free Length' is -0.4, below 0"),
      line("damper that gives energy", 27, R"("Damping Coefficient": -1e4 },)", "-1e4", Code::mustBePositive,
           "'Damping Coefficient' is -10000, below 0"),
      line("damper whose force grows without bounds", 27,
           R"("Damping Coefficient": 1e4, "Degressivity Compression": -3, "Degressivity Expansion": 1 },)", "-3",
           Code::mustBePositive, "'Degressivity Compression' is -3, below 0"),
      line("shaft of negative inertia", 28, R"("Axle": { "Inertia": -0.4 })", "-0.4", Code::mustBePositive, "negative"),
      line("shaft without inertia", 28, R"("Axle": { })", "{", Code::missingElement, "the member 'Inertia' is missing"),
      generic("body unknown", R"("Body2": "UCA")", R"("Body2": "UCAA")", R"("UCAA")", Code::unknownName,
              "there is no body 'UCAA'"),
      generic("body a number", R"("Body2": "UCA")", R"("Body2": 3)", "3", Code::otherType, "a body must be a name"),
      generic("side unknown", R"("Body2": "UCA")", R"("Body2": ["UCA", "Middle"])", R"("Middle")", Code::unknownWord,
              "'Middle' is no side"),
      generic("side missing", R"("Mirrored": true, "Body1": "Chassis", "Body2": "UCA")",
              R"("Mirrored": false, "Body1": "Chassis", "Body2": "UCA")", R"("UCA")", Code::unclearName,
              "stands on both sides"),
      generic("joint unknown", R"("Type": "Revolute")", R"("Type": "Hinge")", R"("Hinge")", Code::unknownWord,
              "'Hinge' is not a type of joint"),
      generic("joint nowhere", R"("Position": [0, 0.45, 0.22], )", "", "{", Code::missingElement,
              "the member 'Position' is missing"),
      generic("rotation zero", R"("Rotation": [0.8, 0.6, 0, 0])", R"("Rotation": [0, 0, 0, 0])", "[0, 0, 0, 0]",
              Code::notARotation, "Rotation"),
      generic("mirrored a text", R"("Name": "UCA", "Mirrored": true)", R"("Name": "UCA", "Mirrored": "yes")",
              R"("yes")", Code::otherType, "'Mirrored' must be true or false"),
      generic("body twice", R"("Name": "LCA")", R"("Name": "UCA")", "{", Code::nameTwice, "there are two bodies 'UCA'"),
      generic("axis zero", R"("Axis": [1, 2, 0])", R"("Axis": [0, 0, 0])", "[0, 0, 0]", Code::noDirection,
              "the axis has no length"),
      generic("spindle on nothing", R"("Attachment Body": "Upright")", R"("Attachment Body": "Hub")", R"("Hub")",
              Code::unknownName, "there is no body 'Hub'"),
      generic("bodies no list", R"("Distance Constraints": [)", R"("Distance Constraints": 3, "Others": [)", "3",
              Code::otherType, "'Distance Constraints' must be an array"),
  };
  return inputsOf(rows);
}

const MalformedFormat kFormat("chrono", &badChronoSuspensions);

}  // namespace

}  // namespace mb
