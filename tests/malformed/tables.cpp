// Malformed tables of results.
#include "tests/malformed/malformed.h"

namespace mb {

std::vector<BadInput> badTables() {
  const BadRow rows[] = {
      {"empty", "", 1, "", Code::emptyFile, "this table is empty"},
      {"in UTF-16", std::string("\xFF\xFEt\0,\0x\0\n\0", 10), 1, "", Code::notText, "in UTF-16"},
      {"carriage returns alone", "time,x\r0,1\r1,q\r", 3, "q", Code::notANumber, "'q' for 'x' is not a number"},
      {"names and no rows", "time,x\n", 1, "", Code::emptyFile, "names but no rows"},
      {"a word for a number", "time,x\n0,1\n1,q\n", 3, "q", Code::notANumber, "'q' for 'x' is not a number"},
      {"a cell left empty", "time,x\n0,1\n1,\n", 3, "1,|", Code::notANumber, "no number for 'x'"},
      {"a row too short", "time,x,y\n0,1,2\n1,2\n", 3, "1,2", Code::wrongCount, "2 values in this row"},
      {"a row too long", "time,x\n0,1\n1,2,3\n", 3, "1,2,3", Code::wrongCount, "3 values in this row"},
      {"an empty line between rows", "time,x\n0,1\n\n1,2\n", 3, "", Code::wrongCount, "in this row"},
      {"a column without a name", "time,,x\n0,1,2\n", 1, ",x", Code::malformedTable, "a column without a name"},
      {"a number for a name", "time,12,x\n0,1,2\n", 1, "12", Code::malformedTable,
       "'12' is a number where a column's name belongs"},
      {"a name twice", "time,x,x\n0,1,2\n", 1, "x,|x", Code::givenTwice, "a second column 'x'"},
      {"a decimal comma", "time;x\n0;1\n0,5;2\n", 3, "0,5", Code::notANumber, "'0,5' for 'time' is not a number"},
      {"a number with its unit", "time,x\n0,1\n0.5s,2\n", 3, "0.5s", Code::notANumber, "'0.5s' for 'time'"},
      {"beyond all numbers", "time,x\n0,1\n1,1e999\n", 3, "1e999", Code::notANumber, "'1e999' for 'x'"},
      {"time that runs back", "time,x\n0,1\n1,2\n0.5,3\n", 4, "0.5", Code::mustIncrease,
       "the time runs back from 1 to 0.5"},
      {"a row without a time", "time,x\n0,1\nnan,2\n1,3\n", 3, "nan", Code::notFinite, "has no time"},
      {"a gap in a column", "time,x\n0,1\n0.5,nan\n1,2\n", 3, "nan", Code::notFinite, "has no finite number"},
      {"no column of times", "clock,x\n0,1\n1,2\n", 1, "", Code::noSuchColumn, "no column 'time'"},
  };
  std::vector<BadInput> inputs = inputsOf(rows);
  // Said of the other table.
  inputs.push_back({"no column in common",
                    "time,q\n0,1\n1,2\n",
                    {{1, 1, Code::nothingInCommon, "no column in common", "good.csv"}}});
  inputs.push_back(
      {"no time in common", "time,x\n5,1\n6,2\n", {{1, 1, Code::nothingInCommon, "no time in common", "good.csv"}}});
  const Planted errors[] = {
      {2, "q", Code::notANumber, "'q' for 'x'"},
      {3, "r", Code::notANumber, "'r' for 'time'"},
      {4, "1", Code::wrongCount, "1 value in this row"},
  };
  inputs.push_back(planted("three in one file", "time,x\n0,q\nr,1\n1\n2,3\n", errors));
  return inputs;
}

}  // namespace mb
