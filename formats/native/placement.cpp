// Resolves poses, which may refer to bodies and markers defined later, in this file or another one.
//
// Inside a file, poses are relative to the file's world. Going up to the including file, they are placed and mirrored;
// going down to an included one, they are taken before mirroring: a mirrored file is assembled as if it were not, and
// then mirrored as a whole.
#include <fmt/format.h>

#include <algorithm>

#include "formats/native/build.h"

namespace mb::native {
namespace {

Pose mirrored(const Vector3& S, const Pose& X) { return {S.asDiagonal() * X.R * S.asDiagonal(), S.cwiseProduct(X.p)}; }

Pose toParent(const File& file, const Pose& X) {
  const Pose placed = file.X_PF * X;
  return file.mirror ? mirrored(*file.mirror, placed) : placed;
}

// From the world of a file to that of a file that includes it, directly or indirectly.
Pose raise(const File* from, const File* to, Pose X) {
  for (; from != to; from = from->parent) X = toParent(*from, X);
  return X;
}

Pose lower(const File* from, const File* to, const Pose& X) {
  if (from == to) return X;
  return inverse(to->X_PF) * lower(from, to->parent, X);
}

// Digits of the placements of files, from one to another that includes it.
int digitsBetween(const File* from, const File* to) {
  int most = 0;
  for (; from != to; from = from->parent) most = std::max(most, from->digits);
  return most;
}

const File* fileOf(const Build& build, const Node& node) {
  return node.body.valid() ? build.bodies[node.body].file : build.markers[node.marker].file;
}

struct Steps {
  Build& build;

  Progress& progress(const Node& node) {
    return node.body.valid() ? build.bodies[node.body].progress : build.markers[node.marker].progress;
  }
  GivenPose& given(const Node& node) {
    return node.body.valid() ? build.bodies[node.body].given : build.markers[node.marker].given;
  }
  std::string name(const Node& node) {
    return node.body.valid() ? build.model.bodies[node.body].name : build.model.markers[node.marker].name;
  }
  SourceRef place(const Node& node) {
    return node.body.valid() ? build.model.bodies[node.body].origin.at : build.model.markers[node.marker].origin.at;
  }

  // The reference frame of the pose.
  Node reference(const Node& node) {
    const std::optional<XmlText> text = given(node).relativeTo;  // a copy: looking it up may make the ground
    if (text) return lookUpFrame(build, *fileOf(build, node), text->text, text->valueAt).value_or(Node{});
    if (node.body.valid() || build.markers[node.marker].inWorld) return Node{};
    return Node{build.model.markers[node.marker].body, {}};
  }

  void finish(const Node& node, const Node& ref) {
    const File& file = *fileOf(build, node);
    const Pose X_ref = ref.isWorld() ? Pose{} : poseIn(build, file, ref);
    (node.body.valid() ? build.bodies[node.body].X_FB : build.markers[node.marker].X_FM) = X_ref * given(node).X;
    const int digits = ref.isWorld() ? 0 : digitsIn(build, file, ref);
    (node.body.valid() ? build.bodies[node.body].digits : build.markers[node.marker].digits) =
        std::max(digits, given(node).digits);
    progress(node) = Progress::done;
  }

  void reportCycle(const std::vector<Node>& chain, const Node& again) {
    const auto same = [&](const Node& n) { return n.body == again.body && n.marker == again.marker; };
    std::string text;
    for (auto node = std::find_if(chain.begin(), chain.end(), same); node != chain.end(); ++node)
      text += name(*node) + " -> ";
    build.diagnostics
        .error(place(again), Code::circle,
               fmt::format("poses refer to each other in a circle: {}{}", text, name(again)))
        .withHint("give one of them relative to the ground, without relative_to");
  }

  // Every pose depends on at most one other, so the chain is followed and then resolved backwards, whatever its length.
  void workOut(Node node) {
    std::vector<Node> chain;
    std::vector<Node> references;
    while (!node.isWorld() && progress(node) == Progress::open) {
      progress(node) = Progress::underWay;
      chain.push_back(node);
      references.push_back(reference(node));
      node = references.back();
    }
    if (!node.isWorld() && progress(node) == Progress::underWay) {
      reportCycle(chain, node);
      references.back() = Node{};
    }
    for (std::size_t k = chain.size(); k-- > 0;) finish(chain[k], references[k]);
  }
};

}  // namespace

File* commonFile(File* a, File* b) {
  while (a != b) {
    if (a->depth >= b->depth) {
      a = a->parent;
    } else {
      b = b->parent;
    }
  }
  return a;
}

Pose poseIn(const Build& build, const File& file, const Node& node) {
  const Pose& X = node.body.valid() ? build.bodies[node.body].X_FB : build.markers[node.marker].X_FM;
  const File* const home = fileOf(build, node);
  if (home == &file) return X;
  const File* const common = commonFile(const_cast<File*>(home), const_cast<File*>(&file));
  return lower(common, &file, raise(home, common, X));
}

int digitsIn(const Build& build, const File& file, const Node& node) {
  const int own = node.body.valid() ? build.bodies[node.body].digits : build.markers[node.marker].digits;
  const File* const home = fileOf(build, node);
  const File* const common = commonFile(const_cast<File*>(home), const_cast<File*>(&file));
  return std::max({own, digitsBetween(home, common), digitsBetween(&file, common)});
}

void completeMarker(Build& build, MarkerIndex index) {
  Marker& marker = build.model.markers[index];
  const MarkerDraft& draft = build.markers[index];
  File* const common = commonFile(draft.file, build.bodies[marker.body].file);
  const bool isLocal = common == draft.file && !draft.inWorld && !draft.given.relativeTo;
  if (isLocal) {
    marker.X_BM = draft.given.X;  // keeps every bit
    marker.digits = draft.given.digits;
  } else {
    const Pose X_CM = raise(draft.file, common, draft.X_FM);
    marker.X_BM = inverse(poseIn(build, *common, {marker.body, {}})) * X_CM;
    marker.digits =
        std::max({draft.digits, digitsBetween(draft.file, common), digitsIn(build, *common, {marker.body, {}})});
  }
  if (common->D != Vector3::Ones()) marker.X_BM = mirrored(common->D, marker.X_BM);
}

void placeEverything(Build& build) {
  Steps steps{build};
  // By index, because looking up a name may make the ground.
  for (int k = 0; k < build.model.bodies.size(); ++k) steps.workOut({BodyIndex{k}, {}});
  for (const MarkerIndex marker : build.model.markers.indexes()) steps.workOut({{}, marker});
  for (const MarkerIndex marker : build.model.markers.indexes()) completeMarker(build, marker);
  const File& root = build.files.front();
  for (const BodyIndex index : build.model.bodies.indexes()) {
    const BodyDraft& draft = build.bodies[index];
    const Pose X_RB = raise(draft.file, &root, draft.X_FB);
    build.model.bodies[index].X_WB = Pose{root.R_axes, Vector3::Zero()} * X_RB;
    build.model.bodies[index].digits = std::max(draft.digits, digitsBetween(draft.file, &root));
  }
}

}  // namespace mb::native
