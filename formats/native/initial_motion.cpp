// One motion for all bodies of a file and of the files it includes, such as a moving vehicle.
#include "formats/native/build.h"

namespace mb::native {

void readInitialMotion(File& file, XmlElement& element) {
  InitialMotion motion;
  const auto read = [&](std::string_view name, const Dimension& dimension, Vector3& value) {
    const auto text = element.attribute(name);
    if (text) value = readVector(*text, dimension, file.context, element.diagnostics()).value_or(Vector3::Zero());
  };
  read("lin", dimension::kVelocity, motion.v);
  read("ang", dimension::kAngularVelocity, motion.w);
  read("at", dimension::kLength, motion.at);
  element.finish();
  if (!element.has("lin") && !element.has("ang")) {
    element.diagnostics()
        .warning(element.at(), Code::ignoredInput, "an <initial-motion> that moves nothing")
        .withHint("give lin, ang or both");
  }
  file.motion = motion;
}

void addInitialMotions(Build& build, BodyIndex index) {
  Body& body = build.model.bodies[index];
  if (body.isGround) return;
  const BodyDraft& draft = build.bodies[index];
  bool isMoved = false;
  for (const File* file = draft.file; file; file = file->parent) {
    if (!file->motion) continue;
    const InitialMotion& motion = *file->motion;
    const Vector3 p = poseIn(build, *file, {index, {}}).p;
    const Matrix3 R = rotationToRoot(file);
    body.v_WB += R * (motion.v + motion.w.cross(p - motion.at));
    body.w_WB += R.determinant() * (R * motion.w);
    isMoved = true;
  }
  if (isMoved && !draft.velocity) body.velocityIsGuess = true;
  if (!movesAtStart(body)) body.velocityIsGuess = false;  // nothing to guess
}

}  // namespace mb::native
