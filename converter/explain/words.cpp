// Words and numbers: 3xx.
#include "converter/explain/rows.h"

namespace mb {

std::span<const Explanation> wordCodes() {
  static constexpr Explanation kRows[] = {
      {Code::unknownElement, "an element or statement is not known here",
       "Nothing of this name belongs in this place: it is misspelt, or stands inside the wrong element. It is not "
       "skipped, for a part of the machine would be missing then. The hint gives the closest name, or those that may "
       "stand here.",
       R"(<bodies><body name="bar"/></bodies>)", R"(<body name="bar"/>)"},
      {Code::unknownAttribute, "an attribute, argument or key is not known here",
       "The element exists, but takes nothing of this name; what an attribute misspelt would have said is lost "
       "otherwise. Some attributes belong to one type only, as pitch to a screw. The hint gives the closest name.",
       R"(<body name="bar"><mass value="1" unit="kg"/></body>)", R"(<units mass="kg"/>
<body name="bar"><mass value="1"/></body>)"},
      {Code::missingAttribute, "a required attribute, argument or key is missing",
       "Without it the element says nothing definite, and there is no sensible default. Add it; the page on the format "
       "says what it means.",
       R"(<body name="bar"><mass com="0 0 0"/></body>)", R"(<body name="bar"><mass value="1" com="0 0 0"/></body>)"},
      {Code::missingElement, "a required element, line or member is missing",
       "Something that the element cannot do without is not there: the markers of a joint, the law of a spring, the "
       "value below a key. Add it inside the element that the message points to.",
       R"(<recursive version="1"><link name="bar" number="1"/></recursive>)",
       R"(<recursive version="1"><link name="bar" number="1"><joint name="weld" type="fixed"/></link></recursive>)"},
      {Code::strayText, "text stands where only elements belong",
       "Numbers of the native format are attributes, not text between tags. Text that belongs to nothing is not "
       "skipped. Move it into an attribute, into a comment, or remove it.",
       R"(<body name="bar">light<mass value="1"/><inertia xx="1" yy="1" zz="1"/></body>)",
       R"(<body name="bar"><!-- light --><mass value="1"/><inertia xx="1" yy="1" zz="1"/></body>)"},
      {Code::secondElement, "an element that may stand once stands twice",
       "A body has one mass and one pose, a model one gravity and one system of units. With two of them it is not "
       "clear which one counts. Keep one.",
       R"(<body name="bar"><mass value="1"/><mass value="2"/></body>)", R"(<body name="bar"><mass value="2"/></body>)"},
      {Code::unknownWord, "a word is not one of those that are possible",
       "The value is to be one word of a list: a type of joint, a kind of interpolation, yes or no. Letters count as "
       "they are written, capital or not. The hint gives the closest word or the list.",
       R"(<joint name="hinge" type="Revolute" i="arm.pivot" j="frame.pivot"/>)",
       R"(<joint name="hinge" type="revolute" i="arm.pivot" j="frame.pivot"/>)"},
      {Code::notANumber, "a number is expected, and this is none",
       "Numbers are decimal with a point and no unit behind them, as 1.5 or -2e-3. The native format takes arithmetic "
       "over parameters as well. A comma as decimal separator and units inside the number are refused, for they would "
       "be read as something else.",
       R"(<body name="bar"><mass value="1,5"/></body>)", R"(<body name="bar"><mass value="1.5"/></body>)"},
      {Code::notFinite, "a number is not finite",
       "The value is infinite, or not a number at all, as the result of a division by zero is. Every quantity of a "
       "machine is finite. Correct the arithmetic, or leave the attribute out where it means without bound.",
       R"(<body name="bar"><mass value="1/0"/></body>)", R"(<body name="bar"><mass value="1/2"/></body>)"},
      {Code::wrongCount, "a list has too few or too many entries",
       "A point has three numbers, a quaternion four, a matrix nine, and both columns of a table are equally long. "
       "Numbers are separated by blanks; a sum with blanks in it stands in brackets. Complete the list or shorten it.",
       R"(<body name="bar"><pose pos="1 2"/></body>)", R"(<body name="bar"><pose pos="1 2 0"/></body>)"},
      {Code::unknownUnit, "a unit or a system of units is not known",
       "The name is no unit, or one of another quantity. Units are written as their symbols, as mm, kg, N, deg, and "
       "combined as in N/m. The hint gives those that are possible.",
       R"(<units length="furlong"/>)", R"(<units length="ft"/>)"},
      {Code::excludeEachOther, "two things that exclude each other are given",
       "The same property is given in two ways, as the origin of a frame by pos and by pqr. They could contradict "
       "each other, so only one may stand. Remove the other.",
       R"(<body name="bar"><pose pos="1 0 0" pqr="1 0 0; 1 0 1; 2 0 0"/></body>)",
       R"(<body name="bar"><pose pqr="1 0 0; 1 0 1; 2 0 0"/></body>)"},
      {Code::outOfRange, "a number is outside of its range",
       "The number is well written but cannot be meant: beyond what the quantity can be, not a whole number where one "
       "is wanted, or larger than anything in a machine (1e30 in SI). The message gives the range. Look at the units "
       "first.",
       R"(<body name="bar"><mass value="1e31"/></body>)", R"(<body name="bar"><mass value="1"/></body>)"},
      {Code::missingValue, "an attribute, argument or key has no value",
       "The name stands there, but nothing behind it. It is not taken as zero. Give the value, or remove the name.",
       R"(<body name="bar" label/>)", R"(<body name="bar" label="12"/>)"},
      {Code::ignoredInput, "something in the file is not used, or not as it is written",
       "The input is legal but has no effect here, or a rule of its format makes it mean something else than one would "
       "think. The model is read all the same. Remove what is not used, so that nobody relies on it; with --werror it "
       "is an error.",
       "", ""},
      {Code::otherType, "a value is of another type than wanted",
       "A text stands where a number belongs, a number where a list does, a parameter in kg where a length does, and "
       "so "
       "on. Types and quantities are not converted by guessing: write the value as the message says.",
       R"("Mass": "12")", R"("Mass": 12)"},
  };
  return kRows;
}

}  // namespace mb
