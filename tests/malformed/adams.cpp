// Malformed ADAMS datasets.
#include "tests/malformed/malformed.h"

namespace mb {
namespace {

// Lines 1 to 8; what is wrong begins at line 9.
std::string dataset(std::string_view wrong) {
  return "title\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1\n"
         "PART/2, MASS=1, CM=3, IP=1,1,1\nMARKER/3, PART=2\nMARKER/4, PART=2, FLOATING\n" +
         std::string(wrong) + "\nEND\n";
}

}  // namespace

std::vector<BadInput> badAdams() {
  const BadRow rows[] = {
      {"a line that is no statement", dataset("hello world"), 9, "hello", Code::malformedStatement,
       "this is no statement"},
      {"a continuation of nothing", "title\n, I = 3\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nEND\n", 2, ",",
       Code::malformedStatement, "without a statement"},
      {"a misspelt statement", dataset("JIONT/1, REVOLUTE, I=1, J=3"), 9, "JIONT", Code::unknownElement,
       "no statement 'JIONT'"},
      {"an identifier beyond all numbers", dataset("MARKER/99999999999999999999999, PART=1"), 9, "99999",
       Code::outOfRange, "out of range"},
      {"an argument that is none", dataset("PART/3, MASSS=1, CM=3"), 9, "MASSS", Code::unknownAttribute,
       "no argument 'MASSS'"},
      {"an argument twice", dataset("PART/3, MASS=1, MASS=2"), 9, "MASS=2", Code::givenTwice, "stands twice"},
      {"a missing value", dataset("PART/3, MASS=, CM=3"), 9, "MASS=", Code::missingValue, "MASS has no value"},
      {"an argument that wants a value", dataset("PART/3, MASS"), 9, "MASS", Code::missingValue, "MASS has no value"},
      {"a value without an argument", dataset("PART/3, 5, MASS=1"), 9, "5", Code::malformedStatement, "is no argument"},
      {"two arguments without a comma", dataset("JOINT/1, REVOLUTE, I=1 J=3"), 9, "1 J=3", Code::notANumber,
       "is no identifier"},
      {"a word for a number", dataset("PART/3, MASS=heavy"), 9, "heavy", Code::notANumber, "'heavy' is no number"},
      {"a number that is none", dataset("PART/3, QG=1,2,3x"), 9, "3x", Code::notANumber, "'3x' is no number"},
      {"too few coordinates", dataset("PART/3, QG=1,2"), 9, "QG=|1,2", Code::wrongCount, "QG has 2 values"},
      {"too many coordinates", dataset("MARKER/9, PART=2\n, QP=1,2,3\n, 4"), 10, "QP=|1,2,3", Code::wrongCount,
       "QP has 4 values"},
      {"a part twice", dataset("PART/002, MASS=0"), 9, "PART", Code::nameTwice, "PART/2 is defined twice"},
      {"a marker twice", dataset("MARKER/3, PART=1"), 9, "MARKER", Code::nameTwice, "MARKER/3 is defined twice"},
      {"two grounds", dataset("PART/3, GROUND"), 9, "GROUND", Code::twoGrounds, "second ground"},
      {"a part without a number", dataset("PART/GROUND"), 9, "PART", Code::malformedStatement, "PART has no number"},
      {"a marker on no part", dataset("MARKER/9, QP=0,0,0"), 9, "MARKER", Code::missingAttribute, "belongs to no part"},
      {"a marker on a part that is not there", dataset("MARKER/9, PART=77"), 9, "77", Code::unknownName,
       "there is no PART/77"},
      {"a mass without a place", dataset("PART/3, MASS=2, IP=1,1,1"), 9, "MASS=|2", Code::missingAttribute,
       "mass and no CM"},
      {"a mass centre on another part", dataset("PART/3, MASS=2, CM=3"), 9, "CM=|3", Code::otherKindOfThing,
       "on another part"},
      {"points on one line", dataset("MARKER/9, PART=2, ZP=1,0,0, XP=2,0,0"), 9, "ZP=|1", Code::noDirection,
       "lie on one line"},
      {"an orientation in two ways", dataset("MARKER/9, PART=2, ZP=1,0,0, REULER=0,0,0"), 9, "REULER=|0",
       Code::excludeEachOther, "exclude each other"},
      {"a unit that is none", dataset("UNITS/LENGTH=CUBIT"), 9, "CUBIT", Code::unknownUnit,
       "no unit of LENGTH 'CUBIT'"},
      {"a system that is none", dataset("UNITS/SYSTEM=OLD"), 9, "OLD", Code::unknownUnit, "no system of units 'OLD'"},
      {"a coordinate that is none", dataset("PART/3, EXACT=X:Q"), 9, "X:Q", Code::unknownWord,
       "no coordinate of a part"},
      {"a joint that is none", dataset("JOINT/1, I=1, J=3"), 9, "JOINT", Code::missingAttribute,
       "does not say what it is"},
      {"a joint of two kinds", dataset("JOINT/1, REVOLUTE, FIXED, I=1, J=3"), 9, "FIXED", Code::excludeEachOther,
       "exclude each other"},
      {"a joint with one marker", dataset("JOINT/1, REVOLUTE, I=3"), 9, "JOINT", Code::missingAttribute,
       "has no J marker"},
      {"a joint to a marker that is not there", dataset("JOINT/1, REVOLUTE\n, I=3\n, J=88"), 11, "88",
       Code::unknownName, "no MARKER/88"},
      {"a joint to a floating marker", dataset("JOINT/1, REVOLUTE, I=4, J=1"), 9, "4", Code::otherKindOfThing,
       "is floating"},
      {"a joint of a part with itself", dataset("JOINT/1, REVOLUTE, I=1, J=2"), 9, "J=|2", Code::sameBody,
       "the same part"},
      {"a screw without a pitch", dataset("JOINT/1, SCREW, I=1, J=3"), 9, "JOINT", Code::missingAttribute,
       "without PITCH"},
      {"a start that the joint has not", dataset("JOINT/1, SPHERICAL, I=1, J=3, IC=1"), 9, "IC=|1", Code::jointMisfits,
       "has no IC"},
      {"a rack without its joints", dataset("JOINT/1, RACKPIN, I=3, J=1, PD=2"), 9, "JOINT", Code::missingElement,
       "no revolute joint holds"},
      {"a coupler of joints that are not there", dataset("COUPLER/1, JOINTS=5,6, SCALES=2"), 9, "5", Code::unknownName,
       "no JOINT/5"},
      {"a coupler of a ball", dataset("JOINT/1, SPHERICAL, I=1, J=3\nCOUPLER/1, JOINTS=1,1, SCALES=2"), 10, "JOINTS=|1",
       Code::otherKindOfThing, "is SPHERICAL"},
      {"a motion of a joint that is not there", dataset("MOTION/1, JOINT=4, FUNCTION=TIME"), 9, "4", Code::unknownName,
       "no JOINT/4"},
      {"a motion without a function", dataset("JOINT/1, REVOLUTE, I=1, J=3\nMOTION/1, JOINT=1"), 10, "MOTION",
       Code::missingAttribute, "has no FUNCTION"},
      {"a function that is cut off", dataset("SFORCE/1, TRANS, I=1, J=3, FUNCTION=2*"), 9, "2*|",
       Code::expressionSyntax, ""},
      {"a function of a marker that is not there", dataset("SFORCE/1, TRANS, I=1, J=3\n, FUNCTION=DM(1,66)"), 10, "66",
       Code::unknownName, "66"},
      {"a force without components", dataset("VFORCE/1, I=3, JFLOAT=1"), 9, "VFORCE", Code::missingAttribute,
       "has no component"},
      {"a matrix with a hole", dataset("FIELD/1, I=3, J=1, KMATRIX=1,2,3"), 9, "KMATRIX=|1", Code::wrongCount,
       "KMATRIX has 3 values"},
      {"a beam without a section", dataset("BEAM/1, I=3, J=1, LENGTH=1"), 9, "BEAM", Code::missingAttribute,
       "has no AREA"},
      {"a spline that goes back", dataset("SPLINE/1, X=0,2,1, Y=0,0,0"), 9, "X=0,2,|1", Code::mustIncrease,
       "x does not increase"},
      {"a spline of unequal lists", dataset("SPLINE/1, X=0,1,2, Y=0,1"), 9, "SPLINE", Code::wrongCount,
       "3 values of x and 2 of y"},
  };
  std::vector<BadInput> inputs = inputsOf(rows);
  const Planted errors[] = {
      {9, "heavy", Code::notANumber, "'heavy' is no number"},
      {10, "77", Code::unknownName, "there is no PART/77"},
      {11, "JIONT", Code::unknownElement, "no statement 'JIONT'"},
      {12, "IC", Code::unknownAttribute, "no argument 'ICE'"},
  };
  inputs.push_back(planted("four in one file",
                           dataset("PART/3, MASS=heavy\nMARKER/9, PART=77\nJIONT/1, REVOLUTE, I=1, J=3\n"
                                   "JOINT/2, REVOLUTE, I=1, J=3, ICE=1"),
                           errors));
  return inputs;
}

}  // namespace mb
