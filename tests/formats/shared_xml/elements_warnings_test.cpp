// Valid parts of a model without any effect are reported.
#include "tests/support/texts/native_text.h"

namespace mb {
namespace {

// Warnings of a model with one hinge and elements on it or beside it.
std::vector<std::string> warningsOf(const std::string& onJoint, const std::string& beside = "") {
  const std::string mass = "<mass value='1'/><inertia xx='1' yy='1' zz='1'/><marker name='m'/></body>";
  const std::string text = "<mbs version='1'><body name='a'>" + mass + "<body name='b'>" + mass +
                           "<joint name='h' type='revolute' i='a.m' j='b.m'>\n" + onJoint + "</joint>\n" + beside +
                           "</mbs>";
  Diagnostics diagnostics;
  readNative(std::make_shared<const SourceFile>(SourceFile{"test.xml", text}), diagnostics);
  CHECK(diagnostics.errorCount() == 0);
  std::vector<std::string> warnings;
  for (const Diagnostic& one : diagnostics.all()) {
    CHECK(one.code == Code::ignoredInput);
    CHECK_FALSE(one.hint.empty());
    CHECK(one.at.line >= 2);
    warnings.push_back(one.message);
  }
  return warnings;
}

}  // namespace

TEST_CASE("limits, friction and initial values without effect are reported") {
  using Texts = std::vector<std::string>;
  const std::string noBound = "a <limit> without a bound limits nothing";
  CHECK(warningsOf("<limit/>") == Texts{noBound});
  CHECK(warningsOf("<limit stiffness='5' damping='1'/>") == Texts{noBound});
  CHECK(warningsOf("<limit lower='-1'/>") == Texts{});
  CHECK(warningsOf("<friction/>") == Texts{"a <friction> without a force"});
  CHECK(warningsOf("<friction velocity='3'/>") == Texts{"a <friction> without a force"});
  CHECK(warningsOf("<friction viscous='3'/>") == Texts{});
  CHECK(warningsOf("<friction coulomb='3'/>") == Texts{});
  CHECK(warningsOf("<friction coulomb='3' stiction='4'/>") == Texts{});
  CHECK(warningsOf("<friction coulomb='3' stiction='1'/>").size() == 1);
  CHECK(warningsOf("<initial/>") == Texts{"an <initial> without value or rate"});
  CHECK(warningsOf("<initial rate='0'/>") == Texts{});
}

TEST_CASE("a rotation of more than two turns is reported, since degrees may have been meant") {
  const auto warnings = [](const std::string& head, const std::string& pose) {
    const std::string text = "<mbs version='1'>" + head + "<body name='a'><pose " + pose + "/></body></mbs>";
    Diagnostics diagnostics;
    readNative(std::make_shared<const SourceFile>(SourceFile{"test.xml", text}), diagnostics);
    CHECK(diagnostics.errorCount() == 0);
    for (const Diagnostic& one : diagnostics.all()) CHECK(one.code == Code::implausibleValue);
    return diagnostics.warningCount();
  };
  CHECK(warnings("", "rpy='0 90 0'") == 1);
  CHECK(warnings("", "euler='313: 0 0 45'") == 1);
  CHECK(warnings("", "rpy='0 90*deg 0'") == 0);
  CHECK(warnings("", "rpy='0 0 -4*pi'") == 0);
  CHECK(warnings("<units angle='deg'/>", "rpy='0 90 720'") == 0);
  CHECK(warnings("<units angle='deg'/>", "rpy='0 90 721'") == 1);
}

TEST_CASE("a bushing without stiffness, damping and preload is reported") {
  CHECK(warningsOf("", "<force type='bushing' i='a.m' j='b.m'/>").size() == 1);
  CHECK(warningsOf("", "<force type='bushing' i='a.m' j='b.m' ct='0 0 1'/>").empty());
}

}  // namespace mb
