// NumPy's .npy as a table, against the description of the format (numpy.lib.format).
#include "converter/tables/files/npy.h"

#include <cmath>

#include "tests/support/test.h"

using namespace mb;
using mb::testing::contains;

namespace {

std::optional<CsvTable> read(const std::string& bytes, Diagnostics& diagnostics) {
  return readNpy(SourceFile{"t.npy", bytes}, diagnostics);
}

// A file as the format's description says, with the dictionary as it is given.
std::string fileOf(const std::string& dictionary, const std::string& rows) {
  std::string bytes = "\x93NUMPY";
  bytes += '\x01';
  bytes += '\0';
  bytes += static_cast<char>(dictionary.size() & 0xff);
  bytes += static_cast<char>(dictionary.size() >> 8);
  return bytes + dictionary + rows;
}

std::string doubles(std::initializer_list<double> numbers) {
  std::string bytes;
  for (const double number : numbers) appendNpyNumber(number, bytes);
  return bytes;
}

}  // namespace

TEST_CASE("npy: the header has the same length for any number of rows, and rows begin at a multiple of 64") {
  for (const std::size_t columns : {1, 3, 4000}) {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < columns; ++k) names.push_back("body" + std::to_string(k) + ".x");
    const std::string empty = npyHeader(names, 0);
    CHECK(empty.size() % 64 == 0);
    CHECK(empty.back() == '\n');
    CHECK(npyHeader(names, 123'456'789).size() == empty.size());
    CHECK(contains(npyHeader(names, 123'456'789), "'shape': (123456789,), }"));
    CHECK(looksLikeNpy(empty));
    // A length of two bytes is enough below 65536.
    CHECK(empty[6] == (columns == 4000 ? 2 : 1));
  }
  CHECK(npyHeader({"Körper.x"}, 1)[6] == 3);  // in UTF-8
}

TEST_CASE("npy: what is written is read") {
  const std::vector<std::string> names{"time", "it's", "back\\slash", "Körper.x"};
  const std::string bytes = npyHeader(names, 2) + doubles({0, 0.1, -2, 3e300, 1, 5e-324, NAN, 4});
  Diagnostics diagnostics;
  const auto table = read(bytes, diagnostics);
  REQUIRE(table);
  CHECK(table->names == names);
  CHECK(table->columns[0] == std::vector<double>{0, 1});
  CHECK(table->columns[1] == std::vector<double>{0.1, 5e-324});
  CHECK(std::isnan(table->columns[2][1]));
  CHECK(table->columns[3] == std::vector<double>{3e300, 4});
}

TEST_CASE("npy: a header as NumPy 1 wrote it is read, too") {
  const std::string header = "{'descr': [('time', '<f8'), ('x', '<f8')], 'fortran_order': False, 'shape': (1,), }   \n";
  Diagnostics diagnostics;
  const auto table = read(fileOf(header, doubles({0.5, 7})), diagnostics);
  REQUIRE(table);
  CHECK(table->columns[1] == std::vector<double>{7});
}

TEST_CASE("npy: other arrays and damaged files are refused") {
  const auto refused = [](const std::string& bytes, const std::string& why) {
    Diagnostics diagnostics;
    INFO(why);
    CHECK_FALSE(read(bytes, diagnostics));
    REQUIRE(diagnostics.errorCount() == 1);
    CHECK(contains(diagnostics.all()[0].message, why));
  };
  const std::string fields = "{'descr': [('time', '<f8')], 'fortran_order': False, ";
  refused(fileOf("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", doubles({1})), "no names");
  refused(fileOf("{'descr': [('time', '<i4')], 'shape': (1,), }", "abcd"), "of the type '<i4'");
  refused(fileOf("{'descr': [('t', '<f8', (3,))], 'shape': (1,), }", doubles({1, 2, 3})), "no plain number");
  refused(fileOf(fields + "'shape': (1, 2), }", doubles({1, 2})), "more than one dimension");
  refused(fileOf(fields + "'shape': (2,), }", doubles({1})), "promises 2 rows");
  refused(fileOf(fields + "'shape': (18446744073709551615,), }", doubles({1})), "promises");
  refused(fileOf(fields + "'shape': (0,), }", ""), "no rows");
  refused(fileOf(fields + "}", doubles({1})), "not complete");
  refused(fileOf("{'descr': [('a', '<f8'), ('a', '<f8')], 'shape': (1,), }", doubles({1, 2})), "same name");
  refused(fileOf("[1]", ""), "no dictionary");
  const std::string whole = npyHeader({"time"}, 1) + doubles({1});
  for (std::size_t length = 6; length < whole.size(); ++length) {
    Diagnostics diagnostics;
    CHECK_FALSE(read(whole.substr(0, length), diagnostics));
    CHECK(diagnostics.errorCount() == 1);
  }
}
