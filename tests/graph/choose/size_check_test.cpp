#include "graph/choose/size_check.h"

#include "formats/model/basics/limits.h"
#include "tests/graph/models.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::test;

TEST_CASE("too many joints between two bodies are refused by name") {
  Builder builder;
  builder.body("frame", 1);
  builder.body("lid", 1);
  for (int k = 0; k < limits::kMostJointsOfPair; ++k) {
    builder.joint(numbered("j", k), "spherical", k % 2 == 0 ? "lid" : "frame", k % 2 == 0 ? "frame" : "lid", {1, 2, 3});
  }
  Diagnostics fine;
  checkPairs(builder.model, fine);
  CHECK(fine.all().empty());
  builder.joint("last", "spherical", "lid", "frame", {1, 2, 3});
  Diagnostics diagnostics;
  checkPairs(builder.model, diagnostics);
  REQUIRE(diagnostics.errorCount() == 1);
  CHECK(diagnostics.all().front().code == Code::tooMany);
  CHECK(diagnostics.all().front().message == "more than 200 joints between 'frame' and 'lid', the limit");
}

TEST_CASE("loops too large to solve together are refused with their equation and coordinate counts") {
  const auto planned = [](int rungs, Diagnostics& diagnostics) {
    Builder builder;
    builder.body("frame", 1);
    builder.model.bodies[BodyIndex{0}].isGround = true;
    Plan plan;
    Plan::Block block;
    for (int k = 0; k < rungs; ++k) {
      builder.body(numbered("b", k), 1);
      block.joints.push_back(builder.joint(numbered("j", k), "spherical", numbered("b", k), "frame", {1, 2, 3}));
      Plan::CutEdge cut;
      cut.edge.joint = block.joints.back();
      cut.rows = 3;
      block.cuts.push_back(static_cast<int>(plan.cuts.size()));
      plan.cuts.push_back(cut);
    }
    plan.blocks.push_back(block);
    checkBlocks(builder.model, plan, diagnostics);
  };
  Diagnostics fine;
  planned(220, fine);  // 660^3 < 3e8
  CHECK(fine.all().empty());
  Diagnostics diagnostics;
  planned(224, diagnostics);  // 672^3 > 3e8
  REQUIRE(diagnostics.errorCount() == 1);
  CHECK(diagnostics.all().front().code == Code::tooMany);
}
