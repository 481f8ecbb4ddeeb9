#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "formats/native/native.h"
#include "formats/shared_xml/elements_xml.h"
#include "formats/shared_xml/format_version.h"

namespace mb {
namespace {

constexpr std::array<std::string_view, 6> kVelocityWords{"lin.x", "lin.y", "lin.z", "ang.x", "ang.y", "ang.z"};
constexpr std::array<std::string_view, 6> kPositionWords{"x", "y", "z", "rx", "ry", "rz"};

// The source axis along one of ours: its number, and its name such as "+x". Readers accept no other directions.
struct SourceAxis {
  std::size_t number = 0;
  std::string name;
};
SourceAxis sourceAxis(const Matrix3& R_WS, Eigen::Index ours) {
  Eigen::Index k = 0;
  R_WS.row(ours).cwiseAbs().maxCoeff(&k);
  assert(std::abs(R_WS(ours, k)) == 1);
  return {static_cast<std::size_t>(k), {R_WS(ours, k) > 0 ? '+' : '-', static_cast<char>('x' + k)}};
}

class NativeWriter {
 public:
  explicit NativeWriter(const CartesianModel& model)
      : model_(model), names_(namesIn(model)), R_SW_(model.R_WS.transpose()) {
    names_.jointType = [&](JointIndex index) -> const JointType& { return model_.joints[index].type; };
    names_.origin = [&](XmlWriter&, const Origin& origin) { writeFrom(origin); };
  }

  std::string write() && {
    xml_.open("mbs");
    xml_.attribute("version", versionOf(usesNews()));
    if (!model_.name.empty()) xml_.attribute("name", model_.name);
    if (model_.loopTolerance) xml_.attribute("loop-tolerance", *model_.loopTolerance);
    writeFrom(model_.origin);
    writeSettings();
    for (const std::string& remark : model_.remarks) writeRemark(remark);
    for (const BodyIndex body : model_.bodies.indexes()) writeBody(body);
    for (; nextMarker_ < model_.markers.size(); ++nextMarker_)
      writeMarker(model_.markers[MarkerIndex{nextMarker_}], true);
    for (const Joint& joint : model_.joints) writeJoint(joint);
    writeElements(xml_, model_, names_);
    for (const ForeignText& foreign : model_.foreign) writeForeign(xml_, foreign, names_);
    xml_.close();
    return std::move(xml_).text();
  }

 private:
  const CartesianModel& model_;
  XmlWriter xml_;
  ElementNames names_;
  Matrix3 R_SW_;        // rotates by quarter turns: no rounding
  int nextMarker_ = 0;  // the first one not written yet

  // Features that version 1 of the format does not have.
  bool usesNews() const {
    return model_.loopTolerance || mb::usesNews(model_) ||
           std::ranges::any_of(model_.bodies, [](const Body& body) { return body.velocityIsGuess; });
  }

  Pose inSource(const Pose& X_W) const { return Pose{R_SW_, Vector3::Zero()} * X_W; }

  // The stated origin, or else the place in the source. In a source that was itself translated, an entity without a
  // stated origin was added to it.
  void writeFrom(const Origin& origin) {
    const Origin& root = model_.origin;
    if (!origin.from.empty()) {
      xml_.attribute("from", origin.from);
    } else if (origin.at.file && root.from.empty()) {
      const std::string path = fromFolderOf(root.at.file ? root.at.file->path : std::string(), origin.at.file->path);
      xml_.attribute("from", origin.at.line > 0 ? fmt::format("{}:{}", path, origin.at.line) : path);
    }
  }

  void writeVector(std::string_view element, std::string_view name, const Vector3& value) {
    xml_.open(element);
    xml_.attribute(name, value);
    xml_.close();
  }

  void writeSettings() {
    xml_.open("units");
    xml_.attribute("system", "SI");
    xml_.close();
    xml_.open("axes");
    xml_.attribute("forward", sourceAxis(model_.R_WS, 0).name);
    xml_.attribute("up", sourceAxis(model_.R_WS, 2).name);
    xml_.close();
    writeVector("gravity", "vector", R_SW_ * model_.gravity);
  }

  void writeRemark(const std::string& remark) {
    xml_.open("remark");
    xml_.content(remark);
    xml_.close();
  }

