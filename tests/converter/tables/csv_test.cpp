// Encodings and line ends of tables; what else a table must be is in plot_test and compare_test.
#include "converter/tables/files/csv.h"

#include "tests/support/brief.h"
#include "tests/support/test.h"
#include "tests/support/texts/csv_text.h"

using namespace mb;
using mb::testing::brief;
using mb::testing::contains;
using mb::testing::csv;

TEST_CASE("a table may have any kind of line ends and begin with a byte order mark") {
  const char* const ends = GENERATE("\n", "\r\n", "\r");
  const std::string mark = GENERATE("", "\xEF\xBB\xBF");
  CAPTURE(ends, mark.size());
  Diagnostics diagnostics;
  const auto table = csv(mark + "time,x" + ends + "0,1" + ends + "1,2" + ends, diagnostics);
  REQUIRE(table);
  CHECK(table->names == std::vector<std::string>{"time", "x"});
  CHECK(table->columns[1] == std::vector<double>{1, 2});
  const SourceRef last = sourceAt(*table, 1, 1);
  CHECK(last.line == 3);
  CHECK(last.column == 3);

  Diagnostics faulty;
  CHECK_FALSE(csv(mark + "x,x" + ends + "0,q" + ends, faulty));
  REQUIRE(faulty.errorCount() == 2);
  CHECK(contains(brief(faulty.all()[0]), "t.csv:1:3: error: a second column 'x'"));
  CHECK(contains(brief(faulty.all()[1]), "t.csv:2:3: error: 'q' for 'x' is not a number"));
}

TEST_CASE("a table that is not UTF-8 text is reported once") {
  using namespace std::string_literals;
  for (const std::string& text : {"\xFF\xFEt\0,\0x\0\n\0"s, "\xFE\xFF\0t\0,"s, "\x1F\x8B\x08\0abc\n1"s}) {
    Diagnostics diagnostics;
    CHECK_FALSE(csv(text, diagnostics));
    REQUIRE(diagnostics.errorCount() == 1);
    CHECK(diagnostics.all()[0].code == Code::notText);
    CHECK(diagnostics.all()[0].at.column == 1);
  }
}

TEST_CASE("a decimal comma in a table is reported as one") {
  Diagnostics diagnostics;
  CHECK_FALSE(csv("time;x\n0,5;-\n", diagnostics));
  REQUIRE(diagnostics.errorCount() == 2);
  CHECK(diagnostics.all()[0].hint == "the decimal separator is a point, as in 0.5");
  CHECK(diagnostics.all()[1].hint == "write nan for a missing value");
}

TEST_CASE("a table with an error in every row is given up, and that is reported") {
  std::string text = "time,x\n";
  for (int k = 0; k < 12; ++k) text += "0,q\n";
  Diagnostics diagnostics;
  CHECK_FALSE(csv(text, diagnostics));
  REQUIRE(diagnostics.errorCount() == 11);
  CHECK(diagnostics.all().back().code == Code::tooManyErrors);
}
