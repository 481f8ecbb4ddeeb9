// Malformed assemblies of FreeCAD's solver.
#include <algorithm>
#include <stdexcept>

#include "tests/malformed/malformed.h"
#include "tests/support/texts/asmt_writer.h"

namespace mb {
namespace {

std::size_t offsetOf(const std::string& text, std::string_view part) {
  const std::size_t place = text.find(part);
  if (place == std::string::npos) throw std::logic_error("not in the assembly: " + std::string(part));
  return place;
}
int lineOf(const std::string& text, std::string_view part) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(offsetOf(text, part));
  return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
}

// The good text with one piece replaced; the error is at the words in the line of `where`.
BadRow damaged(std::string_view name, std::string_view piece, std::string_view by, std::string_view where,
               std::string_view at, Code code, std::string_view message) {
  std::string text = drivenCrank().text();
  text.replace(offsetOf(text, piece), piece.size(), by);
  const int line = lineOf(text, where);
  return {name, std::move(text), line, std::string(at), code, message};
}

// The error is at the first line with the words.
BadRow withJoint(std::string_view name, std::string_view kind, AsmtText::Values values, std::string_view at, Code code,
                 std::string_view message) {
  AsmtText a = drivenCrank();
  a.joint(kind, values);
  std::string text = a.text();
  const int line = lineOf(text, at);
  return {name, std::move(text), line, std::string(at), code, message};
}

std::vector<BadInput> badAsmt() {
  const BadRow rows[] = {
      {"empty", " \r\n", 1, "", Code::emptyFile, "nothing in this file"},
      {"only the first line", "OndselSolver\n", 1, "OndselSolver", Code::malformedOutline,
       "there is no line 'Assembly'"},
      {"an empty assembly", "OndselSolver\nAssembly\nTimeSeries\n", 2, "Assembly", Code::malformedOutline,
       "the assembly is empty"},
      damaged("a word for a number", "0 0 2\n", "0 zero 2\n", "0 zero 2", "zero", Code::notANumber,
              "'zero' is not a number"),
      damaged("not a number", "0 0 2\n", "0 0 nan\n", "0 0 nan", "nan", Code::notANumber, "'nan' is not a number"),
      damaged("beyond all numbers", "0 0 2\n", "0 0 1e999\n", "1e999", "1e999", Code::notANumber,
              "'1e999' is not a number"),
      damaged("a decimal comma", "0 0 2\n", "0 0 2,5\n", "2,5", "2,5", Code::notANumber, "'2,5' is not a number"),
      damaged("two numbers for a vector", "0 0 2\n", "0 2\n", "\t0 2\n", "0 2", Code::wrongCount,
              "three numbers are expected"),
      damaged("four numbers for a vector", "0 0 2\n", "0 0 2 1\n", "0 0 2 1", "0 0 2 1", Code::wrongCount,
              "three numbers are expected"),
      damaged("a key without its vector", "ConstantGravity\n\t\t0 0 -9.81\n", "ConstantGravity\n", "ConstantGravity",
              "ConstantGravity", Code::missingValue, "'ConstantGravity' has no vector"),
      damaged("a key without its number", "Mass\n\t\t\t\t\t1\n", "Mass\n", "\tMass\n", "Mass", Code::missingValue,
              "'Mass' has no number"),
      damaged("a mass that is no number", "Mass\n\t\t\t\t\t1\n", "Mass\n\t\t\t\t\theavy\n", "heavy", "heavy",
              Code::notANumber, "'heavy' is not a number"),
      damaged("a negative mass", "Mass\n\t\t\t\t\t1\n", "Mass\n\t\t\t\t\t-1\n", "\t\tPart\n", "Part",
              Code::impossibleMass, "negative"),
      damaged("a negative moment of inertia", "0.1 0.1 0.1", "0.1 0.1 -9", "\t\tPart\n", "Part",
              Code::impossibleInertia, "the inertia is not positive"),
      damaged("a matrix of two rows", "\n\t\t 0 0 1\n", "\n", "\tRotationMatrix", "RotationMatrix", Code::wrongCount,
              "a rotation matrix has 3 rows"),
      damaged("a matrix that is no rotation", "\n\t\t 0 0 1\n", "\n\t\t 0 0.1 1\n", "\tRotationMatrix",
              "RotationMatrix", Code::notARotation, "the matrix is not a rotation"),
      damaged("a reflection", "\n\t\t 0 0 1\n", "\n\t\t 0 0 -1\n", "\tRotationMatrix", "RotationMatrix",
              Code::notARotation, "reflection"),
      damaged("a misspelt mass marker", "PrincipalMassMarker", "PrincipalMasMarker", "PrincipalMasMarker",
              "PrincipalMasMarker", Code::unknownElement, "there is no 'PrincipalMasMarker' in Part 'P'"),
      damaged("a misspelt mass", "\tMass\n", "\tMas\n", "\tMas\n", "Mas", Code::unknownElement,
              "there is no 'Mas' in PrincipalMassMarker"),
      damaged("misspelt moments of inertia", "MomentOfInertias", "MomentsOfInertia", "MomentsOfInertia",
              "MomentsOfInertia", Code::unknownElement, "there is no 'MomentsOfInertia'"),
      damaged("a mass marker without mass", "\t\t\t\tMass\n\t\t\t\t\t1\n", "", "PrincipalMassMarker",
              "PrincipalMassMarker", Code::missingElement, "has no Mass"),
      damaged("a misspelt velocity", "Velocity3D", "Velocty3D", "Velocty3D", "Velocty3D", Code::unknownElement,
              "there is no 'Velocty3D' in Part 'P'"),
      damaged("a misspelt place of a marker", "\tMarker\n\t\t\t\t\tName", "\tMarkr\n\t\t\t\t\tName", "Markr", "Markr",
              Code::unknownElement, "there is no 'Markr' in Markers"),
      damaged("a misspelt tension", "tension", "tensoin", "tensoin", "tensoin", Code::unknownElement,
              "there is no 'tensoin' in InLineForceTorque 'f'"),
      damaged("a tension without its function", "tension\n\t\t\t\t1\n", "tension\n", "tension", "tension",
              Code::missingValue, "'tension' has no function below it"),
      damaged("a twist without its function", "twist\n\t\t\t\t0\n", "twist\n", "twist", "twist", Code::missingValue,
              "'twist' has no function below it"),
      damaged("a tension that is no number", "tension\n\t\t\t\t1\n", "tension\n\t\t\t\t0/0\n", "InLineForceTorque",
              "InLineForceTorque", Code::notFinite, "force 'f' has a 'function' that is not finite"),
      damaged("a limit without its number", "Limit\n\t\t\t\t\t1\n", "Limit\n", "\t\t\t\tLimit\n", "Limit",
              Code::missingValue, "'Limit' has no number below it"),
      damaged("a misspelt force", "InLineForceTorque", "InLineForceTorqe", "InLineForceTorqe", "InLineForceTorqe",
              Code::unknownElement, "is not a force"),
      damaged("misspelt limits", "\tLimits\n", "\tLimit5\n", "Limit5", "Limit5", Code::unknownElement,
              "there is no 'Limit5' in ConstraintSets"),
      damaged("misspelt gravity", "ConstantGravity", "ConstantGravty", "ConstantGravty", "ConstantGravty",
              Code::unknownElement, "there is no 'ConstantGravty' in Assembly 'A'"),
      damaged("a second value", "Mass\n\t\t\t\t\t1\n", "Mass\n\t\t\t\t\t1\n\t\t\t\t\t23\n", "23", "23",
              Code::givenTwice, "'23' is a second value of Mass"),
      damaged("a value below a value", "Mass\n\t\t\t\t\t1\n", "Mass\n\t\t\t\t\t1\n\t\t\t\t\t\t23\n", "23", "23",
              Code::malformedOutline, "'23' is below a value"),
      damaged("a second mass", "Mass\n\t\t\t\t\t1\n", "Mass\n\t\t\t\t\t1\n\t\t\t\tMass \n\t\t\t\t\t2\n", "Mass \n",
              "Mass", Code::givenTwice, "'Mass' stands twice"),
      damaged("a block that lost its indentation", "\tForceTorques\n", "ForceTorques\n", "ForceTorques\n",
              "ForceTorques", Code::malformedOutline, "'ForceTorques' is beside the assembly"),
      damaged("a start that is no number", "tstart\n\t\t\t0", "tstart\n\t\t\tabc", "abc", "abc", Code::notANumber,
              "'abc' is not a number"),
      damaged("a tolerance that is no number", "1e-9", "1e-9x", "1e-9x", "1e-9x", Code::notANumber,
              "the function Tol cannot be read"),
      damaged("a behaviour nobody knows", "Tol\n", "Behavior\n\t\t\t\t\tcompliant\n\t\t\t\tTol\n", "compliant",
              "compliant", Code::unknownWord, "not a behaviour of a limit"),
      damaged("axes of no marker", "ForceTorques\n",
              "ForceTorques\n\t\tGeneralForceTorque\n\t\t\tMarkerI\n\t\t\t\t/A/G\n\t\t\tMarkerJ\n\t\t\t\t/A/P/"
              "M\n\t\t\tMarkerK\n\t\t\t\tnope\n",
              "nope", "nope", Code::unknownWord, "'nope' does not say along whose axes"),
      damaged("an assembly among the parts", "\t\tPart\n", "\t\tAssembly\n", "\t\tAssembly\n", "Assembly",
              Code::unknownElement, "is not a part"),
      damaged("a marker that is not there", "/A/P/M", "/A/P/N", "/A/P/N", "/A/P/N", Code::unknownName,
              "there is no marker '/A/P/N'"),
      damaged("a joint without marker I", "\t\t\t\tMarkerI\n\t\t\t\t\t/A/G\n", "", "\t\t\tRevoluteJoint",
              "RevoluteJoint", Code::missingElement, "'RevoluteJoint' has no MarkerI"),
      damaged("an empty marker J", "MarkerJ\n\t\t\t\t\t/A/P/M\n", "MarkerJ\n", "MarkerJ", "MarkerJ", Code::missingValue,
              "has no MarkerJ"),
      damaged("a joint nobody knows", "RevoluteJoint", "RevolutJoint", "RevolutJoint", "RevolutJoint",
              Code::unknownElement, "is not a joint"),
      damaged("a motion nobody knows", "RotationalMotion", "RotationMotion", "RotationMotion", "RotationMotion",
              Code::unknownElement, "is not a motion"),
      damaged("a limit nobody knows", "RotationLimit", "AngleLimit", "AngleLimit", "AngleLimit", Code::unknownElement,
              "is not a limit"),
      damaged("a motion of no joint", "MotionJoint\n\t\t\t\t\t/A/j", "MotionJoint\n\t\t\t\t\t/A/k", "/A/k", "/A/k",
              Code::unknownName, "there is no joint '/A/k'"),
      damaged("a bracket that stays open", "3*time", "3*(time", "3*(time", "3*(time", Code::expressionSyntax,
              "the function RotationZ cannot be read"),
      damaged("a function nobody knows", "3*time", "wobble(time)", "wobble", "wobble", Code::unknownFunction,
              "the function RotationZ cannot be read"),
      damaged("a comment that stays open", "3*time", "\"3*time", "\"3*time", "\"3*time", Code::expressionSyntax,
              "a comment is not closed"),
      damaged("an integral", "3*time", "integral(time, time)", "integral", "integral", Code::unknownFunction,
              "integrals are not modelled"),
      damaged("pieces that do not fit", "3*time", "piecewise(time, functions(1, 2), transitions(1, 2))", "piecewise",
              "piecewise", Code::wrongArguments, "2 functions have 1 transitions"),
      damaged("a ramp that goes back", "3*time", "rampstep(time, 3, 10, 2 - 1, 20)", "rampstep", "rampstep",
              Code::mustIncrease, "rampstep() from 3 to 1: the second must be larger"),
      damaged("a ramp without length", "3*time", "rampstep(time, 1, 10, 1, 20)", "rampstep", "rampstep",
              Code::mustIncrease, "rampstep() from 1 to 1: the second must be larger"),
      damaged("the distance in a motion", "3*time", "rIJ(self)", "rIJ", "rIJ", Code::wrongArguments,
              "anything but the force's own markers"),
      damaged("a force whose bracket stays open", "tension\n\t\t\t\t1\n", "tension\n\t\t\t\t2*(rIJ(self)\n",
              "2*(rIJ(self)", "2*(rIJ(self)", Code::expressionSyntax, "the function tension cannot be read"),
      damaged("a force with an exponent that is cut off", "tension\n\t\t\t\t1\n",
              "tension\n\t\t\t\t200e*(rIJ(self)-0.3)\n", "200e*", "200e*", Code::notANumber,
              "the function tension cannot be read"),
      damaged("a force of a function nobody knows", "tension\n\t\t\t\t1\n", "tension\n\t\t\t\twobble(time)\n", "wobble",
              "wobble", Code::unknownFunction, "the function tension cannot be read"),
      damaged("a force of a name nobody knows", "tension\n\t\t\t\t1\n", "tension\n\t\t\t\t3*slack\n", "3*slack",
              "3*slack", Code::unknownParameter, "'slack' is not a parameter"),
      damaged("the distance of nothing", "tension\n\t\t\t\t1\n", "tension\n\t\t\t\trIJ()\n", "rIJ()", "rIJ()",
              Code::wrongArguments, "rIJ() does not say of which markers"),
      damaged("a force that is wrong behind what is not modelled", "tension\n\t\t\t\t1\n",
              "tension\n\t\t\t\tintegral(time, time) + sin(\n", "integral", "integral", Code::expressionSyntax,
              "the bracket of 'sin' is not closed"),
      damaged("a stop that pulls", "Tol\n",
              "Behavior\n\t\t\t\t\tCompliant\n\t\t\t\tStiffness\n\t\t\t\t\t-"
              "700\n\t\t\t\tDamping\n\t\t\t\t\t0\n\t\t\t\tTol\n",
              "-700", "-700", Code::mustBePositive, "the Stiffness of limit 'l' is -700"),
      damaged("a limit that moves", "Limit\n\t\t\t\t\t1\n", "Limit\n\t\t\t\t\ttime\n", "\t\t\t\tLimit\n", "Limit",
              Code::notConstant, "is not a constant number"),
      damaged("a limit of no type", "=<", "==", "\tType\n", "Type", Code::unknownWord, "'==' is not a type of limit"),
      withJoint("a wheel without radius", "GearJoint",
                {{"Name", "g"}, {"MarkerI", "/A/G"}, {"MarkerJ", "/A/P/M"}, {"radiusI", "0"}, {"radiusJ", "2"}},
                "GearJoint", Code::mustBePositive, "none may be 0"),
      withJoint("wheels on no common part", "GearJoint",
                {{"Name", "g"}, {"MarkerI", "/A/Q/M"}, {"MarkerJ", "/A/P/M"}, {"radiusI", "1"}, {"radiusJ", "2"}},
                "/A/Q/M", Code::unknownName, "there is no marker '/A/Q/M'"),
      withJoint("a negative distance", "SphSphJoint",
                {{"Name", "d"}, {"MarkerI", "/A/G"}, {"MarkerJ", "/A/P/M"}, {"distanceIJ", "-2"}}, "SphSphJoint",
                Code::mustBePositive, "which is negative"),
  };
  std::vector<BadInput> inputs = inputsOf(rows);
  std::string text = drivenCrank().text();
  text = replaced(replaced(replaced(text, "0 0 2\n", "0 zero 2\n"), "=<", "=="), "3*time", "wobble(time)");
  const Planted errors[] = {
      {lineOf(text, "zero"), "zero", Code::notANumber, "'zero' is not a number"},
      {lineOf(text, "wobble"), "wobble", Code::unknownFunction, "cannot be read"},
      {lineOf(text, "\tType\n"), "Type", Code::unknownWord, "'==' is not a type of limit"},
  };
  inputs.push_back(planted("three in one file", text, errors));
  return inputs;
}

const MalformedFormat kFormat("asmt", &badAsmt);

}  // namespace

