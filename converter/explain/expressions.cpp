// Expressions: 6xx.
#include "converter/explain/rows.h"

namespace mb {

std::span<const Explanation> expressionCodes() {
  static constexpr Explanation kRows[] = {
      {Code::expressionSyntax, "an expression cannot be read",
       "An operator, an operand or a bracket is missing or too much. Products are written with *, powers with ^ "
       "or ** (in ADAMS only **); the caret stands where reading could not go on.",
       R"x(<force name="f" type="general" i="arm.tip" fx="2*(1 + time"/>)x",
       R"x(<force name="f" type="general" i="arm.tip" fx="2*(1 + time)"/>)x"},
      {Code::unknownFunction, "a function in an expression is not known",
       "There is no function of this name. `mbconvert formats --functions` lists those of the native format with their "
       "arguments; the hint gives the closest one.",
       R"x(<force name="f" type="general" i="arm.tip" fx="cosine(time)"/>)x",
       R"x(<force name="f" type="general" i="arm.tip" fx="cos(time)"/>)x"},
      {Code::wrongArguments, "a function has the wrong arguments",
       "The number of arguments, or what one of them is, does not fit the function: a marker where a number is wanted, "
       "one value too many. The message says what the function takes.",
       R"x(<force name="f" type="general" i="arm.tip" fx="sin(time, 2)"/>)x",
       R"x(<force name="f" type="general" i="arm.tip" fx="sin(2*time)"/>)x"},
      {Code::unknownParameter, "a word in an expression is neither a parameter nor a function",
       "Expressions use parameters that stand before them in <parameters>, the functions of the program, time and pi. "
       "The word is none of them: it is misspelt, or defined further down. The hint gives the closest one.",
       R"(<parameters><param name="length" value="2"/></parameters>
<body name="bar"><pose pos="lenght 0 0"/></body>)",
       R"(<parameters><param name="length" value="2"/></parameters>
<body name="bar"><pose pos="length 0 0"/></body>)"},
      {Code::notConstant, "a constant number is wanted, and this one changes",
       "A mass, a length or a pose is fixed for the whole run and cannot depend on the time or on the motion. Give a "
       "number or arithmetic over parameters; what changes with time is a drive or a force.",
       R"(<body name="bar"><mass value="2*time"/></body>)", R"(<body name="bar"><mass value="2"/></body>)"},
      {Code::notOfTimeAlone, "a function of time alone is wanted, and this one looks at the motion",
       "A drive of a position or a velocity, and the function of a coupler, must be known before the motion is: they "
       "may use the time and parameters; a curve over time is a <table>, not a spline. What looks at positions or "
       "velocities is a force, or a drive of the acceleration (derivative=\"2\").",
       R"x(<joint name="hinge" type="revolute" i="arm.pivot" j="frame.pivot"/>
<motion name="m" joint="hinge" function="dm(arm.tip, frame.pivot)"/>)x",
       R"x(<joint name="hinge" type="revolute" i="arm.pivot" j="frame.pivot"/>
<motion name="m" joint="hinge" function="sin(time)"/>)x"},
  };
  return kRows;
}

}  // namespace mb
