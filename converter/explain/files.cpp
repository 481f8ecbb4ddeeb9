// Files and their limits: 1xx.
#include "converter/explain/rows.h"

namespace mb {

std::span<const Explanation> fileCodes() {
  static constexpr Explanation kRows[] = {
      {Code::cannotRead, "a file cannot be read",
       "The system did not hand out the file: it does not exist, it is a folder, or it may not be read. The message "
       "says which, in the system's words. Paths on the command line are relative to the folder you are in. A file "
       "that "
       "a model names and that does not exist is a wrong name in the model, 0401.",
       R"(mbconvert check modle.xml)", R"(mbconvert check model.xml)"},
      {Code::cannotWrite, "a file cannot be written",
       "The folder does not exist, may not be written to, or has no room. A file that was there before is left as it "
       "was: results are written beside it and put in its place when they are whole.",
       R"(mbconvert model.xml -o no/such/folder/out.xml)", R"(mbconvert model.xml -o out.xml)"},
      {Code::unknownFormat, "the format of a file is not known",
       "The content is that of no format that the program reads. Formats are known by their content, not by the "
       "ending of the name. `mbconvert formats` lists them; --from names one where the content leaves it open.",
       "<model name=\"pendulum\"/>", "<mbs version=\"1\" name=\"pendulum\"><body name=\"bar\"/></mbs>"},
      {Code::otherKindOfFile, "a file of another kind is wanted here",
       "The file is whole and known, but not what belongs here: a recursive model where a Cartesian one is wanted, a "
       "model where results are, another root element, a part of a vehicle of another type. Give the other file, or "
       "use the command that takes this one.",
       R"(<robot name="arm"/>)", R"(<mbs version="1" name="arm"><body name="bar"/></mbs>)"},
      {Code::emptyFile, "there is nothing in the file",
       "The file has no content that could be read: no element, no statement, no row. It was probably cut off while it "
       "was written or copied; make it again.",
       "", ""},
      {Code::notText, "a file is not text",
       "A byte stands in the file that no text in UTF-8 has. The file is compressed or binary, or its letters are in "
       "another encoding, such as Latin-1. Unpack it, or save it as UTF-8.",
       "", ""},
      {Code::tooLarge, "a file or text is too large",
       "The size is beyond the limit that keeps a damaged or hostile file from using up the memory. No machine needs "
       "that much; the message gives the limit. Split the file, or look whether it is what it should be.",
       "", ""},
      {Code::tooDeep, "something is nested too deeply",
       "Elements, brackets, expressions or includes stand inside each other deeper than the limit. The limit keeps the "
       "program's stack safe from damaged files. Take some levels out; expressions may be split by parameters or "
       "splines.",
       "", ""},
      {Code::tooMany, "there are too many of something",
       "Elements, attributes, values or files are more than the limit, which the message gives. It keeps damaged files "
       "from using up time and memory. Split the model, or look whether a part of it was written again and again.",
       "", ""},
      {Code::tooLong, "a word, line or expression is too long",
       "A piece of text is longer than anything of its kind can sensibly be. Most often a quote or a bracket before it "
       "was never closed, so that the rest of the file belongs to it. Close it, or shorten the text.",
       "", ""},
      {Code::outsideFolder, "a file lies outside of the model's folder",
       "A model may name files in its own folder and below it, not others: a model that came from elsewhere cannot "
       "make the program read what it should not. Put the file into the folder, or the model into the folder above.",
       R"(<include file="../corner.xml"/>)", R"(<include file="parts/corner.xml"/>)"},
      {Code::includesItself, "files include each other in a circle",
       "A file includes itself, or one that leads back to it, so that reading would never end. Remove one include of "
       "the circle; what both files need goes into a third one.",
       R"(corner.xml:  <include file="axle.xml"/>
axle.xml:    <include file="corner.xml"/>)",
       R"(axle.xml:    <include file="corner.xml"/>)"},
      {Code::unknownVersion, "the version of the format is not known",
       "The file says that it is of a version that this program does not read. Things may mean something else there, "
       "so that it is not guessed at. Write the version the program knows if the file is of it, or make the file "
       "again.",
       R"(<mbs version="3"><body name="bar"/></mbs>)", R"(<mbs version="1"><body name="bar"/></mbs>)"},
      {Code::tooManyErrors, "reading was given up after too many errors",
       "So much is wrong with the file that further messages would not help. Mend the first ones: the others often "
       "follow from them. A file with errors on every line is probably of another format.",
       "", ""},
  };
  return kRows;
}

}  // namespace mb
