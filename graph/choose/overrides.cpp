#include "graph/choose/overrides.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "formats/model/basics/disjoint_sets.h"
#include "graph/normalise/fuse_joints.h"

namespace mb {
namespace {

constexpr std::size_t kNamesShown = 8;
constexpr int kMostGuesses = 20;  // comparing a word with all names takes time

std::string quoted(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t k = 0; k < names.size() && k < kNamesShown; ++k)
    text += fmt::format("{}'{}'", k == 0 ? "" : ", ", names[k]);
  if (names.size() > kNamesShown) text += fmt::format(" and {} more", names.size() - kNamesShown);
  return text;
}

const Origin& originOf(const CartesianModel& model, const Topology& topology, const GraphEdge& edge) {
  return edge.rod < 0 ? model.joints[edge.joint].origin : model.bodies[topology.rods[edge.rod].body].origin;
}

std::string_view optionOf(PlanItem item) {
  constexpr std::array<std::string_view, 6> kOptions{"base", "cut", "keep", "prefer", "weight", "rods"};
  return kOptions[static_cast<std::size_t>(item)];
}

// The names that are valid for one item. Errors about unknown names are placed where the plan file has them; names that
// were given without a file have no place, and are reported at the model.
class UnknownNames {
 public:
  UnknownNames(const CartesianModel& model, const PlanOptions& options, PlanItem item, std::string what,
               std::vector<std::string> known, Diagnostics& diagnostics)
      : model_(model),
        options_(options),
        item_(item),
        what_(std::move(what)),
        known_(std::move(known)),
        diagnostics_(diagnostics) {}

  void report(const std::string& name) {
    if (!told_.insert(name).second || diagnostics_.gaveUp()) return;
    const std::string guess = diagnostics_.errorCount() < kMostGuesses ? didYouMean(name, known_) : std::string();
    const std::string hint = guess.empty() ? "use a name that the model has" : guess;
    const auto [first, end] = options_.places.equal_range({item_, name});
    for (auto place = first; place != end; ++place) {
      diagnostics_.error(place->second, Code::unknownName, fmt::format("there is no {} '{}'", what_, name))
          .withHint(hint, Topic::names);
    }
    if (first != end) return;
    diagnostics_
        .error(model_.origin.at, Code::optionNamesNothing,
               fmt::format("option {}: there is no {} '{}'", optionOf(item_), what_, name))
        .withHint(hint, Topic::names);
  }

 private:
  const CartesianModel& model_;
  const PlanOptions& options_;
  PlanItem item_;
  std::string what_;
  std::vector<std::string> known_;
  Diagnostics& diagnostics_;
  std::set<std::string> told_;
};

void checkWeights(const CartesianModel& model, const PlanOptions& options, Diagnostics& diagnostics) {
  if (options.weights.empty()) return;
  std::vector<std::string> known{"general"};
  for (const JointType& type : jointTypes()) known.emplace_back(type.name);
  for (const Joint& joint : model.joints) known.push_back(joint.name);
  const std::set<std::string> names(known.begin(), known.end());
  UnknownNames unknown(model, options, PlanItem::weight, "joint type or joint", std::move(known), diagnostics);
  for (const auto& [name, weight] : options.weights) {
    if (!names.contains(name)) unknown.report(name);
  }
}

struct NamedBody {
  std::string name;  // of the body, or of one merged into it
  BodyIndex body;
};

// The bodies with the given names; unknown names are errors.
std::vector<NamedBody> findBodies(const CartesianModel& model, const PlanOptions& options, PlanItem item,
                                  const std::vector<std::string>& names, Diagnostics& diagnostics) {
  if (names.empty()) return {};
  std::map<std::string_view, BodyIndex> byName;
  std::vector<std::string> known;
  for (const BodyIndex body : model.bodies.indexes()) {
    byName.try_emplace(model.bodies[body].name, body);
    known.push_back(model.bodies[body].name);
    for (const Member& member : model.bodies[body].members) byName.try_emplace(member.name, body);
  }
  UnknownNames unknown(model, options, item, "body", std::move(known), diagnostics);
  std::vector<NamedBody> bodies;
  for (const std::string& name : names) {
    if (const auto found = byName.find(name); found != byName.end())
      bodies.push_back({name, found->second});
    else
      unknown.report(name);
  }
  return bodies;
}

class EdgeNames {
 public:
  EdgeNames(const CartesianModel& model, const PlanOptions& options, const Topology& topology, Diagnostics& diagnostics)
      : model_(model), options_(options), diagnostics_(diagnostics) {
    for (const RodRefusal& refusal : topology.refused) refused_[model.bodies[refusal.body].name] = &refusal;
    for (int e = topology.edgeCount() - 1; e >= 0; --e) byName_[topology.edges[e].name] = e;  // a joint wins over a rod
    for (int e = 0; e < topology.edgeCount(); ++e) {  // a fused joint is also known by its originals' names
      if (topology.edges[e].rod < 0) byName_.try_emplace(fusedName(model.joints[topology.edges[e].joint]), e);
    }
  }

