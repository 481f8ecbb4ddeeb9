// Loops of the bundled machines: derivatives, closure, rank.
#include "runtime/mechanism/loops.h"

#include "formats/model/joints/joint_kinematics.h"
#include "runtime/assembly/mobility.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {
const std::vector<std::string> kLooped{"andrews_squeezer",   "bricard",          "car",
                                       "five_link_corner",   "four_bar_chassis", "hmmwv",
                                       "macpherson_steered", "rigid_axle",       "spatial_slider_crank",
                                       "joint_catalogue"};

// Moves one coordinate of a block by a small amount.
Positions moved(const RecursiveModel& model, Positions z, const LoopBlock::Column& column, double by) {
  std::vector<double> dz(static_cast<std::size_t>(dofOf(model.links[column.link].type)));
  dz[static_cast<std::size_t>(column.coordinate)] = by;
  advance(model.links[column.link].type, z[column.link], dz);
  return z;
}
}  // namespace

TEST_CASE("Phi_z is the derivative of Phi by every coordinate, reversed joints and balls included") {
  constexpr double h =
      1e-6;  // central differences: error h^2 from the third derivative, eps/h from round-off, both below 1e-9
  for (const std::string& name : kLooped) {
    const RecursiveModel model = convertModel(readSample(name)).recursive;
    for (const LoopBlock& block : loopBlocks(model)) {
      // Away from the initial position, where many derivatives vanish.
      Positions z = initialPositions(model);
      for (std::size_t c = 0; c < block.columns.size(); ++c) {
        z = moved(model, z, block.columns[c], 0.1 * std::sin(1.0 + 2.3 * static_cast<double>(c)));
      }
      const BlockEquations equations = evaluate(model, block, z);
      for (std::size_t c = 0; c < block.columns.size(); ++c) {
        INFO(name << " " << model.links[block.columns[c].link].joint << " " << block.columns[c].coordinate);
        const Eigen::VectorXd plus = evaluate(model, block, moved(model, z, block.columns[c], h)).Phi;
        const Eigen::VectorXd minus = evaluate(model, block, moved(model, z, block.columns[c], -h)).Phi;
        const Eigen::VectorXd numeric = (plus - minus) / (2 * h);
        CHECK((numeric - equations.Phi_z.col(static_cast<Eigen::Index>(c))).cwiseAbs().maxCoeff() <
              1e-8 * (1 + block.size));
      }
    }
  }
}

TEST_CASE("loops that were pulled apart a little close again to round-off") {
  for (const std::string& name : kLooped) {
    INFO(name);
    const RecursiveModel model = convertModel(readSample(name)).recursive;
    for (const LoopBlock& block : loopBlocks(model)) {
      Positions z = initialPositions(model);
      for (std::size_t c = 0; c < block.columns.size(); ++c) {
        const double size = block.columns[c].isTranslation ? block.size : 1;
        z = moved(model, z, block.columns[c], 0.01 * size * std::sin(3.0 + 1.7 * static_cast<double>(c)));
      }
      CHECK(closeLoops(model, block, z) < 1e-12);
    }
  }
}

TEST_CASE("the rank of Bricard's linkage is 4 where it closes: one degree of freedom") {
  const Conversion conversion = convertModel(readSample("bricard"));
  CHECK(conversion.mobility.rank == 4);
  CHECK(conversion.mobility.dof == 1);
  REQUIRE(conversion.mobility.blocks.size() == 1);
  CHECK(conversion.mobility.blocks[0].redundant.size() == 1);
  CHECK(conversion.mobility.blocks[0].clearance < 1e-12);
}

TEST_CASE("poses typed with six digits leave the rank as it is, and the gap is reported") {
  CartesianModel model = readSample("bricard");
  double sign = 1;
  for (Body& body : model.bodies) {
    if (body.isGround) continue;
    body.X_WB.R = body.X_WB.R * rotationOf(sign * Vector3(3e-6, -2e-6, 1e-6));
    sign = -1.3 * sign;
  }
  const Conversion conversion = convertModel(model);
  CHECK(conversion.mobility.rank == 4);
  REQUIRE(conversion.loops.size() == 1);
  CHECK(conversion.loops[0].before.length > 1e-7);
  CHECK(conversion.loops[0].after.length < 1e-12);
}
