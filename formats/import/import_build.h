// Shared by the readers of other tools' files: a model under construction whose entities get valid names, markers on
// bodies, and a list of losses.
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
      probeNames{}, measureNames{};
  Names markerNames{2 * limits::kLongestName};  // "body.marker"
  bool hasTooManyLosses = false;                // already reported
};

// Makes the model's name and origin, and the ground: body 0, named `ground`, whose frame is the file's world. The
// caller sets units, axes and gravity unless they are SI, ISO and 9.80665 downwards.
ImportBuild startImport(std::string_view format, std::string_view modelName, const SourceRef& at,
                        Diagnostics& diagnostics);
constexpr BodyIndex kImportGround{0};

// Adds a body at rest with identity pose and no mass; the rest is set through model.bodies[index].
BodyIndex addBody(ImportBuild& build, std::string_view wanted, const SourceRef& at);
// Adds a marker named body.name, made unique. digits: see Marker.
MarkerIndex addMarker(ImportBuild& build, BodyIndex body, std::string_view wanted, const Pose& X_BM, int digits,
                      const SourceRef& at);
// The same from a world pose at the initial position; the body's pose must be known.
MarkerIndex addMarkerInWorld(ImportBuild& build, BodyIndex body, std::string_view wanted, const Pose& X_WM, int digits,
                             const SourceRef& at);
// `type` is a type of the catalogue (findJointType); parameters, limits etc. are set through model.joints[index].
JointIndex addJoint(ImportBuild& build, std::string_view wanted, std::string_view type, MarkerIndex i, MarkerIndex j,
                    const SourceRef& at);
Force& addForce(ImportBuild& build, std::string_view wanted, const SourceRef& at);
Drive& addDrive(ImportBuild& build, std::string_view wanted, const SourceRef& at);
Coupler& addCoupler(ImportBuild& build, std::string_view wanted, const SourceRef& at);
// Adds a spline without x, y and interpolation, which are set through model.splines[index].
SplineIndex addSpline(ImportBuild& build, std::string_view wanted, const SourceRef& at);

// By body: bodies connected by fixed joints have the same number.
std::vector<int> weldedSets(const CartesianModel& model);

enum class LossEffect { none, motion };
// Records something the user wrote that has no equivalent here.
void addLoss(ImportBuild& build, const SourceRef& at, LossEffect effect, std::string what, std::string why,
             std::string meaning, std::string text);

// Returns the finished model. Checks it only if there were no errors so far, because missing parts would be reported
// twice.
CartesianModel finishImport(ImportBuild&& build);

}  // namespace mb