  std::vector<int> find(PlanItem item, const std::vector<std::string>& names) const {
    if (names.empty()) return {};
    std::set<int> edges;
    std::vector<std::string> known;
    for (const auto& [edge, number] : byName_) known.push_back(edge);
    UnknownNames unknown(model_, options_, item, "joint or rod", std::move(known), diagnostics_);
    for (const std::string& name : names) {
      const auto found = byName_.find(name);
      const auto refused = refused_.find(name);
      if (found != byName_.end())
        edges.insert(found->second);
      else if (refused != refused_.end())
        refuse(item, name, *refused->second);
      else
        unknown.report(name);
    }
    return {edges.begin(), edges.end()};
  }

 private:
  void refuse(PlanItem item, const std::string& name, const RodRefusal& refusal) const {
    const Origin& body = model_.bodies[refusal.body].origin;
    const auto place = options_.places.find({item, name});
    const bool isFromFile = place != options_.places.end();
    diagnostics_
        .error(isFromFile ? place->second : body.at, isFromFile ? Code::notARod : Code::badOption,
               fmt::format("{}body '{}' is not a rod: {}", isFromFile ? "" : fmt::format("option {}: ", optionOf(item)),
                           name, refusal.reason))
        .withHint(std::string(kRodHint));
  }

  const CartesianModel& model_;
  const PlanOptions& options_;
  Diagnostics& diagnostics_;
  std::map<std::string, int> byName_;
  std::map<std::string_view, const RodRefusal*> refused_;
};

// Names of the edges of the loop that `closing` forms with the edges already taken.
std::vector<std::string> loopNames(const Topology& topology, const std::vector<int>& taken, int closing) {
  std::map<int, std::vector<int>> at;
  for (const int e : taken) {
    at[topology.edges[e].ends.a].push_back(e);
    at[topology.edges[e].ends.b].push_back(e);
  }
  const auto [from, to] = topology.edges[closing].ends;
  std::map<int, int> cameBy{{from, -1}};
  std::vector<int> order{from};
  for (std::size_t k = 0; k < order.size() && !cameBy.contains(to); ++k) {
    for (const int e : at[order[k]]) {
      const Ends& ends = topology.edges[e].ends;
      const int u = ends.a + ends.b - order[k];
      if (cameBy.try_emplace(u, e).second) order.push_back(u);
    }
  }
  std::vector<std::string> names{topology.edges[closing].name};
  for (int v = to; v != from;) {
    const GraphEdge& edge = topology.edges[cameBy[v]];
    names.push_back(edge.name);
    v = edge.ends.a + edge.ends.b - v;
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Adds a note that points to where a plan file asks for this.
void noteAsked(const PlanOptions& options, PlanItem item, const std::string& name, Diagnostic& about) {
  if (const auto place = options.places.find({item, name}); place != options.places.end())
    about.withNote(place->second, "asked for here");
}

void checkKept(const CartesianModel& model, const PlanOptions& options, const Topology& topology,
               const std::vector<int>& keep, Diagnostics& diagnostics) {
  DisjointSets sets(topology.vertexCount());
  std::vector<int> taken;
  for (const int e : keep) {
    const GraphEdge& edge = topology.edges[e];
    if (sets.unite(edge.ends.a, edge.ends.b)) {
      taken.push_back(e);
      continue;
    }
    const std::vector<std::string> names = loopNames(topology, taken, e);
    Diagnostic& contradiction = diagnostics
                                    .error(originOf(model, topology, edge).at, Code::keptContradict,
                                           fmt::format("{} are all to be kept, but form a loop", quoted(names)))
                                    .withHint(fmt::format("one of these {} has to be cut", names.size()));
    noteAsked(options, PlanItem::keep, edge.name, contradiction);
  }
}

void checkCut(const CartesianModel& model, const PlanOptions& options, const Topology& topology,
              const std::vector<int>& cut, Diagnostics& diagnostics) {
  if (cut.empty()) return;
  DisjointSets sets(topology.vertexCount());
  for (int e = 0; e < topology.edgeCount(); ++e) {
    if (!std::binary_search(cut.begin(), cut.end(), e)) sets.unite(topology.edges[e].ends.a, topology.edges[e].ends.b);
  }
  const ConnectedSets parts = connectedSets(std::move(sets));
  // The part that contains the ground, or else most bodies, counts as the rest.
  const auto componentOf = [&](int part) { return topology.component[parts.members[part].front()]; };
  const auto rank = [&](int part) {
    const std::vector<int>& vertices = parts.members[part];
    const bool hasGround =
        std::ranges::any_of(vertices, [&](int v) { return model.bodies[topology.bodies[v]].isGround; });
    return std::pair(hasGround, vertices.size());
  };
  std::map<int, int> rest;  // by component
  for (int part = 0; part < parts.count(); ++part) {
    const auto [place, isNew] = rest.try_emplace(componentOf(part), part);
    if (!isNew && rank(part) > rank(place->second)) place->second = part;
  }
  for (int part = 0; part < parts.count(); ++part) {
    if (rest[componentOf(part)] == part) continue;
    std::vector<std::string> loose;
    for (const int v : parts.members[part]) loose.push_back(model.bodies[topology.bodies[v]].name);
    std::vector<std::string> names;
    const GraphEdge* first = nullptr;
    for (const int e : cut) {
      const GraphEdge& edge = topology.edges[e];
      if ((parts.setOf[edge.ends.a] == part) == (parts.setOf[edge.ends.b] == part)) continue;
      names.push_back(edge.name);
      if (first == nullptr) first = &edge;
    }
    const std::string text =
        names.size() == 1
            ? fmt::format("joint '{}' lies on no loop and cannot be cut: {} would come loose", names[0], quoted(loose))
            : fmt::format("cutting {} together separates {} from the rest", quoted(names), quoted(loose));
    Diagnostic& impossible =
        diagnostics.error(originOf(model, topology, *first).at, Code::keptContradict, text)
            .withHint(names.size() == 1 ? "leave it to the tree" : "leave at least one of them to the tree");
    noteAsked(options, PlanItem::cut, first->name, impossible);
  }
}

}  // namespace

void applyOverrides(const CartesianModel& model, const PlanOptions& options, Topology& topology,
                    Diagnostics& diagnostics) {
  checkWeights(model, options, diagnostics);
  findBodies(model, options, PlanItem::rod, options.rods.bodies, diagnostics);
  const EdgeNames names(model, options, topology, diagnostics);
  const std::vector<int> keep = names.find(PlanItem::keep, options.keep);
  const std::vector<int> cut = names.find(PlanItem::cut, options.cut);
  const std::vector<int> prefer = names.find(PlanItem::prefer, options.prefer);
  for (const int e : prefer) topology.edges[e].preference = Preference::tree;
  for (const int e : keep) topology.edges[e].forced = Forced::keep;
  for (const int e : cut) {
    GraphEdge& edge = topology.edges[e];
    const bool isPreferred =
        std::ranges::binary_search(prefer, e);  // by the plan; a preference in the model is only a wish
    if (edge.forced == Forced::keep || isPreferred) {
      Diagnostic& contradiction =
          diagnostics
              .error(originOf(model, topology, edge).at, Code::keptContradict,
                     fmt::format("'{}' is both to be cut and to be {}", edge.name,
                                 edge.forced == Forced::keep ? "kept" : "preferred in the tree"))
              .withHint("leave out one of the two");
      noteAsked(options, PlanItem::cut, edge.name, contradiction);
    }
    edge.forced = Forced::cut;
  }
  checkKept(model, options, topology, keep, diagnostics);
  checkCut(model, options, topology, cut, diagnostics);
}

void keepDrivenJoints(const CartesianModel& model, Topology& topology, std::vector<std::string>& remarks) {
  std::map<JointIndex, std::set<int>> driven;  // driven coordinates, by joint
  for (const Coupler& coupler : model.couplers) {
    for (const Coupler::Term& term : coupler.terms) driven[term.coordinate.joint];
  }
  for (const Drive& drive : model.drives) {
    if (drive.coordinate) driven[drive.coordinate->joint].insert(drive.coordinate->coordinate);
  }
  if (driven.empty()) return;
  DisjointSets sets(topology.vertexCount());
  std::vector<int> taken;
  std::vector<int> wanted;
  for (int e = 0; e < topology.edgeCount(); ++e) {
    const GraphEdge& edge = topology.edges[e];
    if (edge.forced == Forced::keep) {
      sets.unite(edge.ends.a, edge.ends.b);
      taken.push_back(e);
    }
    if (edge.joint.valid() && driven.contains(edge.joint)) wanted.push_back(e);
  }
  std::stable_sort(wanted.begin(), wanted.end(),
                   [&](int a, int b) { return topology.edges[a].weight < topology.edges[b].weight; });
  for (const int e : wanted) {
    GraphEdge& edge = topology.edges[e];
    edge.carries = true;
    if (edge.forced == Forced::cut) continue;
    if (edge.forced == Forced::no) {
      if (!sets.unite(edge.ends.a, edge.ends.b)) {
        remarks.push_back(fmt::format("Driven or coupled joint '{}' cannot stay in the tree: {} form a loop.",
                                      edge.name, quoted(loopNames(topology, taken, e))));
        continue;
      }
      taken.push_back(e);
      edge.forced = Forced::drive;
    }
    edge.prescribed = static_cast<int>(driven[edge.joint].size()) == edge.costs.dof && edge.costs.dof > 0;
  }
}

std::vector<int> askedBases(const CartesianModel& model, const PlanOptions& options, const Topology& topology,
                            Diagnostics& diagnostics) {
  std::vector<int> asked(topology.componentCount, -1);
  std::vector<int> ground(topology.componentCount, -1);
  for (int v = 0; v < topology.vertexCount(); ++v) {
    if (model.bodies[topology.bodies[v]].isGround) ground[topology.component[v]] = v;
  }
  const auto nameOfVertex = [&](int v) -> const std::string& { return model.bodies[topology.bodies[v]].name; };
  for (const auto& [name, body] : findBodies(model, options, PlanItem::base, options.base, diagnostics)) {
    const auto refuse = [&, &name = name, body = body](const std::string& why, const std::string& hint) {
      noteAsked(options, PlanItem::base, name,
                diagnostics
                    .error(model.bodies[body].origin.at, Code::notABase,
                           fmt::format("body '{}' cannot be the base: {}", name, why))
                    .withHint(hint, Topic::names));
    };
    const int v = topology.vertexOf[body.value];
    if (v < 0) {
      refuse("it is treated as a rod, one edge between two bodies", "keep rods as bodies");
      continue;
    }
    int& place = asked[topology.component[v]];
    const int root = ground[topology.component[v]];
    if (root >= 0 && root != v) {
      refuse(fmt::format("joints connect it with the ground '{}', which is the base", nameOfVertex(root)),
             "do not request a base here");
    } else if (place >= 0 && place != v) {
      refuse(fmt::format("'{}' is the base of the same bodies already", nameOfVertex(place)),
             "give one base for connected bodies");
    } else {
      place = v;
    }
  }
  return asked;
}

}  // namespace mb
