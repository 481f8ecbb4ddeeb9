// What the readers of other tools' files share: a model under construction whose things get names that are allowed
// here, markers on bodies, and a list of what could not be translated.
#pragma once

#include <string>
#include <string_view>

#include "formats/import/names.h"
#include "formats/model/cartesian.h"

namespace mb {

struct ImportBuild {
  std::string format;  // its name in the table of formats
  Diagnostics& diagnostics;
  CartesianModel model{};
  Names bodyNames{}, jointNames{}, splineNames{}, tyreNames{}, roadNames{}, couplerNames{}, driveNames{}, forceNames{},
      probeNames{};
  Names markerNames{2 * limits::kLongestName};  // "body.marker"
  bool hasTooManyLosses = false;                // which has been told
};

// Makes the model's name and origin, and the ground: body 0, called `ground`, its frame the file's world. The caller
// fills in units, axes and gravity where they are not SI, ISO and 9.80665 downwards.
ImportBuild startImport(std::string_view format, std::string_view modelName, const SourceRef& at,
                        Diagnostics& diagnostics);
constexpr BodyIndex kImportGround{0};

// A body at rest with identity pose and no mass; the rest is set through model.bodies[index].
BodyIndex addBody(ImportBuild& build, std::string_view wanted, const SourceRef& at);
// Named body.name, with a name that is free. digits: see Marker.
MarkerIndex addMarker(ImportBuild& build, BodyIndex body, std::string_view wanted, const Pose& X_BM, int digits,
                      const SourceRef& at);
// The same from a pose in the world at the initial position; the body's pose must be known.
MarkerIndex addMarkerInWorld(ImportBuild& build, BodyIndex body, std::string_view wanted, const Pose& X_WM, int digits,
                             const SourceRef& at);
// Of a type in the catalogue (findJointType); parameters, limits and the like are set through model.joints[index].
JointIndex addJoint(ImportBuild& build, std::string_view wanted, std::string_view type, MarkerIndex i, MarkerIndex j,
                    const SourceRef& at);
Force& addForce(ImportBuild& build, std::string_view wanted, const SourceRef& at);
Drive& addDrive(ImportBuild& build, std::string_view wanted, const SourceRef& at);
Coupler& addCoupler(ImportBuild& build, std::string_view wanted, const SourceRef& at);
// Without x, y and interpolation; those are set through model.splines[index].
SplineIndex addSpline(ImportBuild& build, std::string_view wanted, const SourceRef& at);

enum class LossEffect { none, motion };
// Something the user wrote that has no place here.
void addLoss(ImportBuild& build, const SourceRef& at, LossEffect effect, std::string what, std::string why,
             std::string meaning, std::string text);

// The finished model. Checks it only when nothing was wrong so far: what could not be read would be reported twice.
CartesianModel finishImport(ImportBuild&& build);

}  // namespace mb
