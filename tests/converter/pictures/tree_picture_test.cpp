// The picture of the tree: every body and every cut is there, no label lies on another one, on a line or on a disc, and
// names are inside their boxes.
#include <tinyxml2.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>

#include "converter/pictures/svg_style.h"
#include "converter/pictures/text_width.h"
#include "converter/pictures/tree_svg.h"
#include "tests/support/areas.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

Area areaOfBox(const PictureBox& box) {
  return {box.corner.x, box.corner.y, box.corner.x + box.width, box.corner.y + kBoxHeight, box.title};
}

std::vector<Area> linesOf(const TreePicture& picture) {
  constexpr double kHalfStroke = 0.7;
  std::vector<Area> lines;
  for (const PictureEdge& edge : picture.edges) {
    for (std::size_t k = 0; k + 1 < edge.points.size(); ++k) {
      const auto [x, right] = std::minmax(edge.points[k].x, edge.points[k + 1].x);
      const auto [y, bottom] = std::minmax(edge.points[k].y, edge.points[k + 1].y);
      lines.push_back({x - (x == right ? kHalfStroke : 0), y - (y == bottom ? kHalfStroke : 0),
                       right + (x == right ? kHalfStroke : 0), bottom + (y == bottom ? kHalfStroke : 0), "a line"});
    }
  }
  return lines;
}

std::vector<std::string> linesThroughLabels(const TreePicture& picture) {
  const std::vector<Area> lines = linesOf(picture);
  std::vector<std::string> found;
  for (const PictureText& text : picture.texts) {
    const Area area = areaOf(text);
    for (const Area& line : lines) {
      if (overlap(area, line)) found.push_back("a line through " + text.text);
    }
  }
  return found;
}

void checkPicture(const Conversion& conversion, Fold fold = Fold::automatic) {
  const TreePicture picture = layOutTree(conversion, fold);
  const Area page{0, 0, picture.width, picture.height, "page"};
  std::vector<Area> labels;
  for (const PictureText& text : picture.texts) labels.push_back(areaOf(text));
  for (const PictureGlyph& glyph : picture.glyphs) labels.push_back(areaOf(glyph));
  for (const Area& label : labels) CHECK(isInside(label, page));
  CHECK(overlaps(labels) == std::vector<std::string>{});
  CHECK(linesThroughLabels(picture) == std::vector<std::string>{});

  std::vector<Area> boxes;
  for (const PictureBox& box : picture.boxes) boxes.push_back(areaOfBox(box));
  CHECK(overlaps(boxes) == std::vector<std::string>{});
  // A text that touches a box is the name inside it, and leaves room for the numbers of cuts.
  std::size_t names = 0;
  for (const PictureText& text : picture.texts) {
    for (const PictureBox& box : picture.boxes) {
      Area inner = areaOfBox(box);
      if (!overlap(areaOf(text), inner)) continue;
      inner.right -= kTagPitch * static_cast<double>(box.tags.size());
      CHECK(isInside(areaOf(text), inner));
      ++names;
    }
  }
  CHECK(names == picture.boxes.size());
}

std::size_t bodiesInTree(const Plan& plan) { return plan.bases.size() + plan.tree.size(); }

}  // namespace

TEST_CASE("no label of a tree's picture lies on another one or on a line, in every sample") {
  for (const std::string& sample : sampleNames()) {
    INFO(sample);
    const Conversion conversion = convertModel(readSample(sample));
    for (const Fold fold : {Fold::automatic, Fold::always, Fold::never}) {
      checkPicture(conversion, fold);
      const TreePicture picture = layOutTree(conversion, fold);
      CHECK(picture.boxes.size() + static_cast<std::size_t>(picture.leftOut) ==
            bodiesInTree(conversion.plan) + conversion.plan.cuts.size());
    }
  }
}

TEST_CASE("a tree's picture shows the number of a cut at both of its bodies") {
  const Conversion conversion = convertModel(readSample("hmmwv"));
  std::vector<int> tags;
  for (const PictureBox& box : layOutTree(conversion).boxes) tags.insert(tags.end(), box.tags.begin(), box.tags.end());
  std::ranges::sort(tags);
  CHECK(tags == std::vector<int>{1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8});
}

TEST_CASE("a tree's picture is well-formed XML and has every name") {
  Conversion conversion = convertModel(readSample("wishbone_corner"));
  conversion.source.name = "räd <\"&'>";
  checkPicture(conversion);
  tinyxml2::XMLDocument document;
  REQUIRE(document.Parse(treeSvg(conversion).c_str()) == tinyxml2::XML_SUCCESS);
  std::set<std::string> texts;
  for (const auto* text = document.RootElement()->FirstChildElement("text"); text;
       text = text->NextSiblingElement("text")) {
    if (text->GetText()) texts.insert(text->GetText());
  }
  for (const char* name :
       {"chassis", "wheel", "lower_arm_hinge", "tie_rod: 1 row, 6.0", "räd <\"&'>: the chosen spanning tree"}) {
    CHECK(texts.contains(name));
  }
}

