// Every sample converts, is consistent and gives the figures of papers and closed forms.
#include <nlohmann/json.hpp>

#include "converter/report/report_json.h"
#include "formats/model/basics/decompositions.h"
#include "formats/recursive/recursive_xml.h"
#include "graph/normalise/joint_columns.h"
#include "tests/support/samples.h"
#include "tests/support/shuffled.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

PlanOptions optionsOf(const nlohmann::json& variant) {
  PlanOptions options;
  const auto words = variant.value("options", std::vector<std::string>{});
  for (std::size_t k = 0; k + 1 < words.size(); k += 2) {
    if (words[k] == "--rods" && words[k + 1] == "keep")
      options.rods.mode = RodOptions::Mode::keep;
    else if (words[k] == "--base")
      options.base = {words[k + 1]};
    else if (words[k] == "--cut")
      options.cut.push_back(words[k + 1]);
    else
      throw std::runtime_error("expected.json uses an option this test does not know: " + words[k]);
  }
  return options;
}

// Degrees of freedom of the Cartesian model: six a body minus the rank of all joints' equations. Shares nothing with
// the tree.
int cartesianFreedom(const CartesianModel& model) {
  int bodies = 0;
  std::vector<int> column(static_cast<std::size_t>(model.bodies.size()), -1);
  for (const BodyIndex body : model.bodies.indexes()) {
    if (!model.bodies[body].isGround) column[static_cast<std::size_t>(body.value)] = 6 * bodies++;
  }
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(0, 6 * bodies);
  for (const Joint& joint : model.joints) {
    const JointColumns linear = jointColumns(model, joint);
    const Eigen::Index first = J.rows();
    J.conservativeResize(first + linear.rows.rows(), Eigen::NoChange);
    J.bottomRows(linear.rows.rows()).setZero();
    const int i = column[static_cast<std::size_t>(bodyI(model, joint).value)];
    const int j = column[static_cast<std::size_t>(bodyJ(model, joint).value)];
    if (i >= 0) J.block(first, i, linear.rows.rows(), 6) += linear.rows;
    if (j >= 0) J.block(first, j, linear.rows.rows(), 6) -= linear.rows;
  }
  if (J.rows() == 0) return 6 * bodies;
  const Eigen::VectorXd values = singularValues(J);
  return 6 * bodies - static_cast<int>((values.array() > 1e-9 * values(0)).count());
}

}  // namespace

TEST_CASE("samples give the figures of the papers and of closed forms") {
  const auto expected = nlohmann::json::parse(readText(sourcePath("samples/expected.json")));
  for (const auto& [name, variants] : expected.items()) {
    for (const auto& variant : variants) {
      INFO(name << " " << variant.dump());
      const Conversion conversion = convertModel(readSample(name), optionsOf(variant));
      const auto actual = nlohmann::json::parse(treeJson(conversion));
      for (const char* key :
           {"bodies", "joints", "coordinates", "equations", "rank", "dof", "depth", "mass_matrix_entries"}) {
        if (!variant.contains(key)) continue;
        INFO(key);
        CHECK(actual[key] == variant[key]);
      }
      if (variant.contains("weight"))
        CHECK(actual["weight"].get<double>() == Approx(variant["weight"].get<double>()).epsilon(1e-12));
      if (variant.contains("base")) CHECK(actual["base"]["body"] == variant["base"]);
      const auto digits = [](const nlohmann::json& count) {
        return count.is_string() ? count.get<std::string>() : count.dump();
      };
      if (variant.contains("trees")) CHECK(actual["trees"]["count"] == digits(variant["trees"]));
      if (variant.contains("minimal")) CHECK(actual["trees"]["minimal"] == digits(variant["minimal"]));
      if (variant.contains("blocks")) CHECK(actual["blocks"].size() == variant["blocks"]);
      if (variant.contains("rods_removed")) {
        int removed = 0;
        for (const auto& rod : actual["rods"]) removed += rod["removed"].get<bool>();
        CHECK(removed == variant["rods_removed"]);
      }
      if (variant.contains("cuts")) {
        std::vector<std::string> cuts;
        for (const auto& cut : actual["cuts"]) cuts.push_back(cut["joint"]);
        auto wanted = variant["cuts"].get<std::vector<std::string>>();
        std::sort(wanted.begin(), wanted.end());
        CHECK(cuts == wanted);
      }
    }
  }
}

