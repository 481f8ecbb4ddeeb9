// Links, cuts, rods and markers, with the poses and masses in them.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "formats/recursive/reader.h"
#include "formats/shared_xml/field_reader.h"

namespace mb {

LinkIndex RecursiveReader::readLinkName(XmlElement& element, std::string_view attribute, std::string_view otherwise) {
  const auto name = element.attribute(attribute);
  if (!name) return {};
  return links_.find(name->text, name->valueAt, diagnostics_, otherwise).value_or(LinkIndex{});
}

void RecursiveReader::readWhole(XmlElement& element, std::string_view name, int& value) {
  const auto text = element.requiredAttribute(name);
  if (!text) return;
  const char* const last = text->text.data() + text->text.size();
  const auto [end, error] = std::from_chars(text->text.data(), last, value);
  if (error == std::errc{} && end == last && value >= 0) return;
  diagnostics_.error(text->valueAt, Code::outOfRange, fmt::format("'{}' is not a whole number from 0 on", text->text))
      .withHint("a number like 12");
}

Pose RecursiveReader::readPose(XmlElement& element) {
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

Pose RecursiveReader::readPoseChild(XmlElement& element, std::string_view name) {
  auto child = element.child(name);
  if (!child) return {};
  const Pose pose = readPose(*child);
  child->finish();
  return pose;
}

MassProperties RecursiveReader::readMass(XmlElement& element) {
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

std::vector<Member> RecursiveReader::readMembers(XmlElement& element) {
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

void RecursiveReader::readJointFields(XmlElement& element, JointFields& joint) {
  const auto type = readJointType(element);
  joint.type = type ? *type : *findJointType("free");
  FieldReader reader(element, context_);
  if (type && needsLength(*type)) reader.required("length", joint.length, dimension::kLength);
  if (type && needsPitch(*type)) reader.required("pitch", joint.pitch, dimension::kLength);
  if (type && needsAngle(*type)) reader.required("angle", joint.angle, dimension::kAngle);
  readJointExtras(element, context_, joint);
  for (XmlElement& fused : element.children("fused")) {
    FieldReader names(fused, context_);
    if (const auto name = names.text("joint")) joint.fusedFrom.emplace_back(name->text);
    fused.finish();
  }
}

void RecursiveReader::readState(XmlElement& element, std::string_view name, int count, std::vector<double>& values) {
  if (count == 0) return;
  const auto text = element.requiredAttribute(name);
  if (!text) return;
  if (auto read = readNumbers(*text, count, dimension::kNone, context_, diagnostics_)) values = std::move(*read);
}

void RecursiveReader::readLink(XmlElement& element) {
  Link link;
  FieldReader(element, context_).name(link.name);
  link.parent = readLinkName(element, "parent", "links stand after their parents");
  readWhole(element, "number", link.number);
  link.origin = origins_.read(element);
  if (auto joint = element.child("joint")) {
    readText(*joint, "name", link.joint);
    readJointFields(*joint, link);
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

void RecursiveReader::readCut(XmlElement& element) {
  Cut& cut = model_.cuts.emplace_back();
  if (const auto joint = FieldReader(element, context_).text("joint")) cut.joint = joint->text;
  readJointFields(element, cut);
  cut.linkF = readLinkName(element, "f");
  cut.linkM = readLinkName(element, "m");
  readWhole(element, "block", cut.block);
  cut.origin = origins_.read(element);
  cut.X_LF = readPoseChild(element, "on-f");
  cut.X_LM = readPoseChild(element, "on-m");
  element.finish();
}

void RecursiveReader::readRod(XmlElement& element) {
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

void RecursiveReader::readEnd(XmlElement& element, Rod::End& end) {
  end.link = readLinkName(element, "link");
  FieldReader reader(element, context_);
  if (const auto joint = reader.text("joint")) end.joint = joint->text;
  if (reader.text("point")) reader.vector("point", end.point, dimension::kLength, Mirror::polar);
  reader.vector("axis", end.axis, dimension::kNone, Mirror::polar);
  element.finish();
}

void RecursiveReader::readMarker(XmlElement& element) {
  LinkMarker marker;
  FieldReader(element, context_).name(marker.name);
  marker.link = readLinkName(element, "link");
  marker.X_LM = readPose(element);
  marker.origin.at = element.at();
  element.finish();
  const std::string name = marker.name;
  markers_.add(name, model_.markers.add(std::move(marker)));
}

}  // namespace mb