std::vector<BadInput> badSeries() {
  const std::string assembly = drivenCrank().text();
  const int line = 1 + static_cast<int>(std::count(assembly.begin(), assembly.end(), '\n'));
  const auto with = [&](std::string_view series) { return assembly + std::string(series); };
  const BadRow rows[] = {
      {"a model without results", assembly, 1, "OndselSolver", Code::otherKindOfFile, "without results"},
      {"results without times", with("TimeSeries\nNumber\tInput\t1\n"), 1, "OndselSolver", Code::otherKindOfFile,
       "without results"},
      {"a time that is no number", with("TimeSeries\nTime\tInput\t0\tsoon\n"), line + 1, "soon", Code::notANumber,
       "'soon' is not a number"},
      {"a value that is no number", with("TimeSeries\nTime\tInput\t0\t1\nPartSeries\t/A/P\nX\t0\t0\t--\nY\t0\t0\t1\n"),
       line + 3, "--", Code::notANumber, "'--' is not a number"},
      {"a row with a hole", with("TimeSeries\nTime\tInput\t0\t1\nPartSeries\t/A/P\nX\t0\t0\n"), line + 3, "X",
       Code::malformedTable, "row 'X' has 1 values for 2 times"},
      {"a row too long", with("TimeSeries\nTime\tInput\t0\t1\nPartSeries\t/A/P\nX\t0\t0\t1\t2\n"), line + 3, "X",
       Code::malformedTable, "row 'X' has 3 values for 2 times"},
      {"a value beyond all numbers", with("TimeSeries\nTime\tInput\t0\t1\nPartSeries\t/A/P\nX\t0\t0\t1e999\n"),
       line + 3, "1e999", Code::notANumber, "'1e999' is not a number"},
  };
  return inputsOf(rows);
}

}  // namespace mb
