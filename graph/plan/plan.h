// The result of the graph stage: base bodies, the spanning tree, the cuts, and the reasons for the choice.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "formats/model/cartesian.h"
#include "graph/idealise/idealise.h"
#include "graph/plan/rods.h"

namespace mb {

// The lists of PlanOptions in which a plan can name something.
enum class PlanItem { base, cut, keep, prefer, weight, rod };

struct PlanOptions {
  std::vector<std::string> base;          // bodies to use as bases, at most one per component
  std::vector<std::string> cut;           // joints (or rods, by the name of their body) that must be cut
  std::vector<std::string> keep;          // joints that must stay in the tree
  std::vector<std::string> prefer;        // joints that stay in the tree where this costs no weight
  std::map<std::string, Weight> weights;  // by joint type, or by joint name
  RodOptions rods;
  IdealiseOptions idealise;
  // Where these names are written in a plan file. Names that were given without a file have no entry.
  std::multimap<std::pair<PlanItem, std::string>, SourceRef> places;
  std::string model;  // name of the model the plan file is for; empty: any
  SourceRef modelAt;
  int alternatives = 3;
  std::int64_t tieLimit =
      100'000;  // trees of equal weight to evaluate per block; beyond it ties are searched by exchange only
};

// An element of the tree or a cut: a joint, or a rod (a bar that is treated as one edge).
struct PlanEdge {
  JointIndex joint;  // not valid for a rod
  int rod = -1;      // index into Plan::rods; -1 for a joint
  auto operator<=>(const PlanEdge&) const = default;
};

struct Plan {
  struct Base {
    BodyIndex body;
    bool isGround = false;
    std::string reason;
  };
  // One joint of the tree. A kept rod contributes its two joints in sequence.
  struct TreeJoint {
    JointIndex joint;
    BodyIndex parent;
    BodyIndex child;
    bool reversed = false;  // the parent carries marker i
    Weight weight = 0;
    int level = 0;       // of the child; a base has level 1
    std::string reason;  // why it is in the tree although it costs weight, or that it was preferred; may be empty
  };
  struct CutEdge {
    PlanEdge edge;
    Weight weight = 0;
    int rows = 0;
    std::vector<JointIndex> loop;  // tree joints from the body of marker j (a rod's first end) to that of marker i
    JointIndex heaviest;  // the certificate: no tree joint on the loop that may be cut weighs more than this cut
    int block = 0;
    std::string reason;
  };
  struct Rod {
    RodCandidate candidate;
    bool removed = false;
    std::string reason;
  };
  struct Block {
    std::vector<JointIndex> joints;  // tree joints of its loops, without driven ones
    std::vector<int> cuts;           // indices into Plan::cuts
  };
  struct Alternative {
    std::vector<std::string> cutInstead;   // names cut here but not in the chosen tree
    std::vector<std::string> keptInstead;  // names in the tree here but cut in the chosen one
    Weight weight = 0;
    std::int64_t cost = 0;
    std::string lostBy;  // weight, predicted cost, depth, conditioning, reversed joints, name
  };

  std::vector<Base> bases;      // the ground's component first, then by name
  std::vector<TreeJoint> tree;  // parent before child, branch by branch, children by name
  std::vector<CutEdge> cuts;    // by name
  std::vector<Rod> rods;        // by name
  std::vector<RodRefusal> notRods;
  std::vector<Block> blocks;  // by the name of their first cut
  std::vector<Alternative> alternatives;
  Weight weight = 0;
  Weight leastWeight = 0;       // without overrides and driven joints; equal to `weight` unless these cost weight
  std::string treeCount = "1";  // decimal digits
  std::string minimalCount = "1";
  bool tiesExhausted = true;           // every tree of least weight was compared
  int coordinates = 0;                 // relative velocities, free bases included
  int equations = 0;                   // rows of the cuts
  int depth = 0;                       // levels of bodies; the base counts as 1
  std::int64_t cost = 0;               // predicted operations of one evaluation
  std::int64_t massMatrixEntries = 0;  // non-zeros of the lower triangle of M
  std::vector<std::string> remarks;    // anything else a user should know, in full sentences
};

// The name of an edge: that of its joint, or of the rod's body.
std::string nameOf(const CartesianModel& model, const Plan& plan, const PlanEdge& edge);

// Checks what must hold for any plan of the model: every body is reached once, and every joint is in the tree or cut.
void check(const Plan& plan, const CartesianModel& model, Diagnostics& diagnostics);

}  // namespace mb