  void writeMass(const MassProperties& properties) {
    const Matrix3& J = properties.inertia;
    if (properties.mass != 0 || properties.com != Vector3::Zero()) {
      xml_.open("mass");
      xml_.attribute("value", properties.mass);
      if (properties.com != Vector3::Zero()) xml_.attribute("com", properties.com);
      xml_.close();
    }
    if (J == Matrix3::Zero()) return;
    const auto writeProduct = [&](std::string_view name, double entry) {
      if (entry != 0) xml_.attribute(name, entry);
    };
    xml_.open("inertia");
    xml_.attribute("xx", J(0, 0));
    xml_.attribute("yy", J(1, 1));
    xml_.attribute("zz", J(2, 2));
    writeProduct("xy", J(0, 1));
    writeProduct("xz", J(0, 2));
    writeProduct("yz", J(1, 2));
    if (properties.asGiven) xml_.attribute("as_given", "yes");
    xml_.close();
  }

  // The words for kept components along the axes of the source.
  std::string wordsOf(const std::array<bool, 6>& keeps, const std::array<std::string_view, 6>& words) const {
    std::array<bool, 6> inSource{};
    for (std::size_t k = 0; k < 6; ++k) {
      const SourceAxis axis = sourceAxis(model_.R_WS, static_cast<Eigen::Index>(k % 3));
      if (keeps[k]) inSource[k / 3 * 3 + axis.number] = true;
    }
    std::string text;
    for (std::size_t k = 0; k < 6; ++k) {
      if (!inSource[k]) continue;
      if (!text.empty()) text += ' ';
      text += words[k];
    }
    return text;
  }

  void writeVelocity(const Body& body) {
    const std::string fixed = wordsOf(body.keepVelocity, kVelocityWords);
    if (body.v_WB == Vector3::Zero() && body.w_WB == Vector3::Zero() && fixed.empty()) return;
    xml_.open("velocity");
    if (body.v_WB != Vector3::Zero()) xml_.attribute("lin", Vector3(R_SW_ * body.v_WB));
    if (body.w_WB != Vector3::Zero()) xml_.attribute("ang", Vector3(R_SW_ * body.w_WB));
    if (!fixed.empty()) xml_.attribute("fixed", fixed);
    if (body.velocityIsGuess) xml_.attribute("guess", "yes");
    xml_.close();
  }

  // Properties that the ground does not have.
  void writeMoving(const Body& body) {
    xml_.pose("pose", inSource(body.X_WB));
    writeMass(body.massProperties);
    writeVelocity(body);
    const std::string exact = wordsOf(body.keepPosition, kPositionWords);
    if (exact.empty()) return;
    xml_.open("exact");
    xml_.attribute("coords", exact);
    xml_.close();
  }

  void writeBody(BodyIndex index) {
    const Body& body = model_.bodies[index];
    assert(body.members.empty());
    xml_.open("body");
    xml_.attribute("name", body.name);
    xml_.flag("ground", body.isGround);
    writeFrom(body.origin);
    if (!body.isGround) writeMoving(body);
    // Markers are written inside their body as long as that keeps their order; the others follow the bodies.
    while (nextMarker_ < model_.markers.size() && model_.markers[MarkerIndex{nextMarker_}].body == index) {
      writeMarker(model_.markers[MarkerIndex{nextMarker_++}], false);
    }
    xml_.close();
  }

  void writeMarker(const Marker& marker, bool namesBody) {
    const Body& body = model_.bodies[marker.body];
    xml_.open("marker");
    if (namesBody) xml_.attribute("body", body.name);
    xml_.attribute("name", std::string_view(marker.name).substr(body.name.size() + 1));
    writeFrom(marker.origin);
    // The frame of the ground is the source's world.
    xml_.pose("pose", body.isGround ? inSource(body.X_WB) * marker.X_BM : marker.X_BM);
    xml_.close();
  }

  void writeJoint(const Joint& joint) {
    assert(joint.fusedFrom.empty());
    xml_.open("joint");
    xml_.attribute("name", joint.name);
    writeJointAttributes(xml_, joint);
    xml_.attribute("i", model_.markers[joint.i].name);
    xml_.attribute("j", model_.markers[joint.j].name);
    if (joint.weight) xml_.attribute("weight", toText(*joint.weight));
    writeFrom(joint.origin);
    writeJointExtras(xml_, joint);
    if (joint.preference != TreePreference::none) {
      xml_.open("prefer");
      xml_.attribute("tree", joint.preference == TreePreference::tree ? "yes" : "no");
      xml_.close();
    }
    xml_.close();
  }
};

}  // namespace

std::string writeNative(const CartesianModel& model) { return NativeWriter(model).write(); }

}  // namespace mb
