#include "converter/conversion/plan_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "formats/files/read_file.h"
#include "formats/model/basics/limits.h"
#include "formats/model/basics/numbers.h"
#include "formats/model/basics/text.h"
#include "formats/shared_xml/elements_xml.h"
#include "formats/xml/xml_reader.h"
#include "formats/xml/xml_writer.h"
#include "graph/normalise/fuse_joints.h"

namespace mb {
namespace {

const std::vector<std::string> kRodModes{"auto", "keep", "listed"};

// Joints of the loop that weigh as much as the cut: what an editor could cut instead at no weight.
std::vector<std::string> rivals(const Conversion& conversion, const Plan::CutEdge& cut) {
  std::vector<std::string> names;
  for (const Plan::TreeJoint& row : conversion.plan.tree) {
    if (row.weight == cut.weight && std::ranges::count(cut.loop, row.joint) > 0) {
      names.push_back(conversion.model.joints[row.joint].name);
    }
  }
  return names;
}

// Empty while the model is not assembled: then nobody knows what moves.
std::string countsText(const MobilityReport& mobility) {
  if (mobility.coordinates == 0) return {};
  return fmt::format("; {} coordinates, {} equations, {} degrees of freedom", mobility.coordinates, mobility.equations,
                     mobility.dof);
}

// Puts the choices of a plan file into the options, with their places in the file.
class PlanReader {
 public:
  PlanReader(PlanOptions& options, Diagnostics& diagnostics) : options_(options), diagnostics_(diagnostics) {}

  void read(XmlElement& root) {
    readHead(root);
    const auto jointOrRod = [](const XmlElement& element) { return element.has("rod") ? "rod" : "joint"; };
    for (XmlElement& base : root.children("base")) readName(base, "body", PlanItem::base, options_.base);
    for (XmlElement& keep : root.children("keep")) readName(keep, jointOrRod(keep), PlanItem::keep, options_.keep);
    for (XmlElement& cut : root.children("cut")) readName(cut, jointOrRod(cut), PlanItem::cut, options_.cut);
    for (XmlElement& prefer : root.children("prefer")) readName(prefer, "joint", PlanItem::prefer, options_.prefer);
    for (XmlElement& weight : root.children("weight")) readWeight(weight);
    if (auto rods = root.child("rods")) readRods(*rods);
    root.finish();
  }

 private:
  void readHead(XmlElement& root) {
    if (const auto version = root.requiredAttribute("version"); version && version->text != "1") {
      diagnostics_
          .error(version->valueAt, Code::unknownVersion,
                 fmt::format("plan version '{}' is not known, this program reads 1", version->text))
          .withHint("write the plan again with this program");
    }
    if (const auto model = root.attribute("model")) {
      options_.model = model->text;
      options_.modelAt = model->valueAt;
    }
  }

  void readName(XmlElement& element, std::string_view attribute, PlanItem item, std::vector<std::string>& names) {
    if (const auto name = element.requiredAttribute(attribute)) {
      names.emplace_back(name->text);
      options_.places.insert({{item, names.back()}, name->valueAt});
    }
    element.finish();
  }

  void readWeight(XmlElement& element) {
    const auto of = element.requiredAttribute("of");
    const auto text = element.requiredAttribute("value");
    const auto value = text ? readNumber(*text, dimension::kNone, context_, diagnostics_) : std::nullopt;
    element.finish();
    if (value && !(*value >= 0 && *value <= limits::kLargestWeight)) {
      diagnostics_
          .error(text->valueAt, Code::outOfRange,
                 fmt::format("the weight {:.6g} is not between 0 and {}", *value, limits::kLargestWeight))
          .withHint("the heavier a joint, the sooner it is cut; a revolute weighs 1.1");
      return;
    }
    if (!of || !value) return;
    const std::pair key(PlanItem::weight, std::string(of->text));
    if (const auto before = options_.places.find(key); before != options_.places.end()) {
      diagnostics_
          .error(of->valueAt, Code::givenTwice, fmt::format("the weight of '{}' is given a second time", of->text))
          .withHint("keep one of the two")
          .withNote(before->second, "first given here");
      return;
    }
    options_.weights[key.second] = weightFrom(*value);
    options_.places.insert({key, of->valueAt});
  }

