// How the program is called: 8xx.
#include "converter/explain/rows.h"

namespace mb {

std::span<const Explanation> usageCodes() {
  static constexpr Explanation kRows[] = {
      {Code::badOption, "an option or its value cannot be understood",
       "The option does not exist, is not one of this command, lacks its value, or has one that it cannot take. "
       "Nothing "
       "was done. `mbconvert COMMAND --help` lists the options and what they take.",
       R"(mbconvert run model.xml --end ten --step 0.001)", R"(mbconvert run model.xml --end 10 --step 0.001)"},
      {Code::optionNamesNothing, "an option names something that the model does not have",
       "The body, joint or pattern behind the option fits nothing in the model, so that the option would have no "
       "effect. `mbconvert tree MODEL` shows the names; * stands for any characters, and quotes keep the shell away "
       "from it.",
       R"(mbconvert model.xml --base chasis)", R"(mbconvert model.xml --base chassis)"},
      {Code::noSuchColumn, "there is no such column",
       "No column of the table has the name or fits the pattern. The first line of a table names its columns, as "
       "chassis.az; the hint gives the closest one.",
       R"(mbconvert plot ride.csv --y chasis.az)", R"(mbconvert plot ride.csv --y chassis.az)"},
      {Code::optionWithoutEffect, "an option has no effect together with the others",
       "The option is known, but cannot act here: the format, the method or another option leaves nothing for it to "
       "do. "
       "It is not dropped in silence, for you meant something by it. Leave it out, or change the other.",
       R"(mbconvert model.xml --rods keep --rod-tolerance 0.1)", R"(mbconvert model.xml --rod-tolerance 0.1)"},
      {Code::nothingInCommon, "two things that are to be compared have nothing in common",
       "The tables share no column, or no span of time. They come from different machines, or name their columns "
       "differently or count the time in another unit. --map says which columns belong together.",
       R"(mbconvert compare ours.csv theirs.txt)", R"(mbconvert compare ours.csv theirs.txt --map bar.x=X)"},
      {Code::unknownCode, "there is no such code",
       "Codes are four digits, with an E of an error or a W of a warning before them, as they stand in the brackets of "
       "a message. `mbconvert explain` without a code lists them all.",
       R"(mbconvert explain E9999)", R"(mbconvert explain E0302)"},
  };
  return kRows;
}

}  // namespace mb
