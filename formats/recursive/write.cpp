#include <algorithm>

#include "formats/recursive/recursive_xml.h"
#include "formats/shared_xml/elements_xml.h"
#include "formats/shared_xml/format_version.h"

namespace mb {
namespace {

// The order of elements in the Cartesian file has no meaning; everything else is already ordered by the tree or by
// name.
ElementTables byName(ElementTables tables) {
  std::ranges::stable_sort(tables.inputs, {}, &Input::name);
  std::ranges::stable_sort(tables.splines, {}, &Spline::name);
  std::ranges::stable_sort(tables.roads, {}, &Road::name);
  std::ranges::stable_sort(tables.tyres, {}, &Tyre::name);
  std::ranges::stable_sort(tables.drivers, {}, &Driver::name);
  return tables;
}

class RecursiveWriter {
 public:
  explicit RecursiveWriter(const RecursiveModel& model) : model_(model), names_(namesIn(model)) {
    names_.jointType = [&](JointIndex index) -> const JointType& { return typeOf(model_, model_.joints[index]); };
    names_.origin = [&](XmlWriter&, const Origin& origin) { writeOrigin(origin); };
  }

  std::string write() && {
    xml_.open("recursive");
    xml_.attribute("version",
                   versionOf(!model_.frameChanges.empty() || !model_.setParameters.empty() || usesNews(model_)));
    writeText("name", model_.name);
    writeText("source", fromFolderOf(model_.source, model_.source));
    writeSettings();
    for (const SetParameter& one : model_.setParameters) {
      xml_.open("set-parameter");
      xml_.attribute("name", one.name);
      xml_.attribute("value", one.value);
      xml_.close();
    }
    for (const FrameChange& change : model_.frameChanges) writeFrameChange(change);
    for (const Link& link : model_.links) writeLink(link);
    for (const Cut& cut : model_.cuts) writeCut(cut);
    for (const Rod& rod : model_.rods) writeRod(rod);
    for (const LinkMarker& marker : model_.markers) writeMarker(marker);
    writeElements(xml_, byName(model_), names_);
    for (const ForeignText& foreign : model_.foreign) writeForeign(xml_, foreign, names_);
    xml_.close();
    return std::move(xml_).text();
  }

 private:
  const RecursiveModel& model_;
  XmlWriter xml_;
  ElementNames names_;

  void writeText(std::string_view name, std::string_view text) {
    if (!text.empty()) xml_.attribute(name, text);
  }

  // The file is omitted if it is the source of the whole model.
  void writeOrigin(const Origin& origin) {
    if (origin.at.file) {
      if (origin.at.file->path != model_.source)
        xml_.attribute("file", fromFolderOf(model_.source, origin.at.file->path));
      if (origin.at.line > 0) xml_.attribute("line", origin.at.line);
      if (origin.at.column > 0) xml_.attribute("column", origin.at.column);
    }
    writeText("by", origin.by);
    writeText("from", origin.from);
  }

  // A missing name means the world.
  void writeLinkName(std::string_view attribute, LinkIndex link) {
    if (link.valid()) xml_.attribute(attribute, model_.links[link].name);
  }

  void writeSettings() {
    const Units& units = model_.units;
    xml_.open("units");
    xml_.attribute("length", units.lengthName);
    xml_.attribute("mass", units.massName);
    xml_.attribute("time", units.timeName);
    xml_.attribute("force", units.forceName);
    xml_.attribute("angle", units.angleName);
    xml_.close();
    xml_.open("axes");
    xml_.attribute("forward", model_.axes.forward);
    xml_.attribute("up", model_.axes.up);
    if (axesRotation(model_.axes.forward, model_.axes.up) != model_.R_WS) xml_.pose({model_.R_WS, Vector3::Zero()});
    xml_.close();
    xml_.open("gravity");
    xml_.attribute("vector", model_.gravity);
    xml_.close();
    if (model_.world.empty()) return;
    xml_.open("world");
    writeMembers(model_.world);
    xml_.close();
  }

