// Makes batches for the chosen coordinates: which clusters are eliminated together, and their parts.
#include <algorithm>

#include "runtime/solvers/embedded/layout/batch_plan.h"

namespace mb::embedded {
namespace {

class BatchBuilder {
 public:
  BatchBuilder(const Mechanism& m, const Workspace& w, Layout& layout)
      : m_(m), w_(w), layout_(layout), s_(layout.schedule) {}

  void run() {
    s_.batches.clear();
    s_.valueCount = layout_.batchesFrom;
    for (LinkSlot& slot : s_.links) slot.isRigid = false;
    for (const Bundle& bundle : layout_.bundles) {
      std::vector<Choice> choices;
      for (const int cluster : bundle.clusters) choices.push_back(choiceOf(layout_.clusters[at(cluster)]));
      const bool isAlike =
          std::all_of(choices.begin(), choices.end(), [&](const Choice& c) { return c == choices[0]; });
      if (isAlike && bundle.clusters.size() > 1) {
        addBatch(bundle, bundle.clusters, choices);
      } else {
        for (std::size_t k = 0; k < bundle.clusters.size(); ++k) addBatch(bundle, {bundle.clusters[k]}, {choices[k]});
      }
    }
  }

 private:
  Choice choiceOf(const Cluster& cluster) const {
    Choice choice;
    std::vector<int> velocities;
    for (const int link : cluster.links) {
      for (int v = 0; v < m_.links[at(link)].vCount; ++v) velocities.push_back(m_.links[at(link)].v + v);
    }
    int first = 0;
    for (const int n : cluster.blocks) {
      const Mechanism::Block& block = m_.blocks[at(n)];
      const Partition& partition = w_.blocks[at(n)].partition;
      for (int r = 0; r < partition.rank; ++r) {
        choice.rows.push_back(block.firstRow + partition.rows[at(r)]);
        choice.rowsWithin.push_back(first + partition.rows[at(r)]);
        const int v = m_.columns[at(block.firstColumn + partition.columns[at(r)])].v;
        choice.dependent.push_back(
            static_cast<int>(std::find(velocities.begin(), velocities.end(), v) - velocities.begin()));
      }
      first += block.rowCount;
    }
    return choice;
  }

  void addBatch(const Bundle& bundle, const std::vector<int>& clusters, const std::vector<Choice>& choices) {
    BatchPlan plan{m_, w_, layout_, clusters, choices, {}, 0};
    ClusterBatch& batch = plan.batch;
    batch.lanes = static_cast<int>(clusters.size());
    batch.width = clusters.size() > 1 ? 4 : 1;
    batch.stride = bundle.stride;
    batch.isAcross = bundle.isAcross();
    setBase(plan);
    addLinks(plan);
    setColumns(plan);
    if (batch.rank > 0) addEquations(plan);
    takeNumbers(plan);
    if (batch.isAcross) putSideBySide(plan);
    const bool isSplit = batch.stride == 4 && !batch.isAcross && batch.width == 1;
    batch.bySubspace = !isSplit && isCheaperBySubspace(batch);
    if (batch.bySubspace) addSubspace(plan, batch.stride);
    batch.localSums = plan.take(kLinkSize);
    setCarried(plan);
    batch.local = s_.valueCount;
    s_.valueCount += (plan.next * batch.width + 3) / 4 * 4;
    for (std::size_t l = 0; l < clusters.size(); ++l) batch.blocks[l] = layout_.clusters[at(clusters[l])].blocks;
    s_.batches.push_back(std::move(batch));
  }

  // Divides the columns into dependent and independent ones.
  static void setColumns(BatchPlan& plan) {
    ClusterBatch& batch = plan.batch;
    const Choice& choice = plan.choices[0];
    const int columns = static_cast<int>(batch.b.size());
    batch.rank = static_cast<int>(choice.rows.size());
    batch.free = columns - batch.rank;
    for (int c = 0; c < columns; ++c) {
      if (std::find(choice.dependent.begin(), choice.dependent.end(), c) == choice.dependent.end())
        batch.independent.push_back(c);
    }
  }

  // Reserves the numbers that addEquations() has not, and adds the entries of M.
  static void takeNumbers(BatchPlan& plan) {
    ClusterBatch& batch = plan.batch;
    batch.localR = plan.take(batch.rank * batch.free);
    shiftR(batch);
    batch.localB = plan.take(batch.rank * batch.free);
    batch.localE = plan.take(batch.rank * batch.free);
    batch.localX = plan.take(batch.rank);
    batch.localRate = plan.take(batch.rank);
    batch.localD = plan.take(batch.free * batch.free);
    addMasses(plan);
    batch.localU = plan.take(6 * batch.free);
    batch.localS = plan.take(batch.free);
    batch.localZ = plan.take(static_cast<int>(batch.b.size()));
  }
  static void shiftR(ClusterBatch& batch) {
    const auto shift = [&](int& local) {
      if (local < 0) local = batch.localR - 1 - local;
    };
    for (ConstantOp& op : batch.constants) shift(op.local);
    for (JacobianOp& op : batch.jacobian) shift(op.local);
  }

