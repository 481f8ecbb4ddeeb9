// A vehicle of four double wishbones from Chrono's generic template, wheels and steering locked: [PRN06]'s HMMWV.
#include "converter/conversion/convert.h"
#include "tests/support/texts/chrono_suspensions.h"

namespace mb {

TEST_CASE("four generic wishbones of Chrono with locked wheels and steering convert as the papers' HMMWV") {
  Diagnostics diagnostics;
  const auto file = std::make_shared<const SourceFile>(SourceFile{"suspension.json", kGenericWishbone});
  const std::optional<JsonValue> json = parseJson(file, diagnostics);
  REQUIRE(json);
  const SourceRef at{file, 1, 1};
  chrono::VehicleBuild build{.import = startImport("chrono", "vehicle", at, diagnostics)};
  build.chassis = chrono::addBodyAt(build, "chassis", {}, {1000, Vector3(500, 1000, 1200), Vector3::Zero()},
                                    chrono::InertiaAxes::body, at);
  for (const bool front : {true, false}) {
    chrono::SubsystemPlace place;
    place.chassis = build.chassis;
    place.X_VS.p.x() = front ? 1.7 : -1.7;
    place.prefix = front ? "front_" : "rear_";
    chrono::addSuspension(build, *json, place);
  }
  CartesianModel model = finishImport(std::move(build.import));
  for (Joint& joint : model.joints) {
    if (joint.name.find("spin") != std::string::npos) joint.type = *findJointType("fixed");
  }
  const std::optional<Conversion> conversion = convert(std::move(model), {}, diagnostics);
  for (const Diagnostic& one : diagnostics.all()) UNSCOPED_INFO(toText(one));
  REQUIRE(conversion);
  // Published: 13 bodies, 20 joints, 8 cuts, weight 20.8, 10 degrees of freedom.
  CHECK(conversion->model.joints.size() == 20);
  CHECK(conversion->plan.tree.size() == 12);
  CHECK(conversion->plan.cuts.size() == 8);
  CHECK(toText(conversion->plan.weight) == "20.8");
  CHECK(conversion->plan.coordinates == 26);
  CHECK(conversion->plan.equations == 16);
  CHECK(conversion->mobility.dof == 10);
}

}  // namespace mb
