// Names: 4xx.
#include "converter/explain/rows.h"

namespace mb {

std::span<const Explanation> nameCodes() {
  static constexpr Explanation kRows[] = {
      {Code::unknownName, "nothing of this name exists",
       "The name refers to a body, marker, joint, spline or another thing that the model does not have, or to a file "
       "that does not exist. It is misspelt, or what it names was left out or has an error of its own. The hint gives "
       "the closest name; capital letters count. Paths inside a model are relative to the folder of the file that "
       "names them; a file of the command line that does not exist is 0101.",
       R"(<joint name="hinge" type="revolute" i="arm.pivto" j="frame.pivot"/>)",
       R"(<joint name="hinge" type="revolute" i="arm.pivot" j="frame.pivot"/>)"},
      {Code::nameTwice, "two things have the same name",
       "Names are unique in their kind: with two of them a reference could mean either. Rename one; parts that are "
       "included more than once get different names by prefix=.",
       R"(<body name="bar"/>
<body name="bar"/>)",
       R"(<body name="bar_1"/>
<body name="bar_2"/>)"},
      {Code::badName, "a name has characters that names cannot have",
       "Names are made of letters, digits, _ and -, so that they can stand in expressions, on the command line and in "
       "the headings of tables. Names of parameters do not begin with a digit and have no -.",
       R"(<body name="left arm"/>)", R"(<body name="left_arm"/>)"},
      {Code::otherKindOfThing, "the name is that of another kind of thing",
       "What is named exists, but cannot stand here: a body where a marker is wanted, a joint that slides where one "
       "that "
       "turns is. Name the right thing; a marker is written body.marker.",
       R"(<probe name="end" marker="arm"/>)", R"(<probe name="end" marker="arm.tip"/>)"},
      {Code::circle, "things refer to each other in a circle",
       "A pose is given relative to something that is given relative to it, directly or by way of others. None of them "
       "has a definite place then. Give one of them in the ground, without relative_to.",
       R"(<body name="a"><pose relative_to="b"/></body>
<body name="b"><pose relative_to="a"/></body>)",
       R"(<body name="a"><pose pos="1 0 0"/></body>
<body name="b"><pose relative_to="a"/></body>)"},
      {Code::unclearName, "it is not clear what a name means",
       "Two things could be meant by it, or it lacks the part that says which one. The program does not choose. Write "
       "the name in full, or rename one of the two.",
       R"("Body1": "Knuckle")", R"("Body1": ["Knuckle", "Left"])"},
  };
  return kRows;
}

}  // namespace mb
