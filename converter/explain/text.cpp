// How a file is written: 2xx.
#include "converter/explain/rows.h"

namespace mb {

std::span<const Explanation> textCodes() {
  static constexpr Explanation kRows[] = {
      {Code::unclosedTag, "an XML element, comment or quote is not closed as it was opened",
       "Every <name> needs its </name>, in the order of nesting, or stands as <name/>; comments end with --> and "
       "values "
       "with the quote they began with. The note says where the open one begins.",
       R"(<body name="bar"><mass value="1"></body>)", R"(<body name="bar"><mass value="1"/></body>)"},
      {Code::malformedTag, "an XML tag is not written as XML",
       "A tag is <name attribute=\"value\">: a name directly after <, then attributes with values in quotes, with "
       "blanks between them. A < that means less than is written &lt; in a value.",
       R"(<body name=bar/>)", R"(<body name="bar"/>)"},
      {Code::notOneRoot, "an XML file has one root element, and nothing beside it",
       "Everything stands inside one element, the first of the file. Text or a second element outside of it usually "
       "means that two files were joined, or that the root was closed too early.",
       R"(<mbs version="1"><body name="a"/></mbs>
<mbs version="1"><body name="b"/></mbs>)",
       R"(<mbs version="1"><body name="a"/><body name="b"/></mbs>)"},
      {Code::forbiddenXml, "a part of XML that models do not need is refused",
       "Document types, entities of one's own and CDATA or processing instructions in the wrong place are not read: "
       "they can make a small file grow without bounds or reach for other files. Remove them and write the content "
       "itself.",
       R"(<!DOCTYPE mbs>
<mbs version="1"><body name="bar"/></mbs>)",
       R"(<mbs version="1"><body name="bar"/></mbs>)"},
      {Code::malformedText, "text has a character or an escape that cannot stand there",
       "In XML, & begins an entity: &amp; &lt; &gt; &quot; &apos; or the number of a character. In text that is marked "
       "as escaped, a backslash begins \\\\ or \\xHH. Control characters stand in no text. Write the escape, or remove "
       "the character.",
       R"(<body name="bar" label="rod & pin"/>)", R"(<body name="bar" label="rod &amp; pin"/>)"},
      {Code::malformedStatement, "a line of an ADAMS dataset is no statement",
       "A statement is NAME/id followed by arguments with commas between them. A line that begins with a comma goes on "
       "with the statement before it, and needs one. Comments begin with an exclamation mark.",
       "JOINT 1 REVOLUTE, I=1, J=3", "JOINT/1, REVOLUTE, I=1, J=3"},
      {Code::malformedJson, "the file is not written as JSON",
       "An object is { \"name\": value, ... }, an array [value, ...]: a comma stands between entries and none after "
       "the last, texts have double quotes, numbers a point and no unit. The place is where reading could not go on; "
       "the fault is there or just before.",
       R"({ "Type": "Wheel" "Mass": 12 })", R"({ "Type": "Wheel", "Mass": 12 })"},
      {Code::malformedOutline, "the outline of an assembly is damaged",
       "A file of FreeCAD's assembly solver is an outline: what belongs to a line stands below it, one tab further in. "
       "A line is indented too far, or the lines that every assembly has are missing. Let FreeCAD write the file "
       "again.",
       "OndselSolver\nPart", "OndselSolver\nAssembly"},
      {Code::malformedLine, "a line of a property file cannot be read",
       "A property file has sections in square brackets, lines KEY = value, headings in braces with rows of numbers "
       "below, and comments that begin with $ or !. This line is none of these. Complete it, or make it a comment.",
       "UNLOADED_RADIUS 0.32", "UNLOADED_RADIUS = 0.32"},
      {Code::malformedTable, "a table of results is damaged",
       "The first line of a table names the columns; every line after it has a number for each of them, and nan where "
       "none is known. Here a column has no name, or a series of results another number of values than there are "
       "times, so that nobody could tell what the numbers are.",
       "0,1\n0.1,0.98", "time,bar.x\n0,1\n0.1,0.98"},
      {Code::givenTwice, "the same thing is given twice",
       "An attribute, argument, key or quantity has two values, and only one can be meant. No rule says that the last "
       "one counts. Remove one of them; a note says where the other is.",
       R"(<body name="bar" name="rod"/>)", R"(<body name="bar"/>)"},
  };
  return kRows;
}

}  // namespace mb
