#include "formats/chrono/chrono.h"
#include "tests/support/bad_inputs.h"

using namespace mb;

namespace {

constexpr Format kChrono{
    .name = "chrono", .description = "", .recognises = &looksLikeChrono, .readCartesian = &readChrono};

std::string vehicle(const std::string& members) {
  return "{ \"Name\": \"v\", \"Type\": \"Vehicle\", \"Template\": \"WheeledVehicle\"\n" + members + "}";
}
std::string steering(const std::string& link, const std::string& pinion) {
  return "{ \"Name\": \"s\", \"Type\": \"Steering\", \"Template\": \"RackPinion\",\n \"Steering Link\": " + link +
         ",\n \"Pinion\": " + pinion + " }";
}
std::string chassis(const std::string& component) {
  return "{ \"Type\": \"Chassis\", \"Template\": \"RigidChassis\",\n \"Components\": [\n" + component + " ] }";
}
std::string pitman(const std::string& pivot, const std::string& cross, const std::string& idler) {
  return "{ \"Type\": \"Steering\", \"Template\": \"PitmanArm\",\n"
         "\"Steering Link\": { \"Mass\": 1, \"COM\": [0.1, 0, 0], \"Inertia\": [1, 1, 1] },\n"
         "\"Pitman Arm\": { \"Mass\": 1, \"COM\": [0, 0.2, 0], \"Inertia\": [1, 1, 1] },\n"
         "\"Revolute Joint\": { \"Location\": [0, 0.2, 0], \"Direction\": " +
         pivot +
         ", \"Maximum Angle\": 3 },\n"
         "\"Universal Joint\": { \"Location\": [0.1, 0.2, 0], \"Direction Arm\": [0, 0, 1], \"Direction Link\": " +
         cross +
         " },\n\"Revolute-Spherical Joint\": { \"Location Chassis\": [0, -0.3, 0], \"Location Link\": " + idler +
         ", \"Direction\": [0, 0, 1] } }";
}
const std::string kGoodLink = "{ \"Mass\": 3, \"COM\": 0, \"Inertia\": [1, 1, 1] }";
const std::string kGoodPinion = "{ \"Radius\": 0.1, \"Maximum Angle (deg)\": 50 }";

}  // namespace