  void writeFrameChange(const FrameChange& change) {
    xml_.open("idealised");
    xml_.attribute("joint", change.joint);
    xml_.attribute("tolerance", change.tolerance);
    xml_.attribute("miss_length", change.miss.length);
    xml_.attribute("miss_angle", change.miss.angle);
    xml_.pose("on-i", change.X_MN);
    xml_.pose("on-j", change.X_FG);
    xml_.close();
  }

  void writeMass(const MassProperties& properties) {
    const Matrix3& J = properties.inertia;
    if (properties.mass == 0 && properties.com == Vector3::Zero() && J == Matrix3::Zero()) return;
    const auto writeEntry = [&](std::string_view name, double entry) {
      if (entry != 0) xml_.attribute(name, entry);
    };
    xml_.open("mass");
    xml_.attribute("value", properties.mass);
    if (properties.com != Vector3::Zero()) xml_.attribute("com", properties.com);
    writeEntry("xx", J(0, 0));
    writeEntry("yy", J(1, 1));
    writeEntry("zz", J(2, 2));
    writeEntry("xy", J(0, 1));
    writeEntry("xz", J(0, 2));
    writeEntry("yz", J(1, 2));
    if (properties.asGiven) xml_.attribute("as_given", "yes");
    xml_.close();
  }

  void writeMembers(const std::vector<Member>& members) {
    for (const Member& member : members) {
      xml_.open("member");
      xml_.attribute("name", member.name);
      xml_.pose(member.X_BM);
      writeOrigin(member.origin);
      writeMass(member.massProperties);
      xml_.close();
    }
  }

  // The trailing children that tree joints and cut joints share.
  void writeJointChildren(const JointFields& joint) {
    writeJointExtras(xml_, joint);
    for (const std::string& name : joint.fusedFrom) {
      xml_.open("fused");
      xml_.attribute("joint", name);
      xml_.close();
    }
  }

  void writeLink(const Link& link) {
    xml_.open("link");
    xml_.attribute("name", link.name);
    writeLinkName("parent", link.parent);
    xml_.attribute("number", link.number);
    writeOrigin(link.origin);
    xml_.open("joint");
    writeText("name", link.joint);
    writeJointAttributes(xml_, link);
    xml_.flag("reversed", link.reversed);
    if (!link.z.empty()) xml_.attribute("z", link.z);
    if (!link.z_dot.empty()) xml_.attribute("z_dot", link.z_dot);
    writeOrigin(link.jointOrigin);
    xml_.pose("on-parent", link.X_PA);
    xml_.pose("on-link", link.X_LB);
    writeJointChildren(link);
    xml_.close();
    writeMass(link.massProperties);
    writeMembers(link.members);
    xml_.close();
  }

  void writeCut(const Cut& cut) {
    xml_.open("cut");
    xml_.attribute("joint", cut.joint);
    writeJointAttributes(xml_, cut);
    writeLinkName("f", cut.linkF);
    writeLinkName("m", cut.linkM);
    xml_.attribute("block", cut.block);
    writeOrigin(cut.origin);
    xml_.pose("on-f", cut.X_LF);
    xml_.pose("on-m", cut.X_LM);
    writeJointChildren(cut);
    xml_.close();
  }

  void writeRod(const Rod& rod) {
    xml_.open("rod");
    xml_.attribute("body", rod.body);
    xml_.attribute("length", rod.length);
    xml_.attribute("mass", rod.mass);
    xml_.attribute("s", rod.s);
    xml_.attribute("transverse", rod.transverseInertia);
    xml_.attribute("block", rod.block);
    writeOrigin(rod.origin);
    for (const Rod::End& end : rod.ends) {
      xml_.open("end");
      writeLinkName("link", end.link);
      xml_.attribute("joint", end.joint);
      xml_.attribute("point", end.point);
      if (!end.axis.isZero(0)) xml_.attribute("axis", end.axis);
      xml_.close();
    }
    xml_.pose("frame", rod.X_RB);
    writeMembers(rod.members);
    xml_.close();
  }

  void writeMarker(const LinkMarker& marker) {
    xml_.open("marker");
    xml_.attribute("name", marker.name);
    writeLinkName("link", marker.link);
    xml_.pose(marker.X_LM);
    xml_.close();
  }
};

}  // namespace

std::string writeRecursive(const RecursiveModel& model) { return RecursiveWriter(model).write(); }

}  // namespace mb
