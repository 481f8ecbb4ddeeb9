// Frames by name: their initial poses, and the links that carry them.
//
// Every model, link, joint and frame is a frame in the scope of its model or world. A name means a frame of the same
// scope, `a::b` the frame b in the scope of model a, `__model__` the scope's own frame, `world` the world.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/model/messages/diagnostics.h"
#include "formats/sdf/frames/values.h"

namespace mb::sdf {

enum class FrameKind { link, frame, model, joint, world };  // in the order of preference for a name

struct FrameName {
  std::string text;  // empty: not given
  SourceRef at;
};

struct Frame {
  FrameKind kind = FrameKind::frame;
  std::string name;
  int scope = 0;  // the scope of its name
  GivenPose pose;
  FrameName carrier;    // frame: attached_to; joint: its child
  FrameName placement;  // model: the frame inside it to which the pose applies
  int inner = -1;       // model: its own scope; the frame of a merged model has one too
  int link = -1;        // link: its number
  SourceRef at;
};

struct Scope {
  int frame = 0;          // the model's, in the scope outside
  bool isMerged = false;  // its names are also valid in the outer scope
  bool isStatic = false;
  int version = 12;  // 1.x of the file
  FrameName canonical;
  std::string shown;  // in messages: "model 'arm'"
  std::unordered_map<std::string, std::vector<int>> names;
  std::vector<int> members;          // frames in the order of the file
  std::vector<std::string> missing;  // included models that were not found
  bool missesMerged = false;         // one of them would have added names here
};

constexpr int kWorldFrame = 0;
constexpr int kWorldScope = 0;
constexpr int kNoFrame = -1;
constexpr int kWorldLink = -1;
constexpr int kNoLink = -2;

class FrameTree {
 public:
  FrameTree(Diagnostics& diagnostics, int version, const SourceRef& at);

  // A second frame of the same name and kind in a scope is an error.
  int add(Frame frame);
  int addScope(Scope scope);

  int size() const { return static_cast<int>(frames_.size()); }
  const Frame& frame(int index) const { return frames_[static_cast<std::size_t>(index)]; }
  Scope& scope(int index) { return scopes_[static_cast<std::size_t>(index)]; }

  // kNoFrame and an error if nothing has this name. Inside a missing model there is no error; it is listed.
  int find(int scope, const FrameName& name);
  const std::vector<FrameName>& namesInMissingModels() const { return inMissing_; }
  // The same without messages.
  int lookUp(int scope, std::string_view name) const;
  // In the world at the start; errors of names and circles are reported once.
  Pose poseInWorld(int frame) { return poseIn(frame, kWorldScope); }
  // The most significant digits among the poses between two frames.
  int digitsBetween(int a, int b);
  // The link that carries the frame, kWorldLink, or kNoLink after an error.
  int linkOf(int frame);

 private:
  enum class State { open, busy, known };
  struct Found {
    State pose = State::open;
    State link = State::open;
    Pose X;  // in the frame of its scope
    int carrier = kNoLink;
    int base = kNoFrame;   // the frame in which the pose is given
    int placedDigits = 0;  // of the inner frame to which the pose applies
    int depth = -1;        // below the world, by bases; -1: unknown
  };

  int namedIn(int scope, std::string_view name) const;
  bool isInMissingModel(int scope, std::string_view name) const;
  Pose poseIn(int frame, int scope);  // in the frame of a scope
  const Pose& poseInOwnScope(int frame);
  Pose computePose(int frame);
  int baseOf(int frame);  // kWorldFrame after an error
  int depthOf(int frame);
  int computeLink(int frame);
  int canonicalLink(int scope);
  bool enter(State& state, int frame, std::string_view what, const SourceRef& at);
  std::string shown(int frame) const;

  Diagnostics& diagnostics_;
  std::vector<Frame> frames_;
  std::vector<Scope> scopes_;
  std::vector<Found> found_;
  std::vector<FrameName> inMissing_;
  int depth_ = 0;
};

}  // namespace mb::sdf