TEST_CASE("malformed files of Chrono are refused where they are wrong", "[chrono]") {
  const std::vector<BadInput> inputs{
      {"empty", "", 1, "a value must stand here, but the file ends"},
      {"comment without an end", "{ \"Type\": 1 }\n/* open", 2, "comment has no end"},
      {"two values", "{}\n{}", 2, "after the end of the JSON value"},
      {"an array", "[1]", 1, "no object"},
      {"name without quotes", "{\n Type: 1 }", 2, "name of a member must stand here"},
      {"no colon", "{ \"Type\"\n 1 }", 2, "':' must stand here, not '1'"},
      {"no comma", "{ \"A\": 1\n \"B\": 2 }", 2, "',' or '}' must stand here"},
      {"cut short", "{ \"A\": [1, 2", 1, "',' or ']' must stand here, but the file ends"},
      {"open text", "{ \"A\": \"x\n\" }", 1, "no closing"},
      {"bad escape", "{ \"A\": \"\\q\" }", 1, "must be followed by one of"},
      {"bad unicode escape", "{ \"A\": \"\\u12g4\" }", 1, "four hexadecimal digits"},
      {"not a number", "{ \"A\": NaN }", 1, "a value must stand here, not 'NaN'"},
      {"too large a number", "{ \"A\": 1e999 }", 1, "a value must stand here, not '1e999'"},
      {"number beyond all measure", "{ \"A\": -1e300 }", 1, "beyond all measure"},
      {"no value", "{ \"A\": , \"B\": 1 }", 1, "a value must stand here"},
      {"too deep", "{ \"A\": " + std::string(200, '[') + std::string(200, ']') + " }", 1, "inside each other"},
      {"no type", "{ \"Name\": \"x\" }", 1, "'Type' is missing"},
      {"type is a number", "{ \"Type\": 3, \"Template\": \"Wheel\" }", 1, "'Type' must be a text"},
      {"unknown type", "{ \"Type\": \"Boat\", \"Template\": \"x\" }", 1, "files of type 'Boat' are not read"},
      {"tracked vehicle", "{ \"Type\": \"Vehicle\",\n\"Template\": \"TrackedVehicle\" }", 2,
       "'TrackedVehicle' is not read"},
      {"brake alone", "{ \"Type\": \"Brake\", \"Template\": \"BrakeSimple\" }", 1, "brakes are not modelled"},
      {"driveline alone", "{ \"Type\": \"Driveline\", \"Template\": \"x\" }", 1, "drivelines are not modelled"},
      {"anti-roll bar alone", "{ \"Type\": \"Antirollbar\", \"Template\": \"x\" }", 1, "needs the suspension"},
      {"no chassis", vehicle(", \"Axles\": []"), 1, "'Chassis' is missing"},
      {"chassis file not there", vehicle(", \"Axles\": [],\n\"Chassis\": { \"Input File\": \"no/such.json\" }"), 3,
       "'no/such.json' is not found"},
      {"chassis file from above", vehicle(", \"Axles\": [],\n\"Chassis\": { \"Input File\": \"a/../../b.json\" }"), 3,
       "has a '..'"},
      {"chassis file by an absolute path",
       vehicle(", \"Axles\": [],\n\"Chassis\": { \"Input File\": \"/etc/passwd\" }"), 3, "is not a path relative"},
      {"file name is a number", vehicle(", \"Axles\": [],\n\"Chassis\": { \"Input File\": 7 }"), 3,
       "'Input File' must be a text"},
      {"axles are an object", vehicle(", \"Chassis\": { \"Input File\": \"x\" }, \"Axles\": {}"), 2,
       "'Axles' must be an array"},
      {"steering index past the end",
       vehicle(", \"Chassis\": { \"Input File\": \"x\" }, \"Axles\": [\n{ \"Steering Index\": 2 } ]"), 3,
       "'Steering Index' is 2, but there are 0"},
      {"index is not whole",
       vehicle(", \"Chassis\": { \"Input File\": \"x\" }, \"Axles\": [\n{ \"Chassis Index\": 0.5 } ]"), 3,
       "must be a whole number, not 0.5"},
      {"unknown template of a steering", "{ \"Type\": \"Steering\", \"Template\": \"Tiller\" }", 1,
       "'Tiller' is not read"},
      {"mass missing", steering("{ \"COM\": 0, \"Inertia\": [1, 1, 1] }", kGoodPinion), 2, "'Mass' is missing"},
      {"mass negative", steering("{ \"Mass\": -3, \"COM\": 0, \"Inertia\": [1, 1, 1] }", kGoodPinion), 2, "negative"},
      {"inertia of two numbers", steering("{ \"Mass\": 3, \"COM\": 0, \"Inertia\": [1, 1] }", kGoodPinion), 2,
       "must have 3 numbers, not 2"},
      {"inertia negative", steering("{ \"Mass\": 3, \"COM\": 0, \"Inertia\": [1, -1, 1] }", kGoodPinion), 2,
       "not positive"},
      {"pinion is an array", steering(kGoodLink, "[]"), 3, "'Pinion' must be an object, not an array"},
      {"radius is a text", steering(kGoodLink, "{ \"Radius\": \"0.1\", \"Maximum Angle (deg)\": 5 }"), 3,
       "'Radius' must be a number, not a text"},
      {"axis without length", pitman("[0, 0, 0]", "[1, 0, 0]", "[0.1, -0.3, 0]"), 4, "has no length"},
      {"cross of parallel axes", pitman("[0, 0, 1]", "[0, 0, 2]", "[0.1, -0.3, 0]"), 5, "are parallel"},
      {"idler arm without length", pitman("[0, 0, 1]", "[1, 0, 0]", "[0, -0.3, 0]"), 6, "the same point"},
      {"idler arm along its axis", pitman("[0, 0, 1]", "[1, 0, 0]", "[0, -0.3, 0.1]"), 6, "lies along the axis"},
      {"rotation of length zero",
       chassis("{ \"Centroidal Frame\": { \"Location\": [0, 0, 0],\n\"Orientation\": [0, 0, 0, 0] }, \"Mass\": 1, "
               "\"Moments of Inertia\": [1, 1, 1] }"),
       4, "no rotation"},
      {"void is a number",
       chassis("{ \"Centroidal Frame\": { \"Location\": [0, 0, 0] },\n\"Mass\": 1, \"Moments of Inertia\": [1, 1, 1], "
               "\"Void\": 0 }"),
       4, "'Void' must be true or false"},
      {"component is a number", chassis("5"), 3, "must be an object, not a number"},
      {"tyre of meshes", "{ \"Type\": \"Tire\", \"Template\": \"ANCFTire\" }", 1, "'ANCFTire' is not read"},
      {"tyre without radius",
       "{ \"Type\": \"Tire\", \"Template\": \"FialaTire\", \"Mass\": 1, \"Inertia\": [1, 1, 1],\n\"Fiala Parameters\": "
       "{ \"CSLIP\": 1, \"CALPHA\": 1, \"UMIN\": 1, \"UMAX\": 1 } }",
       1, "no UNLOADED_RADIUS"},
      {"TMeasy without any load",
       "{ \"Type\": \"Tire\", \"Template\": \"TMeasyTire\",\n\"Design\": { \"Unloaded Radius [m]\": 0.4, \"Width "
       "[m]\": "
       "0.2, \"Rim Radius [m]\": 0.2, \"Mass [kg]\": 5, \"Inertia [kg.m2]\": [1, 1, 1] } }",
       1, "neither 'Parameters' nor 'Load Index'"},
      {"tyre without mass, alone",
       "{ \"Type\": \"Tire\", \"Template\": \"RigidTire\", \"Radius\": 0.4, \"Width\": 0.2 }", 1, "has no mass"},
      {"balancer without its pin",
       "{ \"Type\": \"Subchassis\", \"Template\": \"Balancer\",\n\"Beam\": { \"Mass\": 1, \"COM\": [0, 1, 0], "
       "\"Inertia\": [1, 1, 1] } }",
       2, "'Pin Location' is missing"},
  };
  checkRefused(kChrono, inputs);
}

TEST_CASE("Chrono's files are known by their first bracket and their type", "[chrono]") {
  CHECK(looksLikeChrono("// c\n{ \"Type\": \"Wheel\", \"Template\": \"Wheel\" }"));
  CHECK_FALSE(looksLikeChrono("<model/>"));
  CHECK_FALSE(looksLikeChrono("{ \"Type\": 1 }"));
  CHECK_FALSE(looksLikeChrono(""));
}
