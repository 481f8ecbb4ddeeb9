// A decimal comma in the user's locale changes neither what is read nor what is written.
#include <clocale>
#include <cstdlib>
#include <locale>

#include "converter/conversion/plan_file.h"
#include "converter/pictures/tree_dot.h"
#include "converter/pictures/tree_svg.h"
#include "converter/report/report_json.h"
#include "converter/report/report_text.h"
#include "converter/tables/files/csv.h"
#include "formats/native/native.h"
#include "formats/recursive/recursive_xml.h"
#include "tests/support/process.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

struct Comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

// Streams write 1.234,5, and so do the functions of C where the system has or can make such a locale.
class CommaLocale {
 public:
  CommaLocale() : before_(std::locale::global(std::locale(std::locale::classic(), new Comma))) {
    isCToo_ = setC();
    if (isCToo_ || runIn(folder_, "localedef -i de_DE -f UTF-8 ./de_DE.UTF-8 >&2").code > 1) return;
    ::setenv("LOCPATH", folder_.path().c_str(), 1);
    isCToo_ = setC();
    ::unsetenv("LOCPATH");
  }
  ~CommaLocale() {
    std::locale::global(before_);
    std::setlocale(LC_ALL, "C");
  }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;
  bool isCToo() const { return isCToo_; }

 private:
  static bool setC() { return std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr && std::strtod("1,5", nullptr) == 1.5; }

  ScratchFolder folder_;
  std::locale before_;
  bool isCToo_ = false;
};

std::string everythingOf(const std::string& path) {
  Diagnostics diagnostics;
  std::optional<CartesianModel> model = readModel(path, diagnostics);
  REQUIRE(model);
  std::string text = writeNative(*model);
  const std::optional<Conversion> conversion = convert(std::move(*model), {}, diagnostics);
  REQUIRE(conversion);
  const std::string recursive = writeRecursive(conversion->recursive);
  text += recursive + writePlan(*conversion) + treeJson(*conversion) + treeText(*conversion, {}) +
          treeDot(*conversion) + treeSvg(*conversion) + statisticsText(*conversion, {});
  const auto file = std::make_shared<SourceFile>(SourceFile{"again.xml", recursive});
  text += writeRecursive(readRecursive(file, diagnostics));
  return text + textOf(diagnostics);
}

}  // namespace

TEST_CASE("a decimal comma in the locale changes nothing") {
  std::vector<std::string> paths = foreignSamples();
  paths.push_back(samplePath("weld_and_forces"));
  paths.push_back(sourcePath("samples/quarter_car/on_road.xml"));
  std::vector<std::string> plain;
  for (const std::string& path : paths) plain.push_back(everythingOf(path));

  const CommaLocale comma;
  std::stringstream stream;
  stream << 1234.5;
  REQUIRE(stream.str() == "1.234,5");
  if (!comma.isCToo()) WARN("C's functions are not tested: no locale with a decimal comma, and localedef makes none");
  for (std::size_t k = 0; k < paths.size(); ++k) {
    INFO(paths[k]);
    CHECK(everythingOf(paths[k]) == plain[k]);
  }
  Diagnostics diagnostics;
  const auto table = readCsv(std::make_shared<SourceFile>(SourceFile{"a.csv", "time,x\n0.5,1234.5\n"}), diagnostics);
  REQUIRE(table);
  CHECK(table->columns[0][0] == 0.5);
  CHECK(table->columns[1][0] == 1234.5);
}