TEST_CASE("a tree's picture says in every part which body or joint it stands for") {
  Conversion conversion = convertModel(readSample("wishbone_corner"));
  for (Joint& joint : conversion.model.joints) {
    if (joint.name == "tie_rod") joint.name = "tie<\"&'>";
  }
  tinyxml2::XMLDocument document;
  REQUIRE(document.Parse(treeSvg(conversion, {.isInline = true}).c_str()) == tinyxml2::XML_SUCCESS);
  std::map<std::string, int> boxes;
  std::map<std::string, int> lines;
  for (const auto* part = document.RootElement()->FirstChildElement(); part; part = part->NextSiblingElement()) {
    if (part->FirstChildElement("title")) ++boxes[part->Attribute("data-body")];
    if (part->Name() == std::string("path")) ++lines[part->Attribute("data-joint")];
    CHECK(part->Attribute("id") == nullptr);
    CHECK(part->Name() != std::string("style"));
  }
  // Both cuts close to bodies that have a box of their own.
  CHECK(boxes == std::map<std::string, int>{{"chassis", 2}, {"lower_arm", 1}, {"upper_arm", 2}, {"wheel", 1}});
  CHECK(lines ==
        std::map<std::string, int>{
            {"lower_arm_hinge", 1}, {"lower_ball", 1}, {"upper_arm_hinge", 1}, {"upper_ball", 1}, {"tie<\"&'>", 1}});
}

TEST_CASE("every colour of a picture in a page is one of the page's, and every colour of a file is a value") {
  const std::string rules = pictureRules();
  CHECK(contains(rules, ".picture .box{fill:var(--card);stroke:var(--second)}"));
  CHECK_FALSE(contains(rules, "#"));
  CHECK_FALSE(contains(rules, "$"));
  const std::string inFile = pictureRulesWithColours();
  CHECK_FALSE(contains(inFile, "var("));
  CHECK_FALSE(contains(inFile, "$"));
  CHECK(contains(inFile, "prefers-color-scheme:dark"));
}

TEST_CASE("the pictures of trees in the documents are what the program draws") {
  for (const auto& [sample, name] : {std::pair{"hmmwv", "hmmwv_tree"}, std::pair{"truck_expanded", "truck_tree"}}) {
    const std::string path = sourcePath(fmt::format("docs/pictures/{}.svg", name));
    const std::string drawn = treeSvg(convertModel(readSample(sample)));
    if (std::getenv("MB_ACCEPT") != nullptr) std::ofstream(path) << drawn;
    CHECK(readText(path) == drawn);
  }
}

TEST_CASE("a tree's picture leaves out the middle of long chains and bodies that only divide a joint") {
  const Conversion track = convertModel(readSample("track_ring"));
  const TreePicture picture = layOutTree(track);
  CHECK(picture.width < 1500);
  CHECK(picture.leftOut > 60);
  const Conversion car = convertModel(readSample("truck_expanded"));
  CHECK(layOutTree(car).leftOut > 0);
}

TEST_CASE("corners that differ in one part of their names are drawn once") {
  const auto bracketsOf = [](const std::string& sample, Fold fold) {
    std::vector<std::string> texts;
    for (const PictureText& text : layOutTree(convertModel(readSample(sample)), fold).texts) {
      if (text.text.starts_with("×")) texts.push_back(text.text);
    }
    return texts;
  };
  using Texts = std::vector<std::string>;
  CHECK(bracketsOf("hmmwv", Fold::always) == Texts{"×4: fl, fr, rl, rr; cuts 1 to 8"});
  CHECK(bracketsOf("hmmwv", Fold::automatic) == Texts{});
  // The front corners share the steering.
  CHECK(bracketsOf("hmmwv_full", Fold::always) == Texts{"×2: rl, rr; cuts 6 to 9"});
  // More than 60 bodies. The trailer has three axles alike; left and right of an axle share its loops.
  CHECK(bracketsOf("truck_expanded", Fold::automatic) == Texts{"×3: t1, t2, t3; cuts 5 to 7"});
  CHECK(bracketsOf("truck_expanded", Fold::never) == Texts{});
}

TEST_CASE("what is drawn once for several names all of them") {
  const Conversion conversion = convertModel(readSample("hmmwv"));
  std::set<std::string> bodies;
  std::set<std::string> joints;
  for (const PictureBox& box : layOutTree(conversion, Fold::always).boxes) {
    bodies.insert(box.subject.bodies.begin(), box.subject.bodies.end());
    joints.insert(box.subject.joints.begin(), box.subject.joints.end());
  }
  for (const char* corner : {"fl", "fr", "rl", "rr"}) {
    CHECK(bodies.contains(std::string(corner) + "_wheel"));
    CHECK(joints.contains(std::string(corner) + "_upper_ball"));  // at the ghost of a cut
  }
  CHECK_FALSE(bodies.contains("chassis"));
  const std::string svg = treeSvg(conversion, {.isInline = true, .fold = Fold::always});
  CHECK(contains(svg, "data-body=\"fl_wheel\" data-bodies=\"fl_wheel&#10;fr_wheel&#10;rl_wheel&#10;rr_wheel\""));
}

TEST_CASE("corners that differ in more than names are drawn each") {
  CartesianModel model = readSample("hmmwv");
  const auto isTieRod = [](const Joint& joint) { return joint.name == "rr_tie_rod"; };
  std::ranges::find_if(model.joints, isTieRod)->weight = 7 * kWeightUnit;
  const TreePicture picture = layOutTree(convertModel(model), Fold::always);
  const auto bracket = [](const PictureText& text) { return text.text.starts_with("×3: fl, fr, rl; cuts 1 to 6"); };
  CHECK(std::ranges::any_of(picture.texts, bracket));
  CHECK(std::ranges::any_of(picture.texts, [](const PictureText& text) { return text.text == "rr_wheel"; }));
}

TEST_CASE("text is as wide as DejaVu Sans prints it") {
  // Advances of the face in units of 1/2048 em: m 1995, i 569, blank 651.
  CHECK(textWidth("mi ") == Approx((1995 + 569 + 651) / 2048.0).epsilon(1e-3));
  CHECK(textWidth("ä中") == 2);
}
