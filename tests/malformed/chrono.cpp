// Malformed files of Project Chrono.
#include "tests/malformed/malformed.h"

namespace mb {
namespace {

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

std::vector<BadInput> badChrono() {
  const BadRow rows[] = {
      {"empty", "", 1, "", Code::emptyFile, "a value is expected here, but the file ends"},
      {"comment without an end", "{ \"Type\": 1 }\n/* open", 2, "/*", Code::malformedJson, "comment has no end"},
      {"two values", "{}\n{}", 2, "{", Code::malformedJson, "after the end of the JSON value"},
      {"an array", "[1]", 1, "[", Code::otherType, "not an object"},
      {"name without quotes", "{\n Type: 1 }", 2, "Type", Code::malformedJson, "name of a member is expected here"},
      {"no colon", "{ \"Type\"\n 1 }", 2, "1", Code::malformedJson, "':' is expected here, not '1'"},
      {"no comma", "{ \"A\": 1\n \"B\": 2 }", 2, R"("B")", Code::malformedJson, "',' or '}' is expected here"},
      {"cut short", "{ \"A\": [1, 2", 1, "2|", Code::malformedJson, "',' or ']' is expected here, but the file ends"},
      {"open text", "{ \"A\": \"x\n\" }", 1, R"("x|)", Code::malformedJson, "no closing"},
      {"bad escape", "{ \"A\": \"\\q\" }", 1, "\\|q", Code::malformedText, "must be followed by one of"},
      {"bad unicode escape", "{ \"A\": \"\\u12g4\" }", 1, "\\u12|g4", Code::malformedText, "four hexadecimal digits"},
      {"carriage returns alone", "{\r \"A\": NaN }\r", 2, "NaN", Code::malformedJson, "not 'NaN'"},
      {"not a number", "{ \"A\": NaN }", 1, "NaN", Code::malformedJson, "a value is expected here, not 'NaN'"},
      {"too large a number", "{ \"A\": 1e999 }", 1, "1e999", Code::malformedJson,
       "a value is expected here, not '1e999'"},
      {"number beyond all measure", "{ \"A\": -1e300 }", 1, "-1e300", Code::outOfRange, "absurdly large"},
      {"no value", "{ \"A\": , \"B\": 1 }", 1, R"(, "B")", Code::malformedJson, "a value is expected here"},
      {"too deep", "{ \"A\": " + std::string(200, '[') + std::string(200, ']') + " }", 1, std::string(64, '[') + "|[",
       Code::tooDeep, "inside each other"},
      {"no type", "{ \"Name\": \"x\" }", 1, "{", Code::missingElement, "'Type' is missing"},
      {"type is a number", "{ \"Type\": 3, \"Template\": \"Wheel\" }", 1, "3", Code::otherType,
       "'Type' must be a text"},
      {"unknown type", "{ \"Type\": \"Boat\", \"Template\": \"x\" }", 1, R"("Boat")", Code::notModelled,
       "files of type 'Boat' are not read"},
      {"tracked vehicle", "{ \"Type\": \"Vehicle\",\n\"Template\": \"TrackedVehicle\" }", 2, R"("TrackedVehicle")",
       Code::notModelled, "'TrackedVehicle' is not read"},
      {"brake alone", "{ \"Type\": \"Brake\", \"Template\": \"BrakeSimple\" }", 1, R"("Brake")", Code::notModelled,
       "brakes are not modelled"},
      {"driveline alone", "{ \"Type\": \"Driveline\", \"Template\": \"x\" }", 1, R"("Driveline")", Code::notModelled,
       "drivelines are not modelled"},
      {"anti-roll bar alone", "{ \"Type\": \"Antirollbar\", \"Template\": \"x\" }", 1, R"("Antirollbar")",
       Code::notModelled, "needs the suspension"},
      {"no chassis", vehicle(", \"Axles\": []"), 1, "{", Code::missingElement, "'Chassis' is missing"},
      {"chassis file not there", vehicle(", \"Axles\": [],\n\"Chassis\": { \"Input File\": \"no/such.json\" }"), 3,
       R"("no/such)", Code::unknownName, "'no/such.json' is not found"},
      {"file name is a number", vehicle(", \"Axles\": [],\n\"Chassis\": { \"Input File\": 7 }"), 3, "7",
       Code::otherType, "'Input File' must be a text"},
      {"axles are an object", vehicle(", \"Chassis\": { \"Input File\": \"x\" }, \"Axles\": {}"), 2, "{}",
       Code::otherType, "'Axles' must be an array"},
      {"steering index past the end",
       vehicle(", \"Chassis\": { \"Input File\": \"x\" }, \"Axles\": [\n{ \"Steering Index\": 2 } ]"), 3, "2",
       Code::outOfRange, "'Steering Index' is 2, but there are 0"},
      {"index is not whole",
       vehicle(", \"Chassis\": { \"Input File\": \"x\" }, \"Axles\": [\n{ \"Chassis Index\": 0.5 } ]"), 3, "0.5",
       Code::outOfRange, "must be a whole number, not 0.5"},
      {"unknown template of a steering", "{ \"Type\": \"Steering\", \"Template\": \"Tiller\" }", 1, "{",
       Code::notModelled, "'Tiller' is not read"},
      {"mass missing", steering("{ \"COM\": 0, \"Inertia\": [1, 1, 1] }", kGoodPinion), 2, "{", Code::missingElement,
       "'Mass' is missing"},
      {"mass negative", steering("{ \"Mass\": -3, \"COM\": 0, \"Inertia\": [1, 1, 1] }", kGoodPinion), 2, "{",
       Code::impossibleMass, "negative"},
      {"inertia of two numbers", steering("{ \"Mass\": 3, \"COM\": 0, \"Inertia\": [1, 1] }", kGoodPinion), 2, "[",
       Code::wrongCount, "must have 3 numbers, not 2"},
      {"inertia negative", steering("{ \"Mass\": 3, \"COM\": 0, \"Inertia\": [1, -1, 1] }", kGoodPinion), 2, "{",
       Code::impossibleInertia, "not positive"},
      {"pinion is an array", steering(kGoodLink, "[]"), 3, "[]", Code::otherType,
       "'Pinion' must be an object, not an array"},
      {"radius is a text", steering(kGoodLink, "{ \"Radius\": \"0.1\", \"Maximum Angle (deg)\": 5 }"), 3, R"("0.1")",
       Code::otherType, "'Radius' must be a number, not a text"},
      {"axis without length", pitman("[0, 0, 0]", "[1, 0, 0]", "[0.1, -0.3, 0]"), 4, "{", Code::noDirection,
       "has no length"},
      {"cross of parallel axes", pitman("[0, 0, 1]", "[0, 0, 2]", "[0.1, -0.3, 0]"), 5, "{", Code::jointMisfits,
       "are parallel"},
      {"idler arm without length", pitman("[0, 0, 1]", "[1, 0, 0]", "[0, -0.3, 0]"), 6, "{", Code::jointMisfits,
       "the same point"},
      {"idler arm along its axis", pitman("[0, 0, 1]", "[1, 0, 0]", "[0, -0.3, 0.1]"), 6, "{", Code::jointMisfits,
       "lies along the axis"},
      {"rotation of length zero",
       chassis("{ \"Centroidal Frame\": { \"Location\": [0, 0, 0],\n\"Orientation\": [0, 0, 0, 0] }, \"Mass\": 1, "
               "\"Moments of Inertia\": [1, 1, 1] }"),
       4, "[0, 0, 0, 0]", Code::notARotation, "is not a rotation"},
      {"rotation too long",
       chassis("{ \"Centroidal Frame\": { \"Location\": [0, 0, 0],\n\"Orientation\": [1, 0, 0, 1] }, \"Mass\": 1, "
               "\"Moments of Inertia\": [1, 1, 1] }"),
       4, "[1, 0, 0, 1]", Code::notARotation, "its length is 1.41421, must be 1"},
      {"void of more than all others",
       chassis(
           "{ \"Centroidal Frame\": { \"Location\": [0, 0, 0] }, \"Mass\": 20, \"Moments of Inertia\": [1, 1, 1] },\n"
           "{ \"Centroidal Frame\": { \"Location\": [0, 0, 0] }, \"Mass\": 620, \"Moments of Inertia\": [1, 1, 1], "
           "\"Void\": true }"),
       4, "{", Code::impossibleMass, "components with \"Void\": true have 620 kg, all others 20 kg"},
      {"void that leaves no inertia",
       chassis(
           "{ \"Centroidal Frame\": { \"Location\": [0, 0, 0] }, \"Mass\": 20, \"Moments of Inertia\": [1, 1, 1] },\n"
           "{ \"Centroidal Frame\": { \"Location\": [0, 0, 0] }, \"Mass\": 2, \"Moments of Inertia\": [3, 3, 3], "
           "\"Void\": true }"),
       4, "{", Code::impossibleInertia, "without the components with \"Void\": true the inertia is not positive"},
      {"void is a number",
       chassis("{ \"Centroidal Frame\": { \"Location\": [0, 0, 0] },\n\"Mass\": 1, \"Moments of Inertia\": [1, 1, 1], "
               "\"Void\": 0 }"),
       4, "0 }", Code::otherType, "'Void' must be true or false"},
      {"component is a number", chassis("5"), 3, "5", Code::otherType, "must be an object, not a number"},
      {"tyre of meshes", "{ \"Type\": \"Tire\", \"Template\": \"ANCFTire\" }", 1, "{", Code::notModelled,
       "'ANCFTire' is not read"},
      {"tyre without radius",
       "{ \"Type\": \"Tire\", \"Template\": \"FialaTire\", \"Mass\": 1, \"Inertia\": [1, 1, 1],\n\"Fiala Parameters\": "
       "{ \"CSLIP\": 1, \"CALPHA\": 1, \"UMIN\": 1, \"UMAX\": 1 } }",
       1, "{", Code::missingAttribute, "no UNLOADED_RADIUS"},
      {"tyre with inertia and no mass",
       "{ \"Type\": \"Tire\", \"Template\": \"RigidTire\", \"Radius\": 0.4, \"Width\": 0.2,\n\"Inertia\": [1, 1, 1] }",
       1, "{", Code::missingElement, "the member 'Mass' is missing"},
      {"TMeasy without any load",
       "{ \"Type\": \"Tire\", \"Template\": \"TMeasyTire\",\n\"Design\": { \"Unloaded Radius [m]\": 0.4, \"Width "
       "[m]\": "
       "0.2, \"Rim Radius [m]\": 0.2, \"Mass [kg]\": 5, \"Inertia [kg.m2]\": [1, 1, 1] } }",
       1, "{", Code::missingElement, "neither 'Parameters' nor 'Load Index'"},
      {"tyre without mass, alone",
       "{ \"Type\": \"Tire\", \"Template\": \"RigidTire\", \"Radius\": 0.4, \"Width\": 0.2 }", 1, "{",
       Code::impossibleMass, "has no mass"},
      {"balancer without its pin",
       "{ \"Type\": \"Subchassis\", \"Template\": \"Balancer\",\n\"Beam\": { \"Mass\": 1, \"COM\": [0, 1, 0], "
       "\"Inertia\": [1, 1, 1] } }",
       2, "{", Code::missingElement, "'Pin Location' is missing"},
  };
  std::vector<BadInput> inputs = inputsOf(rows);
  const Planted errors[] = {
      {2, "{", Code::missingElement, "'Mass' is missing"},
      {2, "[", Code::wrongCount, "must have 3 numbers, not 2"},
      {3, R"("0.1")", Code::otherType, "'Radius' must be a number"},
  };
  inputs.push_back(planted(
      "three in one file",
      steering(R"({ "COM": 0, "Inertia": [1, 1] })", R"j({ "Radius": "0.1", "Maximum Angle (deg)": 5 })j"), errors));
  return inputs;
}

const MalformedFormat kFormat("chrono", &badChrono);

}  // namespace

}  // namespace mb