  // Finds what hangs on the batch and which shortcuts that allows.
  void setCarried(BatchPlan& plan) const {
    ClusterBatch& batch = plan.batch;
    batch.carriesOthers = batch.hasSignals;
    for (const Cluster& other : layout_.clusters) {
      for (const int c : plan.clusters) {
        const std::vector<int>& links = layout_.clusters[at(c)].links;
        batch.carriesOthers = batch.carriesOthers || std::binary_search(links.begin(), links.end(), other.base);
      }
    }
    batch.isFree =
        batch.baseIsGround && batch.rank == 0 &&
        std::all_of(plan.clusters.begin(), plan.clusters.end(), [&](int c) { return isFree(layout_.clusters[at(c)]); });
    batch.isRigid = batch.bySubspace && batch.baseIsGround && !batch.carriesOthers;
    if (!batch.isRigid) return;
    for (LinkSlot& slot : s_.links) {
      const auto holds = [&](const SubspaceSlot& other) { return other.at == slot.at; };
      if (std::any_of(batch.slots.begin(), batch.slots.end(), holds)) slot.isRigid = true;
    }
  }

  bool isFree(const Cluster& cluster) const {
    if (cluster.links.size() != 1) return false;
    const Mechanism::Link& link = m_.links[at(cluster.links[0])];
    if (link.motionCount != 4 || link.reversed || link.vCount != 6) return false;
    int axes = 0;
    for (int k = 0; k < 3; ++k) {
      const Mechanism::Motion& motion = m_.motions[at(link.firstMotion + k)];
      if (motion.kind != MotionKind::translation) return false;
      axes |= 1 << motion.axis;
    }
    const auto acts = [&](const auto& law) { return law.link == cluster.links[0]; };
    return axes == 7 && std::none_of(m_.frictions.begin(), m_.frictions.end(), acts) &&
           std::none_of(m_.limits.begin(), m_.limits.end(), acts);
  }

  void setBase(BatchPlan& plan) const {
    std::vector<int> bases;
    for (const int c : plan.clusters) bases.push_back(layout_.clusters[at(c)].base);
    plan.batch.baseIsGround = bases[0] < 0;
    plan.batch.base = sourceOf(layout_, bases);
  }

  void addLinks(BatchPlan& plan) const {
    ClusterBatch& batch = plan.batch;
    const Cluster& cluster = layout_.clusters[at(plan.clusters[0])];
    for (std::size_t n = 0; n < cluster.links.size(); ++n) {
      const Mechanism::Link& source = m_.links[at(cluster.links[n])];
      BatchLink link;
      link.at = layout_.links[at(cluster.links[n])].at;
      const auto above = std::find(cluster.links.begin(), cluster.links.end(), source.parent);
      link.parent = above == cluster.links.end() ? -1 : static_cast<int>(above - cluster.links.begin());
      link.firstColumn = static_cast<int>(batch.b.size());
      link.columnCount = source.vCount;
      link.firstPath = static_cast<int>(batch.path.size());
      for (int k = link.parent; k >= 0; k = batch.links[at(k)].parent) {
        const BatchLink& other = batch.links[at(k)];
        for (int c = other.firstColumn; c < other.firstColumn + other.columnCount; ++c) batch.path.push_back(c);
      }
      link.pathCount = static_cast<int>(batch.path.size()) - link.firstPath;
      for (int v = 0; v < source.vCount; ++v) {
        batch.b.push_back(layout_.columns[at(source.v + v)]);
        Four velocities{};
        for (std::size_t l = 0; l < 4; ++l) {
          const int other = plan.clusters[l < plan.clusters.size() ? l : 0];
          velocities[l] = m_.links[at(layout_.clusters[at(other)].links[n])].v + v;
        }
        batch.v.push_back(velocities);
      }
      batch.links.push_back(link);
    }
  }

  const Mechanism& m_;
  const Workspace& w_;
  Layout& layout_;
  Schedule& s_;
};

}  // namespace

void makeBatches(const Mechanism& m, const Workspace& w, Layout& layout) {
  BatchBuilder(m, w, layout).run();
  setRows(m, w, layout);
  setDependents(m, w, layout);
}

}  // namespace mb::embedded
