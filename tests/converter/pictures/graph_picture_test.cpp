// The pictures of the joint graph: everything is there, no label lies on another one, on a line or on a disc, and both
// views have everything at the same place.
#include <tinyxml2.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>

#include "converter/pictures/graph/graph_svg.h"
#include "converter/pictures/graph/line_routing.h"
#include "tests/support/areas.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

Area rectangleArea(const GraphRectangle& box) {
  return {box.corner.x, box.corner.y, box.corner.x + box.width, box.corner.y + box.height, box.title};
}
PicturePoint middleOf(const GraphRectangle& box) {
  return {box.corner.x + box.width / 2, box.corner.y + box.height / 2};
}

// Whether a line of some width touches an area: a corner of the area, widened by half of the width, lies on each side,
// and their ranges overlap.
bool touches(PicturePoint a, PicturePoint b, const Area& area) {
  constexpr double kHalfStroke = 2;
  const Area wide{
      area.left - kHalfStroke, area.top - kHalfStroke, area.right + kHalfStroke, area.bottom + kHalfStroke, {}};
  if (std::max(a.x, b.x) <= wide.left || std::min(a.x, b.x) >= wide.right) return false;
  if (std::max(a.y, b.y) <= wide.top || std::min(a.y, b.y) >= wide.bottom) return false;
  int sides = 0;
  for (const auto& [x, y] : {PicturePoint{wide.left, wide.top}, PicturePoint{wide.right, wide.top},
                             PicturePoint{wide.left, wide.bottom}, PicturePoint{wide.right, wide.bottom}}) {
    sides += (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) > 0 ? 1 : -1;
  }
  return std::abs(sides) < 4;
}

void checkGraphPicture(const GraphPicture& picture) {
  const Area page{0, 0, picture.width, picture.height, "page"};
  std::vector<Area> labels;
  for (const PictureText& text : picture.texts) labels.push_back(areaOf(text));
  for (const PictureGlyph& glyph : picture.glyphs) labels.push_back(areaOf(glyph));
  for (const GraphTag& tag : picture.tags) labels.push_back(areaOf(PictureGlyph{tag.centre, 'C', {}}));
  for (const Area& label : labels) CHECK(isInside(label, page));
  CHECK(overlaps(labels) == std::vector<std::string>{});
  std::vector<std::string> crossed;
  for (const GraphShape& line : picture.lines) {
    for (std::size_t k = 0; k + 1 < line.points.size(); ++k) {
      for (const Area& label : labels) {
        if (touches(line.points[k], line.points[k + 1], label))
          crossed.push_back(line.subject.joint + " on " + label.what);
      }
    }
  }
  CHECK(crossed == std::vector<std::string>{});
  std::vector<Area> boxes;
  for (const GraphRectangle& box : picture.boxes) boxes.push_back(rectangleArea(box));
  CHECK(overlaps(boxes) == std::vector<std::string>{});
  for (const Area& box : boxes) CHECK(isInside(box, page));
  for (const Area& label : labels) {
    for (const Area& box : boxes) {
      if (overlap(label, box)) CHECK(isInside(label, box));
    }
  }
}

std::size_t countIn(const GraphPicture& picture, const std::string& style) {
  return static_cast<std::size_t>(std::ranges::count(picture.boxes, style, &GraphRectangle::style));
}

// A ring of so many bodies with hinges, seen as a polygon.
CartesianModel ringOf(int count) {
  CartesianModel model = readSample("four_bar");
  const Joint pattern = model.joints[JointIndex{0}];
  Body body = model.bodies[BodyIndex{model.bodies.size() - 1}];
  model.joints = {};
  for (int k = 0; k < count; ++k) {
    body.name =
        std::string(1, static_cast<char>('a' + k % 26)) + "_" + std::string(static_cast<std::size_t>(k / 26), 'x');
    model.bodies.add(body);
  }
  const int first = model.bodies.size() - count;
  for (int k = 0; k < count; ++k) {
    Joint joint = pattern;
    joint.name = "j" + model.bodies[BodyIndex{first + k}].name;
    joint.i = model.markers.add({joint.name + ".i", BodyIndex{first + k}, {}, {}, 0});
    joint.j = model.markers.add({joint.name + ".j", BodyIndex{first + (k + 1) % count}, {}, {}, 0});
    model.joints.add(joint);
  }
  return model;
}

}  // namespace

