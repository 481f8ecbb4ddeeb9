// Paths that do not lead to a model.
#include "formats/files/read_file.h"
#include "tests/support/test.h"

namespace mb {

TEST_CASE("a file that does not exist is an error of input and output that names the path and the reason") {
  Diagnostics diagnostics;
  CHECK(!readSource("/nonexistent/model.xml", diagnostics));
  REQUIRE(diagnostics.errorCount() == 1);
  CHECK(classOf(diagnostics.firstError()->code) == ErrorClass::system);
  CHECK(diagnostics.all()[0].message == "cannot read '/nonexistent/model.xml': No such file or directory");
  CHECK(toText(diagnostics.all()[0].at) == "/nonexistent/model.xml");
}

TEST_CASE("a directory cannot be read as a model") {
  Diagnostics diagnostics;
  CHECK(!readSource(MB_SOURCE_DIR, diagnostics));
  CHECK(classOf(diagnostics.firstError()->code) == ErrorClass::system);
}

}  // namespace mb
