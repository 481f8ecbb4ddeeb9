// The graph stage's answer: base bodies, the spanning tree, the cuts, and why no other choice is better.
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

// What a plan names things for: the lists of PlanOptions.
enum class PlanItem { base, cut, keep, prefer, weight, rod };

struct PlanOptions {
  std::vector<std::string> base;          // bodies to take as bases, at most one a component
  std::vector<std::string> cut;           // joints (or rods, by the name of their body) that must be cut
  std::vector<std::string> keep;          // that must stay in the tree
  std::vector<std::string> prefer;        // that stay in the tree where it costs no weight
  std::map<std::string, Weight> weights;  // by joint type, or by joint name
  RodOptions rods;
  IdealiseOptions idealise;
  // Where a plan file has these names. Those of the command line have no place.
  std::multimap<std::pair<PlanItem, std::string>, SourceRef> places;
  std::string model;  // that the plan file says it is for; empty: any
  SourceRef modelAt;
  int alternatives = 3;
  std::int64_t tieLimit =
      100'000;  // trees of equal weight evaluated per block before ties are searched by exchange only
};

// An element of the tree or a cut is a joint, or a rod (a bar that is one edge).
struct PlanEdge {
  JointIndex joint;  // not valid for a rod
  int rod = -1;      // into Plan::rods
  auto operator<=>(const PlanEdge&) const = default;
};

struct Plan {
  struct Base {
    BodyIndex body;
    bool isGround = false;
    std::string reason;
  };
  // One joint of the tree; a kept rod contributes its two joints, one after the other.
  struct TreeJoint {
    JointIndex joint;
    BodyIndex parent;
    BodyIndex child;
    bool reversed = false;  // the parent carries marker i
    Weight weight = 0;
    int level = 0;       // of the child; a base has level 1
    std::string reason;  // why it is in the tree although it costs weight, or was preferred; may be empty
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
    std::vector<JointIndex> joints;  // tree joints of its loops, driven ones left out
    std::vector<int> cuts;           // into Plan::cuts
  };
  struct Alternative {
    std::vector<std::string> cutInstead;   // names cut here and not in the chosen tree
    std::vector<std::string> keptInstead;  // names in the tree here and cut in the chosen one
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
  Weight leastWeight = 0;       // without overrides and driven joints; the same unless they cost weight
  std::string treeCount = "1";  // decimal digits
  std::string minimalCount = "1";
  bool tiesExhausted = true;           // every tree of least weight was compared
  int coordinates = 0;                 // relative velocities, free bases included
  int equations = 0;                   // rows of the cuts
  int depth = 0;                       // levels of bodies, the base counting as 1
  std::int64_t cost = 0;               // predicted operations of one evaluation
  std::int64_t massMatrixEntries = 0;  // non-zeros of the lower triangle of M
  std::vector<std::string> remarks;    // whatever else a user should know, in full sentences
};

// The name of an edge: its joint's, or the rod's body.
std::string nameOf(const CartesianModel& model, const Plan& plan, const PlanEdge& edge);

// What must hold for any plan of this model: every body reached once, every joint in the tree or cut.
void check(const Plan& plan, const CartesianModel& model, Diagnostics& diagnostics);

}  // namespace mb