  void readRods(XmlElement& element) {
    RodOptions& rods = options_.rods;
    if (const auto mode = element.requiredAttribute("mode")) {
      if (const auto choice = readChoice(*mode, kRodModes, diagnostics_)) {
        rods.mode = static_cast<RodOptions::Mode>(*choice);
      }
    }
    if (const auto tolerance = element.attribute("tolerance")) {
      rods.tolerance = readNumber(*tolerance, dimension::kNone, context_, diagnostics_).value_or(0);
      if (rods.tolerance < 0 || rods.tolerance > 1) {
        diagnostics_
            .error(tolerance->valueAt, Code::outOfRange,
                   fmt::format("the tolerance {:.6g} is not between 0 and 1", rods.tolerance))
            .withHint("it is a share: of the axial inertia of a rod in the transverse one");
      }
    }
    const auto bodies = element.attribute("bodies");
    if (bodies && rods.mode != RodOptions::Mode::listed) {
      diagnostics_.warning(bodies->valueAt, Code::ignoredInput, "bodies has no meaning in this mode")
          .withHint("mode=\"listed\" takes these bodies for rods and no others");
    } else if (bodies) {
      for (const XmlText& body : wordsOf(*bodies)) {
        rods.bodies.emplace_back(body.text);
        options_.places.insert({{PlanItem::rod, rods.bodies.back()}, body.valueAt});
      }
    }
    if (rods.mode == RodOptions::Mode::listed && rods.bodies.empty()) {
      diagnostics_.warning(element.at(), Code::ignoredInput, "no body is listed: there are no rods")
          .withHint("give bodies=\"a b\", or mode=\"keep\"");
    }
    element.finish();
  }

  PlanOptions& options_;
  Diagnostics& diagnostics_;
  ElementContext context_;
};

}  // namespace

std::string writePlan(const Conversion& conversion) {
  const PlanOptions& options = conversion.options;
  const Plan& plan = conversion.plan;
  const CartesianModel& model = conversion.model;
  XmlWriter xml;
  xml.open("plan");
  xml.attribute("version", "1");
  xml.attribute("model", conversion.source.name);
  xml.comment(fmt::format("weight {}; {} of {} spanning trees are as light{}", toText(plan.weight),
                          countText(plan.minimalCount), countText(plan.treeCount), countsText(conversion.mobility)));
  for (const auto& [name, weight] : options.weights) {
    xml.open("weight");
    xml.attribute("of", name);
    xml.attribute("value", toText(weight));
    xml.close();
  }
  xml.open("rods");
  xml.attribute("mode", kRodModes[static_cast<std::size_t>(options.rods.mode)]);
  xml.attribute("tolerance", options.rods.tolerance);
  if (!options.rods.bodies.empty()) xml.attribute("bodies", fmt::format("{}", fmt::join(options.rods.bodies, " ")));
  xml.close();
  for (const Plan::Base& base : plan.bases) {
    xml.comment(base.reason);
    xml.open("base");
    xml.attribute("body", model.bodies[base.body].name);
    xml.close();
  }
  for (const Plan::CutEdge& cut : plan.cuts) {
    const std::vector<std::string> others = rivals(conversion, cut);
    xml.comment(others.empty() ? cut.reason
                               : fmt::format("{}; as heavy on its loop: {}", cut.reason, fmt::join(others, ", ")));
    // A distance that stays in the tree keeps its row; that is no cut.
    const bool inTree = std::ranges::count(plan.tree, cut.edge.joint, &Plan::TreeJoint::joint) > 0 && cut.edge.rod < 0;
    xml.open(inTree ? "keep" : "cut");
    // A joint that others were fused into goes by all their names: by its own alone it would be left unfused.
    const bool isRod = cut.edge.rod >= 0;
    xml.attribute(isRod ? "rod" : "joint",
                  isRod ? nameOf(model, plan, cut.edge) : fusedName(model.joints[cut.edge.joint]));
    xml.close();
  }
  for (const std::string& name : options.keep) {
    xml.comment("as asked");
    xml.open("keep");
    xml.attribute("joint", name);
    xml.close();
  }
  xml.close();
  return std::move(xml).text();
}

void readPlan(const std::string& path, PlanOptions& options, Diagnostics& diagnostics) {
  if (auto file = readSource(path, diagnostics)) readPlan(std::move(file), options, diagnostics);
}

void readPlan(std::shared_ptr<const SourceFile> file, PlanOptions& options, Diagnostics& diagnostics) {
  const XmlDocument document(std::move(file), diagnostics);
  if (!document.root()) return;
  XmlElement root(document, *document.root(), diagnostics);
  if (root.name() != "plan") {
    diagnostics
        .error(root.at(), Code::otherKindOfFile,
               fmt::format("the root element is <{}>; a plan has <plan>", root.name()))
        .withHint("take one that was written for the model", Topic::plan);
    return;
  }
  PlanReader(options, diagnostics).read(root);
}

}  // namespace mb
