#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <unordered_map>

#include "formats/model/checks/loop_tolerance.h"
#include "formats/model/elements/part_checks.h"
#include "formats/recursive/origins.h"
#include "formats/recursive/recursive_xml.h"
#include "formats/shared_xml/elements_xml.h"
#include "formats/shared_xml/field_reader.h"
#include "formats/shared_xml/format_version.h"
#include "formats/xml/xml_scan.h"

namespace mb {
namespace {

constexpr std::string_view kRoot = "recursive";
constexpr double kAxesTolerance = 1e-6;  // between numbers of six digits and the axes that they mean

// A name and what it stands for. Looking for the nearest spelling is slow among many names, and a file that is wrong
// throughout needs few of them.
template <class I>
class NameTable {
 public:
  explicit NameTable(std::string_view kind) : kind_(kind) {}

  std::string_view kind() const { return kind_; }
  void add(const std::string& name, I index) { rows_.emplace(name, index); }  // the first one of a name counts

  std::optional<I> find(std::string_view name, const SourceRef& at, Diagnostics& diagnostics,
                        std::string_view otherwise) {
    const auto found = rows_.find(std::string(name));
    if (found != rows_.end()) return found->second;
    std::string hint;
    if (hints_-- > 0) {
      std::vector<std::string> names;
      for (const auto& row : rows_) names.push_back(row.first);
      hint = didYouMean(name, names);
    }
    diagnostics.error(at, Code::unknownName, fmt::format("there is no {} '{}'", kind_, name))
        .withHint(hint.empty() ? std::string(otherwise) : hint);
    return std::nullopt;
  }

 private:
  std::string_view kind_;
  std::unordered_map<std::string, I> rows_;
  int hints_ = 20;
};

class RecursiveReader {
 public:
  explicit RecursiveReader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {
    context_.marker = [this](XmlElement& element, std::string_view attribute) -> std::optional<MarkerIndex> {
      const auto name = element.requiredAttribute(attribute);
      if (!name) return std::nullopt;
      return markers_.find(name->text, name->valueAt, diagnostics_, "it must be a <marker> of this file");
    };
    context_.joint = [this](const XmlText& name) { return findJoint(name.text, name.valueAt); };
    context_.jointType = [this](JointIndex index) -> const JointType& { return typeOf(model_, model_.joints[index]); };
    context_.spline = [this](const XmlText& name) { return findIn(splines_, name.text, name.valueAt); };
    context_.road = [this](const XmlText& name) { return findIn(roads_, name.text, name.valueAt); };
    context_.tyre = [this](const XmlText& name) { return findIn(tyres_, name.text, name.valueAt); };
    context_.driver = [this](const XmlText& name) { return findIn(drivers_, name.text, name.valueAt); };
    context_.reference = [this](ExpressionFunction::Argument kind, const std::string& name, const SourceRef& at) {
      return readReference(kind, name, at);
    };
    context_.origin = [this](XmlElement& element) { return origins_.read(element); };
  }

  RecursiveModel read(XmlElement& root) && {
    const int errorsBefore = diagnostics_.errorCount();
    readRoot(root);
    forEach(root, "link", [&](XmlElement& element) { readLink(element); });
    forEach(root, "cut", [&](XmlElement& element) { readCut(element); });
    placeJoints();
    forEach(root, "rod", [&](XmlElement& element) { readRod(element); });
    forEach(root, "marker", [&](XmlElement& element) { readMarker(element); });
    forEach(root, "spline", [&](XmlElement& element) { readNamed(element, &readSpline, model_.splines, splines_); });
    forEach(root, "road", [&](XmlElement& element) { readNamed(element, &readRoad, model_.roads, roads_); });
    forEach(root, "tyre", [&](XmlElement& element) { readNamed(element, &readTyre, model_.tyres, tyres_); });
    forEach(root, "driver", [&](XmlElement& element) { readNamed(element, &readDriver, model_.drivers, drivers_); });
    forEach(root, "probe", [&](XmlElement& element) { keep(readProbe(element, context_), model_.probes); });
    forEach(root, "coupler", [&](XmlElement& element) { keep(readCoupler(element, context_), model_.couplers); });
    forEach(root, "motion", [&](XmlElement& element) { keep(readDrive(element, context_), model_.drives); });
    forEach(root, "force", [&](XmlElement& element) { keep(readForce(element, context_), model_.forces); });
    forEach(root, "foreign", [&](XmlElement& element) { model_.foreign.push_back(readForeign(element, context_)); });
    root.finish();
    // What is missing after errors would only be reported again.
    if (diagnostics_.errorCount() == errorsBefore) check(model_, diagnostics_);
    origins_.restore(model_);
    return std::move(model_);
  }

