// Frames that refer to each other in long chains.
#include "formats/sdf/sdf.h"
#include "tests/support/test.h"
#include "tests/support/texts/sound_texts.h"

namespace mb {
namespace {

TEST_CASE("sdf: a long chain of frames is read in order, and refused in reverse without overflow") {
  std::string forward, backward;
  constexpr int kLength = 3000;
  for (int k = 0; k < kLength; ++k) {
    const auto link = [](int n, int base) {
      return "<link name=\"l" + std::to_string(n) + "\"><pose relative_to=\"" +
             (base < 0 ? std::string("__model__") : "l" + std::to_string(base)) + "\">1 0 0 0 0 0</pose></link>";
    };
    forward += link(k, k - 1);
    backward += link(kLength - 1 - k, kLength - 2 - k);
  }
  for (const bool isForward : {true, false}) {
    Diagnostics diagnostics;
    const std::string text = withLinks(isForward ? forward : backward);
    const CartesianModel model =
        readSdf(std::make_shared<const SourceFile>(SourceFile{"chain.sdf", text}), {}, diagnostics);
    CHECK(diagnostics.hasErrors() == !isForward);
    if (isForward) CHECK(model.bodies[*findBody(model, "l2999")].X_WB.p.x() == kLength);
  }
}

}  // namespace
}  // namespace mb