TEST_CASE("no label of a graph's picture lies on another one or on a line, in every sample") {
  std::vector<std::pair<std::string, CartesianModel>> models;
  for (const std::string& sample : sampleNames()) models.emplace_back(sample, readSample(sample));
  for (const std::string& path : foreignSamples()) {
    Diagnostics diagnostics;
    if (std::optional<CartesianModel> model = readModel(path, diagnostics))
      models.emplace_back(path, std::move(*model));
  }
  for (const auto& [name, model] : models) {
    INFO(name);
    const Conversion conversion = convertModel(model);
    const std::optional<GraphPicture> given = layOutGraph(conversion, GraphView::given, Fold::never);
    const std::optional<GraphPicture> cuts = layOutGraph(conversion, GraphView::cuts, Fold::never);
    REQUIRE(given);
    REQUIRE(cuts);
    checkGraphPicture(*given);
    checkGraphPicture(*cuts);
    for (const GraphView view : {GraphView::given, GraphView::cuts}) {
      checkGraphPicture(*layOutGraph(conversion, view, Fold::always));
    }

    // Everything of the source is there once, and at the same place in both views.
    std::set<std::string> bodies;
    for (const Joint& joint : model.joints) {
      bodies.insert(model.bodies[bodyI(model, joint)].name);
      bodies.insert(model.bodies[bodyJ(model, joint)].name);
    }
    for (const Body& body : model.bodies) {
      if (!body.isGround) bodies.insert(body.name);
    }
    REQUIRE(given->boxes.size() == bodies.size() + static_cast<std::size_t>(model.joints.size()));
    REQUIRE(cuts->boxes.size() == given->boxes.size());
    for (std::size_t k = 0; k < given->boxes.size(); ++k) {
      CHECK(given->boxes[k].subject.body == cuts->boxes[k].subject.body);
      CHECK(given->boxes[k].subject.joint == cuts->boxes[k].subject.joint);
      CHECK(middleOf(given->boxes[k]).x == Approx(middleOf(cuts->boxes[k]).x));
      CHECK(middleOf(given->boxes[k]).y == Approx(middleOf(cuts->boxes[k]).y));
    }
    CHECK(countIn(*given, "joint") == static_cast<std::size_t>(model.joints.size()));
  }
}

TEST_CASE("a graph's picture shows loops, cuts and ties") {
  const Conversion conversion = convertModel(readSample("hmmwv"));
  const GraphPicture given = *layOutGraph(conversion, GraphView::given);
  const GraphPicture cuts = *layOutGraph(conversion, GraphView::cuts);
  // 20 joints and 13 bodies in one piece have 20 - 12 independent loops.
  CHECK(given.faces.size() == 8);
  std::set<std::string> chosen;
  std::set<std::string> tied;
  for (const GraphRectangle& ring : cuts.rings) {
    if (ring.style == "ring chosen") chosen.insert(ring.subject.joint);
    if (ring.style == "ring tied") tied.insert(ring.subject.joint);
  }
  // At each corner the rod (6.0) and one of the two balls (3.0 each) are cut; the hinges weigh 1.1.
  CHECK(chosen == std::set<std::string>{"fl_tie_rod", "fl_upper_ball", "fr_tie_rod", "fr_upper_ball", "rl_tie_rod",
                                        "rl_upper_ball", "rr_tie_rod", "rr_upper_ball"});
  CHECK(tied == std::set<std::string>{"fl_lower_ball", "fr_lower_ball", "rl_lower_ball", "rr_lower_ball"});
  CHECK(std::ranges::count(cuts.lines, "edge w6 c", &GraphShape::style) == 8);  // two lines for each rod
  std::set<std::string> texts;
  for (const PictureText& text : cuts.texts) texts.insert(text.text);
  for (const char* text : {"loops 1", "loops 4", "6.0", "fl_tie_rod", "chassis"}) CHECK(texts.contains(text));
}

TEST_CASE("a graph's picture is well-formed XML and marks what each part stands for") {
  const Conversion conversion = convertModel(readSample("weld_and_forces"));
  for (const GraphView view : {GraphView::given, GraphView::cuts}) {
    tinyxml2::XMLDocument document;
    REQUIRE(document.Parse(graphSvg(conversion, view, {.isInline = true})->c_str()) == tinyxml2::XML_SUCCESS);
    std::set<std::string> bodies;
    std::set<std::string> joints;
    for (const auto* part = document.RootElement()->FirstChildElement(); part; part = part->NextSiblingElement()) {
      if (const char* body = part->Attribute("data-body")) bodies.insert(body);
      if (const char* joint = part->Attribute("data-joint")) joints.insert(joint);
      CHECK(part->Attribute("id") == nullptr);
    }
    for (const Joint& joint : conversion.source.joints) CHECK(joints.contains(joint.name));
    for (const Body& body : conversion.source.bodies) CHECK((body.isGround || bodies.contains(body.name)));
  }
}

TEST_CASE("the picture of the cuts in the documents is what the program draws") {
  const std::string path = sourcePath("docs/pictures/hmmwv_cuts.svg");
  const std::optional<std::string> drawn = graphSvg(convertModel(readSample("hmmwv")), GraphView::cuts);
  REQUIRE(drawn);
  if (std::getenv("MB_ACCEPT") != nullptr) std::ofstream(path) << *drawn;
  CHECK(readText(path) == *drawn);
}