 private:
  Diagnostics& diagnostics_;
  RecursiveModel model_;
  ElementContext context_;
  RecursiveOrigins origins_;
  NameTable<LinkIndex> links_{"link"};
  NameTable<JointIndex> joints_{"joint"};
  NameTable<MarkerIndex> markers_{"marker"};
  NameTable<SplineIndex> splines_{"spline"};
  NameTable<RoadIndex> roads_{"road"};
  NameTable<TyreIndex> tyres_{"tyre"};
  NameTable<DriverIndex> drivers_{"driver"};

  // Until there are too many errors.
  void forEach(XmlElement& root, std::string_view name, const std::function<void(XmlElement&)>& read) {
    for (XmlElement& element : root.children(name)) {
      if (diagnostics_.gaveUp()) return;
      read(element);
    }
  }

  template <class T>
  static void keep(std::optional<T> element, std::vector<T>& list) {
    if (element) list.push_back(std::move(*element));
  }

  // ---- names ----

  std::optional<JointIndex> findJoint(std::string_view name, const SourceRef& at) {
    return joints_.find(name, at, diagnostics_, "it must be the joint of a <link> or a <cut>");
  }
  template <class I>
  std::optional<I> findIn(NameTable<I>& names, std::string_view name, const SourceRef& at) {
    return names.find(name, at, diagnostics_, fmt::format("it must be a <{}> of this file", names.kind()));
  }
  // The link that an attribute names; the world when there is no such attribute.
  LinkIndex readLinkName(XmlElement& element, std::string_view attribute,
                         std::string_view otherwise = "it must be a <link> of this file") {
    const auto name = element.attribute(attribute);
    if (!name) return {};
    return links_.find(name->text, name->valueAt, diagnostics_, otherwise).value_or(LinkIndex{});
  }

  std::optional<std::string> readReference(ExpressionFunction::Argument kind, const std::string& name,
                                           const SourceRef& at) {
    using Argument = ExpressionFunction::Argument;
    bool isKnown = true;
    if (kind == Argument::marker) {
      isKnown = markers_.find(name, at, diagnostics_, "it must be a <marker> of this file").has_value();
    } else if (kind == Argument::spline) {
      isKnown = findIn(splines_, name, at).has_value();
    } else if (kind == Argument::driver) {
      isKnown = findIn(drivers_, name, at).has_value();
    } else if (kind == Argument::coordinate) {
      const std::size_t dot = std::min(name.rfind('.'), name.size());
      const auto joint = findJoint(std::string_view(name).substr(0, dot), at);
      if (!joint) return std::nullopt;
      const std::string_view dof = std::string_view(name).substr(std::min(dot + 1, name.size()));
      isKnown = readCoordinate({dof, at, at}, typeOf(model_, model_.joints[*joint]), diagnostics_).has_value();
    }
    return isKnown ? std::optional(name) : std::nullopt;
  }

  // Links before cuts: a distance that stayed in the tree has its row among the cuts, under the same name.
  void placeJoints() {
    std::vector<JointPlace> places;
    for (const LinkIndex index : model_.links.indexes()) {
      if (!model_.links[index].joint.empty()) places.push_back({model_.links[index].joint, index, -1});
    }
    for (std::size_t k = 0; k < model_.cuts.size(); ++k)
      places.push_back({model_.cuts[k].joint, {}, static_cast<int>(k)});
    std::stable_sort(places.begin(), places.end(),
                     [](const JointPlace& a, const JointPlace& b) { return a.name < b.name; });
    const auto isSame = [](const JointPlace& a, const JointPlace& b) { return a.name == b.name; };
    places.erase(std::unique(places.begin(), places.end(), isSame), places.end());
    for (JointPlace& place : places) {
      const std::string name = place.name;
      joints_.add(name, model_.joints.add(std::move(place)));
    }
  }

  // ---- small parts ----

  void readText(XmlElement& element, std::string_view name, std::string& value) {
    if (const auto text = element.attribute(name)) value = text->text;
  }