TEST_CASE("every sample is read without a message and its loops close to round-off") {
  for (const std::string& name : sampleNames()) {
    INFO(name);
    Diagnostics diagnostics;
    const auto model = readModel(samplePath(name), diagnostics);
    INFO(textOf(diagnostics));
    REQUIRE(model);
    CHECK(diagnostics.all().empty());
    const Conversion conversion = convertModel(*model);
    for (const ClosedLoop& loop : conversion.loops) {
      INFO(loop.joint);
      CHECK(loop.before.length < 1e-9);
      CHECK(loop.before.angle < 1e-9);
    }
  }
}

TEST_CASE("the recursive model has the poses and the motion of the Cartesian bodies") {
  for (const std::string& name : sampleNames()) {
    INFO(name);
    const Conversion conversion = convertModel(readSample(name));
    const RecursiveModel& recursive = conversion.recursive;
    const Positions z = initialPositions(recursive);
    const auto X_WL = worldPoses(recursive, z);
    for (const LinkIndex index : recursive.links.indexes()) {
      const auto body = findBody(conversion.source, recursive.links[index].name);
      REQUIRE(body);
      INFO(recursive.links[index].name);
      const Pose& X_WB = conversion.source.bodies[*body].X_WB;
      CHECK((X_WL[index].p - X_WB.p).norm() < 1e-9);
      CHECK((X_WL[index].R - X_WB.R).norm() < 1e-9);
    }
    for (const FitReport::Joint& joint : conversion.fit.joints) {
      INFO(joint.name);
      CHECK(joint.gapVelocity < 1e-9);
      CHECK(joint.gapAngularVelocity < 1e-9);
    }
  }
}

TEST_CASE("degrees of freedom are those of the Cartesian equations, whichever tree is taken") {
  for (const std::string& name : sampleNames()) {
    if (name == "track_ring") continue;  // its dense Cartesian matrix is 400 x 480; the ring has a test of its own
    INFO(name);
    PlanOptions keep;
    keep.rods.mode = RodOptions::Mode::keep;
    const CartesianModel source = readSample(name);
    const Conversion kept = convertModel(source, keep);
    CHECK(kept.mobility.dof == cartesianFreedom(kept.model));
    // Any other tree: cut the heaviest tree joint of a loop instead of the chosen cut.
    for (const Plan::CutEdge& cut : kept.plan.cuts) {
      for (const JointIndex joint : cut.loop) {
        PlanOptions other = keep;
        other.cut = {kept.model.joints[joint].name};
        Diagnostics diagnostics;
        const auto conversion = convert(source, other, diagnostics);
        if (!conversion) continue;  // a driven joint that must stay
        INFO("cut " << other.cut[0]);
        CHECK(conversion->mobility.dof == kept.mobility.dof);
      }
    }
  }
}

TEST_CASE("the recursive model is the same to the byte for any order of bodies and joints in the file") {
  std::mt19937 random(20061);
  for (const std::string& name : sampleNames()) {
    INFO(name);
    const CartesianModel model = readSample(name);
    const std::string expected = writeRecursive(convertModel(model).recursive);
    const int orders = model.bodies.size() > 20 ? 5 : 25;
    for (int k = 0; k < orders; ++k) {
      CHECK(writeRecursive(convertModel(test::shuffled(model, random)).recursive) == expected);
    }
  }
}

TEST_CASE("every recursive sample survives a round trip and a second conversion byte for byte") {
  for (const std::string& name : sampleNames()) {
    INFO(name);
    const std::string first = writeRecursive(convertModel(readSample(name)).recursive);
    CHECK(first == writeRecursive(convertModel(readSample(name)).recursive));
    Diagnostics diagnostics;
    const auto file = std::make_shared<SourceFile>(SourceFile{"again.xml", first});
    const RecursiveModel again = readRecursive(file, diagnostics);
    INFO(textOf(diagnostics));
    CHECK_FALSE(diagnostics.hasErrors());
    CHECK(writeRecursive(again) == first);
  }
}