TEST_CASE("the middle of a long chain is one box in a graph's picture if there are many bodies") {
  const Conversion track = convertModel(readSample("track_ring"));
  const GraphPicture folded = *layOutGraph(track, GraphView::cuts);
  checkGraphPicture(folded);
  CHECK(folded.boxes.size() < 10);
  CHECK(folded.width < 800);
  const auto more = [](const PictureText& text) { return contains(text.text, "78 more"); };
  CHECK(std::ranges::any_of(folded.texts, more));
  CHECK(layOutGraph(track, GraphView::cuts, Fold::never)->boxes.size() == 160);
}

TEST_CASE("corners that differ in one part of their names are drawn once in a graph's picture") {
  const auto textsOf = [](const GraphPicture& picture) {
    std::set<std::string> texts;
    for (const PictureText& text : picture.texts) texts.insert(text.text);
    return texts;
  };
  const Conversion hmmwv = convertModel(readSample("hmmwv"));
  const std::set<std::string> corner = textsOf(*layOutGraph(hmmwv, GraphView::cuts, Fold::always));
  for (const char* text : {"×4: fl, fr, rl, rr; cuts 1 to 8", "*_wheel", "*_tie_rod", "chassis"}) {
    INFO(text);
    CHECK(corner.contains(text));
  }
  CHECK(textsOf(*layOutGraph(hmmwv, GraphView::given, Fold::always)).contains("×4: fl, fr, rl, rr"));
  CHECK_FALSE(textsOf(*layOutGraph(hmmwv, GraphView::cuts)).contains("*_wheel"));
  // The chassis, and of one corner two arms and a wheel: 2 hinges, 2 balls and the rod.
  CHECK(layOutGraph(hmmwv, GraphView::cuts, Fold::always)->boxes.size() == 4 + 5);

  // A sheet of A4 in landscape is 1123 pixels wide: names of 12 pixels become 9 there.
  const Conversion truck = convertModel(readSample("truck_expanded"));
  for (const GraphView view : {GraphView::given, GraphView::cuts}) {
    const GraphPicture picture = *layOutGraph(truck, view);
    CHECK(picture.width < 1450);
    // Whatever is not drawn is named by what stands for it.
    std::set<std::string> named;
    for (const GraphRectangle& box : picture.boxes) {
      named.insert({box.subject.body, box.subject.joint});
      named.insert(box.subject.bodies.begin(), box.subject.bodies.end());
      named.insert(box.subject.joints.begin(), box.subject.joints.end());
    }
    for (const Joint& joint : truck.source.joints) CHECK(named.contains(joint.name));
    for (const Body& body : truck.source.bodies) {
      if (body.massProperties.mass > 0) CHECK(named.contains(body.name));
    }
  }
}

TEST_CASE("a graph of hundreds of bodies at one place is drawn without overlaps, and one of thousands is refused") {
  Conversion conversion;
  conversion.source = ringOf(200);
  conversion.model = conversion.source;
  const std::optional<GraphPicture> picture = layOutGraph(conversion, GraphView::given, Fold::never);
  REQUIRE(picture);
  CHECK(picture->boxes.size() >= 400);
  std::vector<Area> boxes;
  for (const GraphRectangle& box : picture->boxes) boxes.push_back(rectangleArea(box));
  CHECK(overlaps(boxes) == std::vector<std::string>{});

  conversion.source = ringOf(kMostGraphNodes);
  conversion.model = conversion.source;
  CHECK_FALSE(layOutGraph(conversion, GraphView::given));
}

TEST_CASE("boxes that start at one place are placed apart") {
  std::vector<GraphBox> boxes(40, GraphBox{90, 22, {}});
  std::vector<GraphLink> links;
  for (int k = 1; k < 30; ++k) links.push_back({0, k});  // and ten boxes that nothing is linked to
  placeBoxes(boxes, links);
  for (std::size_t a = 0; a < boxes.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const double across = std::abs(boxes[a].centre.x - boxes[b].centre.x) - 90;
      const double down = std::abs(boxes[a].centre.y - boxes[b].centre.y) - 22;
      CHECK(std::max(across, down) > kBoxGap - 0.5);
    }
  }
}

TEST_CASE("a line goes straight where it can, and else the shortest way around boxes") {
  std::vector<GraphBox> boxes{{10, 10, {0, 0}}, {10, 10, {200, 0}}, {20, 40, {100, 5}}, {20, 40, {100, 205}}};
  const std::vector<std::vector<PicturePoint>> lines = routeLinks(boxes, {{0, 3}, {0, 1}});
  CHECK(lines[0].size() == 2);
  // The box in the way reaches from -15 to 25: the line passes above it, 5 away from two of its corners.
  REQUIRE(lines[1].size() == 4);
  CHECK(lines[1][1].x == 85);
  CHECK(lines[1][1].y == -20);
  CHECK(lines[1][2].x == 115);
  CHECK(lines[1][2].y == -20);
  const std::vector<PicturePoint> visible = trimmed(lines[0], boxes[0], boxes[3]);
  CHECK(std::max(std::abs(visible[0].x), std::abs(visible[0].y)) == Approx(5));
}