  void readWhole(XmlElement& element, std::string_view name, int& value) {
    const auto text = element.requiredAttribute(name);
    if (!text) return;
    const char* const last = text->text.data() + text->text.size();
    const auto [end, error] = std::from_chars(text->text.data(), last, value);
    if (error == std::errc{} && end == last && value >= 0) return;
    diagnostics_.error(text->valueAt, Code::outOfRange, fmt::format("'{}' is not a whole number from 0 on", text->text))
        .withHint("a number like 12");
  }

  // pos= and rot= of the element. Nothing is made orthonormal: what is not, check() reports.
  Pose readPose(XmlElement& element) {
    Pose pose;
    if (const auto text = element.attribute("pos")) {
      pose.p = readVector(*text, dimension::kLength, context_, diagnostics_).value_or(Vector3::Zero());
    }
    if (const auto text = element.attribute("rot")) {
      const auto entries = readNumbers(*text, 9, dimension::kNone, context_, diagnostics_);
      if (entries) pose.R = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(entries->data());
    }
    return pose;
  }
  Pose readPoseChild(XmlElement& element, std::string_view name) {
    auto child = element.child(name);
    if (!child) return {};
    const Pose pose = readPose(*child);
    child->finish();
    return pose;
  }

  MassProperties readMass(XmlElement& element) {
    MassProperties properties;
    auto child = element.child("mass");
    if (!child) return properties;
    FieldReader reader(*child, context_);
    reader.required("value", properties.mass, dimension::kMass);
    reader.vector("com", properties.com, dimension::kLength, Mirror::polar);
    Matrix3& J = properties.inertia;
    reader.number("xx", J(0, 0), dimension::kInertia);
    reader.number("yy", J(1, 1), dimension::kInertia);
    reader.number("zz", J(2, 2), dimension::kInertia);
    reader.number("xy", J(0, 1), dimension::kInertia);
    reader.number("xz", J(0, 2), dimension::kInertia);
    reader.number("yz", J(1, 2), dimension::kInertia);
    J.triangularView<Eigen::StrictlyLower>() = J.transpose();
    if (const auto text = child->attribute("as_given")) {
      properties.asGiven = readChoice(*text, {"no", "yes"}, child->diagnostics()) == 1;
    }
    child->finish();
    return properties;
  }

  std::vector<Member> readMembers(XmlElement& element) {
    std::vector<Member> members;
    for (XmlElement& child : element.children("member")) {
      Member& member = members.emplace_back();
      FieldReader(child, context_).name(member.name);
      member.X_BM = readPose(child);
      member.massProperties = readMass(child);
      member.origin = origins_.read(child);
      child.finish();
    }
    return members;
  }

  // ---- the model ----

  void readRoot(XmlElement& root) {
    readVersion(root);
    readText(root, "name", model_.name);
    readText(root, "source", model_.source);
    origins_.setSource(model_.source);
    if (auto units = root.child("units")) readUnits(*units);
    if (auto axes = root.child("axes")) readAxes(*axes);
    if (auto gravity = root.child("gravity")) {
      FieldReader reader(*gravity, context_);
      if (reader.text("vector")) {
        reader.vector("vector", model_.gravity, dimension::kAcceleration, Mirror::polar);
      }
      gravity->finish();
    }
    if (auto world = root.child("world")) {
      model_.world = readMembers(*world);
      world->finish();
    }
    for (XmlElement& element : root.children("idealised")) readFrameChange(element);
  }

  void readFrameChange(XmlElement& element) {
    FrameChange& change = model_.frameChanges.emplace_back();
    FieldReader reader(element, context_);
    readText(element, "joint", change.joint);
    const auto text = element.requiredAttribute("tolerance");
    reader.number("tolerance", change.tolerance, dimension::kNone);
    if (text && !(change.tolerance > 0 && change.tolerance <= kLargestLoopTolerance)) {
      diagnostics_
          .error(text->valueAt, Code::outOfRange,
                 fmt::format("the loop tolerance {} is not above 0 and at most {}", text->text, kLargestLoopTolerance))
          .withHint("it is a share of a loop's size, and an angle in radians");
    }
    reader.number("miss_length", change.miss.length, dimension::kLength);
    reader.number("miss_angle", change.miss.angle, dimension::kNone);
    const auto readFrame = [&](std::string_view name) {
      const int errorsBefore = diagnostics_.errorCount();
      const Pose pose = readPoseChild(element, name);
      if (diagnostics_.errorCount() == errorsBefore) {
        checkFrame(pose, fmt::format("{} of '{}'", name, change.joint), element.at(), diagnostics_);
      }
      return pose;
    };
    change.X_MN = readFrame("on-i");
    change.X_FG = readFrame("on-j");
    element.finish();
  }

