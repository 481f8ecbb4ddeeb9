#include "formats/sdf/frames/frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mb::sdf {
namespace {

// Frames are resolved in the order of the file, so only forward references recurse.
constexpr int kDeepestReference = 1000;
// A name is followed from model to model, once per part.
constexpr std::size_t kLongestName = 1000;  // of a path through models
constexpr int kMostGuesses = 20;

constexpr std::array<std::string_view, 5> kKindNames{"link", "frame", "model", "joint", "world"};
std::string_view nameOf(FrameKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

}  // namespace

FrameTree::FrameTree(Diagnostics& diagnostics, int version, const SourceRef& at) : diagnostics_(diagnostics) {
  Frame world;
  world.kind = FrameKind::world;
  world.name = "world";
  world.at = at;
  frames_.push_back(std::move(world));
  found_.push_back({State::known, State::known, {}, kWorldLink, kNoFrame, 0, 0});
  Scope scope;
  scope.version = version;
  scope.shown = "the world";
  scopes_.push_back(std::move(scope));
}

std::string FrameTree::shown(int index) const {
  const Frame& f = frame(index);
  return f.kind == FrameKind::world ? "the world" : fmt::format("{} '{}'", nameOf(f.kind), f.name);
}

int FrameTree::add(Frame added) {
  const int index = static_cast<int>(frames_.size());
  const std::string name = added.name;
  // The names of a merged model are also known outside, up to the first model that is not merged.
  for (int s = added.scope;; s = frame(scope(s).frame).scope) {
    std::vector<int>& same = scope(s).names[name];
    for (const int other : same) {
      if (frame(other).kind != added.kind) continue;
      diagnostics_.error(added.at, Code::nameTwice, fmt::format("a second {} is called '{}'", nameOf(added.kind), name))
          .withHint("give each its own name")
          .withNote(frame(other).at, "the first one is here");
      break;
    }
    same.push_back(index);
    scope(s).members.push_back(index);
    if (!scope(s).isMerged) break;
  }
  frames_.push_back(std::move(added));
  found_.emplace_back();
  return index;
}

int FrameTree::addScope(Scope added) {
  scopes_.push_back(std::move(added));
  const int index = static_cast<int>(scopes_.size()) - 1;
  frames_[static_cast<std::size_t>(scopes_.back().frame)].inner = index;
  return index;
}

// Old files may give a link and a joint the same name; if it matters, the link is meant.
int FrameTree::namedIn(int scopeIndex, std::string_view name) const {
  const Scope& s = scopes_[static_cast<std::size_t>(scopeIndex)];
  const auto found = s.names.find(std::string(name));
  if (found == s.names.end()) return kNoFrame;
  int best = found->second.front();
  for (const int index : found->second) {
    if (frame(index).kind < frame(best).kind) best = index;
  }
  return best;
}

int FrameTree::lookUp(int scopeIndex, std::string_view name) const {
  if (name.size() > kLongestName) return kNoFrame;
  const Scope& s = scopes_[static_cast<std::size_t>(scopeIndex)];
  if (const int local = namedIn(scopeIndex, name); local != kNoFrame) return local;
  if (name == "__model__") return s.frame;
  for (std::size_t at = name.find("::"); at != std::string_view::npos; at = name.find("::", at + 2)) {
    const std::string_view first = name.substr(0, at);
    const std::string_view rest = name.substr(at + 2);
    const int outer = namedIn(scopeIndex, first);
    if (outer == kNoFrame || frame(outer).inner < 0 || rest.empty()) continue;
    if (const int inner = lookUp(frame(outer).inner, rest); inner != kNoFrame) return inner;
  }
  if (s.isMerged) return lookUp(frame(s.frame).scope, name);
  return name == "world" ? kWorldFrame : kNoFrame;
}

// An included model may have an unknown name of its own, so any missing model may be meant.
bool FrameTree::isInMissingModel(int scopeIndex, std::string_view name) const {
  const Scope& s = scopes_[static_cast<std::size_t>(scopeIndex)];
  if (s.missesMerged) return true;
  const std::size_t end = name.find("::");
  const std::string_view first = name.substr(0, std::min(end, name.size()));
  for (const std::string& missing : s.missing) {
    if (missing == first || (missing.empty() && end != std::string_view::npos)) return true;
  }
  const int nested = end == std::string_view::npos ? kNoFrame : namedIn(scopeIndex, first);
  if (nested != kNoFrame && frame(nested).inner >= 0)
    return isInMissingModel(frame(nested).inner, name.substr(end + 2));
  return s.isMerged && isInMissingModel(frame(s.frame).scope, name);
}

int FrameTree::find(int scopeIndex, const FrameName& name) {
  if (name.text.size() > kLongestName) {
    diagnostics_
        .error(name.at, Code::tooLong,
               fmt::format("a name has {} letters, the limit is {}", name.text.size(), kLongestName))
        .withHint("give models and frames shorter names");
    return kNoFrame;
  }
  int found = lookUp(scopeIndex, name.text);
  if (found != kNoFrame) return found;
  // Gazebo lets a model refer to its own contents with its name in front.
  const std::string own = frame(scope(scopeIndex).frame).name + "::";
  if (scopeIndex != kWorldScope && name.text.starts_with(own)) {
    found = lookUp(scopeIndex, std::string_view(name.text).substr(own.size()));
    if (found != kNoFrame) return found;
  }
  if (isInMissingModel(scopeIndex, name.text)) {
    inMissing_.push_back(name);
    return kNoFrame;
  }
  // Comparing with all names takes time, so only the first mistakes get a guess.
  std::string hint;
  if (diagnostics_.errorCount() < kMostGuesses) {
    std::vector<std::string> known;
    for (const int member : scope(scopeIndex).members) known.push_back(frame(member).name);
    hint = didYouMean(name.text, known);
  }
  diagnostics_
      .error(name.at, Code::unknownName,
             fmt::format("nothing in {} is called '{}'", scope(scopeIndex).shown, name.text))
      .withHint(hint.empty() ? "name a link, joint, frame or model in the same scope, or model::name inside one"
                             : hint);
  return kNoFrame;
}

bool FrameTree::enter(State& state, int index, std::string_view what, const SourceRef& at) {
  if (state == State::known) return false;
  if (state == State::busy) {
    diagnostics_.error(at, Code::circle, fmt::format("the {} of {} depends on itself", what, shown(index)))
        .withHint("the chain of relative_to and attached_to must end at a model, a link or the world");
    state = State::known;
    return false;
  }
  if (depth_ >= kDeepestReference) {
    diagnostics_
        .error(at, Code::tooDeep, fmt::format("more than {} frames refer to each other in a row", kDeepestReference))
        .withHint("let frames come after those that they refer to");
    state = State::known;
    return false;
  }
  state = State::busy;
  return true;
}

const Pose& FrameTree::poseInOwnScope(int index) {
  const std::size_t k = static_cast<std::size_t>(index);
  const GivenPose& pose = frames_[k].pose;
  if (!enter(found_[k].pose, index, "pose", pose.relativeTo.empty() ? pose.at : pose.relativeToAt)) return found_[k].X;
  ++depth_;
  const Pose X = computePose(index);
  --depth_;
  found_[k].X = X;
  found_[k].pose = State::known;
  return found_[k].X;
}

Pose FrameTree::computePose(int index) {
  const Frame f = frame(index);
  FrameName reference{f.pose.relativeTo, f.pose.relativeToAt};
  if (reference.text.empty() && (f.kind == FrameKind::joint || f.kind == FrameKind::frame)) reference = f.carrier;
  Pose X = f.pose.X;
  const int base = reference.text.empty() ? scope(f.scope).frame : find(f.scope, reference);
  if (base != kNoFrame && base != scope(f.scope).frame) X = poseIn(base, f.scope) * X;
  found_[static_cast<std::size_t>(index)].base = base;
  if (f.placement.text.empty() || f.inner < 0) return X;
  const int placed = find(f.inner, f.placement);
  if (placed == kNoFrame) return X;
  X = X * inverse(poseIn(placed, f.inner));
  int& digits = found_[static_cast<std::size_t>(index)].placedDigits;
  for (int at = placed; at != index && at != kWorldFrame; at = baseOf(at)) {
    digits = std::max(digits, frame(at).pose.digits);
  }
  return X;
}

int FrameTree::baseOf(int index) {
  poseInOwnScope(index);
  const int base = found_[static_cast<std::size_t>(index)].base;
  return base == kNoFrame ? kWorldFrame : base;
}

// Chains are followed and then counted backwards, whatever their length.
int FrameTree::depthOf(int index) {
  std::vector<int> chain;
  for (int at = index; found_[static_cast<std::size_t>(at)].depth < 0; at = baseOf(at)) {
    chain.push_back(at);
    found_[static_cast<std::size_t>(at)].depth = 0;  // ends a circle, which was reported
  }
  for (std::size_t k = chain.size(); k-- > 0;) {
    found_[static_cast<std::size_t>(chain[k])].depth = found_[static_cast<std::size_t>(baseOf(chain[k]))].depth + 1;
  }
  return found_[static_cast<std::size_t>(index)].depth;
}

int FrameTree::digitsBetween(int a, int b) {
  int most = 0;
  for (int da = depthOf(a), db = depthOf(b); a != b && (da > 0 || db > 0);) {
    int& deeper = da >= db ? a : b;
    most = std::max({most, frame(deeper).pose.digits, found_[static_cast<std::size_t>(deeper)].placedDigits});
    deeper = baseOf(deeper);
    --(da >= db ? da : db);
  }
  return most;
}

Pose FrameTree::poseIn(int index, int target) {
  if (index == scope(target).frame) return {};
  Pose X;
  int at = index;
  while (true) {
    if (at == kWorldFrame) break;
    X = poseInOwnScope(at) * X;
    const int outer = frame(at).scope;
    if (outer == target) return X;
    at = scope(outer).frame;
    if (at == scope(target).frame) return X;
  }
  // Not inside the target: go through the world.
  return inverse(poseIn(scope(target).frame, kWorldScope)) * X;
}

int FrameTree::linkOf(int index) {
  const std::size_t k = static_cast<std::size_t>(index);
  const FrameName& on = frames_[k].carrier;
  if (!enter(found_[k].link, index, "body", on.text.empty() ? frames_[k].at : on.at)) return found_[k].carrier;
  ++depth_;
  const int link = computeLink(index);
  --depth_;
  found_[k].carrier = link;
  found_[k].link = State::known;
  return link;
}

int FrameTree::computeLink(int index) {
  const Frame f = frame(index);
  if (f.kind == FrameKind::world) return kWorldLink;
  if (f.kind == FrameKind::link) return f.link;
  if (f.inner >= 0) return canonicalLink(f.inner);
  const int carrier = f.carrier.text.empty() ? scope(f.scope).frame : find(f.scope, f.carrier);
  return carrier == kNoFrame ? kNoLink : linkOf(carrier);
}

int FrameTree::canonicalLink(int scopeIndex) {
  const FrameName name = scope(scopeIndex).canonical;
  if (!name.text.empty()) {
    const int found = find(scopeIndex, name);
    return found == kNoFrame ? kNoLink : linkOf(found);
  }
  const std::vector<int> members = scope(scopeIndex).members;
  for (const FrameKind kind : {FrameKind::link, FrameKind::model}) {
    for (const int member : members) {
      if (frame(member).kind != kind) continue;
      if (const int link = linkOf(member); link != kNoLink) return link;
    }
  }
  if (scope(scopeIndex).isStatic) return kWorldLink;
  diagnostics_
      .error(scopes_[static_cast<std::size_t>(scopeIndex)].canonical.at, Code::missingElement,
             fmt::format("{} has no link that could carry its frame", scope(scopeIndex).shown))
      .withHint("give it a link, or attach the frame to something else");
  return kNoLink;
}

}  // namespace mb::sdf