  // Of the source, for reports: this file is in SI.
  void readUnits(XmlElement& element) {
    Units& units = model_.units;
    const auto readOne = [&](std::string_view name, BaseQuantity quantity, double& value, std::string& unit) {
      const auto text = element.attribute(name);
      if (!text) return;
      const auto known = unitValue(quantity, text->text);
      if (known) {
        value = *known;
        unit = text->text;
      } else {
        readChoice(*text, unitNames(quantity), diagnostics_, Code::unknownUnit);
      }
    };
    readOne("length", BaseQuantity::length, units.length, units.lengthName);
    readOne("mass", BaseQuantity::mass, units.mass, units.massName);
    readOne("time", BaseQuantity::time, units.time, units.timeName);
    readOne("force", BaseQuantity::force, units.force, units.forceName);
    readOne("angle", BaseQuantity::angle, units.angle, units.angleName);
    element.finish();
  }

  void readAxes(XmlElement& element) {
    readText(element, "forward", model_.axes.forward);
    readText(element, "up", model_.axes.up);
    const auto R_WS = axesRotation(model_.axes.forward, model_.axes.up);
    if (!R_WS) {
      diagnostics_
          .error(element.at(), Code::excludeEachOther,
                 fmt::format("'{}' and '{}' are not two different axes", model_.axes.forward, model_.axes.up))
          .withHint("forward=\"+x\" up=\"+z\", with signs and letters of your axes");
    }
    model_.R_WS = R_WS.value_or(Matrix3::Identity());
    if (const auto rot = element.attribute("rot")) {
      const int errorsBefore = diagnostics_.errorCount();
      model_.R_WS = readPose(element).R;
      if (diagnostics_.errorCount() == errorsBefore) {
        checkFrame({model_.R_WS, Vector3::Zero()}, "the world", rot->valueAt, diagnostics_);
      }
      if (diagnostics_.errorCount() == errorsBefore && R_WS && !model_.R_WS.isApprox(*R_WS, kAxesTolerance)) {
        diagnostics_
            .error(
                rot->valueAt, Code::excludeEachOther,
                fmt::format("rot is not the rotation of forward '{}' and up '{}'", model_.axes.forward, model_.axes.up))
            .withHint("leave out rot: the names tell it");
      }
    }
    element.finish();
  }

  template <class J>
  void readJointAttributes(XmlElement& element, J& joint) {
    const auto type = readJointType(element);
    joint.type = type ? *type : *findJointType("free");
    FieldReader reader(element, context_);
    if (type && needsLength(*type)) reader.required("length", joint.length, dimension::kLength);
    if (type && needsPitch(*type)) reader.required("pitch", joint.pitch, dimension::kLength);
    if (type && needsAngle(*type)) reader.required("angle", joint.angle, dimension::kAngle);
    JointExtras extras = readJointExtras(element, joint.type, context_);
    joint.limits = std::move(extras.limits);
    joint.frictions = std::move(extras.frictions);
    joint.initials = std::move(extras.initials);
    for (XmlElement& fused : element.children("fused")) {
      FieldReader names(fused, context_);
      if (const auto name = names.text("joint")) joint.fusedFrom.emplace_back(name->text);
      fused.finish();
    }
  }

  void readState(XmlElement& element, std::string_view name, int count, std::vector<double>& values) {
    if (count == 0) return;
    const auto text = element.requiredAttribute(name);
    if (!text) return;
    if (auto read = readNumbers(*text, count, dimension::kNone, context_, diagnostics_)) values = std::move(*read);
  }

  void readLink(XmlElement& element) {
    Link link;
    FieldReader(element, context_).name(link.name);
    link.parent = readLinkName(element, "parent", "links stand after their parents");
    readWhole(element, "number", link.number);
    link.origin = origins_.read(element);
    if (auto joint = element.child("joint")) {
      readText(*joint, "name", link.joint);
      readJointAttributes(*joint, link);
      link.reversed = readFlag(*joint, "reversed");
      readState(*joint, "z", positionsOf(link.type), link.z);
      readState(*joint, "z_dot", dofOf(link.type), link.z_dot);
      link.jointOrigin = origins_.read(*joint);
      link.X_PA = readPoseChild(*joint, "on-parent");
      link.X_LB = readPoseChild(*joint, "on-link");
      joint->finish();
    } else {
      diagnostics_.error(element.at(), Code::missingElement, fmt::format("link '{}' has no <joint>", link.name))
          .withHint("a link that moves freely has <joint type=\"free\" .../>");
    }
    link.massProperties = readMass(element);
    link.members = readMembers(element);
    element.finish();
    const std::string name = link.name;
    links_.add(name, model_.links.add(std::move(link)));
  }

  void readCut(XmlElement& element) {
    Cut& cut = model_.cuts.emplace_back();
    if (const auto joint = FieldReader(element, context_).text("joint")) cut.joint = joint->text;
    readJointAttributes(element, cut);
    cut.linkF = readLinkName(element, "f");
    cut.linkM = readLinkName(element, "m");
    readWhole(element, "block", cut.block);
    cut.origin = origins_.read(element);
    cut.X_LF = readPoseChild(element, "on-f");
    cut.X_LM = readPoseChild(element, "on-m");
    element.finish();
  }

  void readRod(XmlElement& element) {
    Rod& rod = model_.rods.emplace_back();
    FieldReader reader(element, context_);
    if (const auto body = reader.text("body")) rod.body = body->text;
    reader.required("length", rod.length, dimension::kLength);
    reader.required("mass", rod.mass, dimension::kMass);
    reader.required("s", rod.s, dimension::kNone);
    reader.required("transverse", rod.transverseInertia, dimension::kInertia);
    readWhole(element, "block", rod.block);
    rod.origin = origins_.read(element);
    std::vector<XmlElement> ends = element.children("end");
    if (ends.size() != rod.ends.size()) {
      diagnostics_
          .error(element.at(), Code::wrongCount,
                 fmt::format("rod '{}' has {} ends, expected {}", rod.body, ends.size(), rod.ends.size()))
          .withHint("one <end link= joint= point=/> each; without link= it is on the world");
    }
    for (std::size_t k = 0; k < std::min(ends.size(), rod.ends.size()); ++k) readEnd(ends[k], rod.ends[k]);
    rod.X_RB = readPoseChild(element, "frame");
    rod.members = readMembers(element);
    element.finish();
  }

  void readEnd(XmlElement& element, Rod::End& end) {
    end.link = readLinkName(element, "link");
    FieldReader reader(element, context_);
    if (const auto joint = reader.text("joint")) end.joint = joint->text;
    if (reader.text("point")) reader.vector("point", end.point, dimension::kLength, Mirror::polar);
    reader.vector("axis", end.axis, dimension::kNone, Mirror::polar);
    element.finish();
  }

  void readMarker(XmlElement& element) {
    LinkMarker marker;
    FieldReader(element, context_).name(marker.name);
    marker.link = readLinkName(element, "link");
    marker.X_LM = readPose(element);
    marker.origin.at = element.at();
    element.finish();
    const std::string name = marker.name;
    markers_.add(name, model_.markers.add(std::move(marker)));
  }

  // One that cannot be read still has its name, so that its uses are not reported as well.
  template <class I, class Element>
  void readNamed(XmlElement& element, std::optional<Element> (*readOne)(XmlElement&, const ElementContext&),
                 Table<I, Element>& found, NameTable<I>& names) {
    Element one;
    readText(element, "name", one.name);
    if (auto good = readOne(element, context_)) one = std::move(*good);
    const std::string name = one.name;
    names.add(name, found.add(std::move(one)));
  }
};

}  // namespace

bool looksLikeRecursive(std::string_view text) { return rootNameOf(text) == kRoot; }

RecursiveModel readRecursive(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics) {
  const XmlDocument document(std::move(file), diagnostics);
  if (!document.root()) return {};
  XmlElement root(document, *document.root(), diagnostics);
  if (root.name() != kRoot) {
    diagnostics
        .error(root.at(), Code::otherKindOfFile, fmt::format("the root is <{}>, expected <{}>", root.name(), kRoot))
        .withHint("a recursive model is written by `mbconvert convert`");
    return {};
  }
  return RecursiveReader(diagnostics).read(root);
}

}  // namespace mb
