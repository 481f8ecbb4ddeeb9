// docs/elements.xsd is what the tables and descriptions of the model say: joints, forces with their attributes, tyres,
// functions of time, stops, roads, drivers. Both schemas include it. MB_ACCEPT=1 writes it anew.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "formats/model/joints/joint_types.h"
#include "formats/model/tyres/tyre.h"
#include "formats/shared_xml/element_fields.h"
#include "tests/support/test.h"

namespace mb {
namespace {

// Numbers of the Cartesian format may be arithmetic over parameters, and are texts; the recursive format has numbers.
enum class Kind { given, written };

struct Attribute {
  std::string name;
  std::vector<std::string> types;  // any of them
  std::vector<std::string> words;  // or one of these
  bool isRequired = false;
};

// Notes the fields that are described to it.
class AttributeList {
 public:
  explicit AttributeList(Kind kind, bool mayNameJoint = false) : kind_(kind), mayNameJoint_(mayNameJoint) {}

  std::vector<Attribute> attributes;

  template <class... T>
  void required(std::string_view name, T&&...) {
    add(name, "number", true);
  }
  template <class... T>
  void number(std::string_view name, T&&...) {
    add(name, "number", false);
  }
  template <class... T>
  void kept(std::string_view name, T&&...) {
    add(name, "number", false);
  }
  template <class... T>
  void optional(std::string_view name, T&&...) {
    add(name, "number", false);
  }
  void count(std::string_view name, int) { add(name, "xs:nonNegativeInteger", false); }
  template <class... T>
  void numbers(std::string_view name, T&&...) {
    add(name, "numbers", true);
  }
  template <class... T>
  void vector(std::string_view name, T&&...) {
    add(name, "vector", false);
  }
  template <class... T>
  void matrix(std::string_view name, T&&...) {
    add(name, "matrix", false);
  }
  template <class... T>
  void expression(std::string_view name, T&&...) {
    add(name, "nonEmpty", false);
  }
  template <class... T>
  void marker(std::string_view name, T&&...) {
    add(name, "nonEmpty", !mayNameJoint_);
  }
  template <class... T>
  void optionalMarker(std::string_view name, T&&...) {
    add(name, "nonEmpty", false);
  }
  template <class... T>
  void spline(std::string_view name, T&&...) {
    add(name, "nonEmpty", false);
  }
  template <class... T>
  void road(std::string_view name, T&&...) {
    add(name, "nonEmpty", true);
  }
  template <class... T>
  void tyre(std::string_view name, T&&...) {
    add(name, "nonEmpty", true);
  }
  void interpolation(Interpolation) { attributes.push_back({"interpolation", {"interpolation"}, {}, false}); }
  template <class Enum>
  void choice(std::string_view name, Enum, std::initializer_list<std::string_view> words) {
    attributes.push_back({std::string(name), {}, {words.begin(), words.end()}, false});
  }

 private:
  Kind kind_;
  bool mayNameJoint_;  // instead of markers
  void add(std::string_view name, std::string_view type, bool isRequired) {
    attributes.push_back({std::string(name), {std::string(kind_ == Kind::given ? "xs:string" : type)}, {}, isRequired});
  }
};

std::string enumeration(const std::vector<std::string>& words) {
  std::string text = "<xs:restriction base=\"xs:string\">\n";
  for (const std::string& word : words) text += fmt::format("<xs:enumeration value=\"{}\"/>\n", word);
  return text + "</xs:restriction>\n";
}

std::string textOf(const Attribute& attribute) {
  const std::string use = attribute.isRequired ? " use=\"required\"" : "";
  if (attribute.types.size() == 1)
    return fmt::format("<xs:attribute name=\"{}\" type=\"{}\"{}/>\n", attribute.name, attribute.types[0], use);
  const std::string type = attribute.types.empty()
                               ? enumeration(attribute.words)
                               : fmt::format("<xs:union memberTypes=\"{}\"/>\n", fmt::join(attribute.types, " "));
  return fmt::format("<xs:attribute name=\"{}\"{}>\n<xs:simpleType>\n{}</xs:simpleType>\n</xs:attribute>\n",
                     attribute.name, use, type);
}

std::string textOf(const std::vector<Attribute>& attributes) {
  std::string text;
  for (const Attribute& attribute : attributes) text += textOf(attribute);
  return text;
}

// The attributes of all forces at once: which go with which type a schema of version 1.0 cannot say.
std::vector<Attribute> forceAttributes(Kind kind) {
  std::vector<Attribute> all;
  int laws = 0;
  std::map<std::string, int> requiredBy;
  forEachForceType([&](const auto& law) {
    ++laws;
    AttributeList list(kind, kind == Kind::given && law.kEndAxes == EndAxes::axis);
    law.describe(law, list);
    for (const Attribute& attribute : list.attributes) {
      requiredBy[attribute.name] += attribute.isRequired ? 1 : 0;
      const auto known = std::ranges::find(all, attribute.name, &Attribute::name);
      if (known == all.end()) {
        all.push_back(attribute);
        continue;
      }
      CHECK(known->words == attribute.words);
      for (const std::string& type : attribute.types) {
        if (std::ranges::count(known->types, type) == 0) known->types.push_back(type);
      }
    }
  });
  for (Attribute& attribute : all) attribute.isRequired = requiredBy[attribute.name] == laws;
  return all;
}

std::string simpleType(std::string_view name, const std::vector<std::string>& words) {
  return fmt::format("<xs:simpleType name=\"{}\">\n{}</xs:simpleType>\n", name, enumeration(words));
}

std::string attributeGroup(std::string_view name, const std::vector<Attribute>& attributes) {
  return fmt::format("<xs:attributeGroup name=\"{}\">\n{}</xs:attributeGroup>\n", name, textOf(attributes));
}

// What can be described, with its attributes.
template <class Part, class... Dimensions>
std::vector<Attribute> attributesOf(Kind kind, const Dimensions&... dimensions) {
  AttributeList list(kind);
  const Part part{};
  describeFields(part, list, dimensions...);
  return list.attributes;
}

std::string element(std::string_view name, const std::vector<Attribute>& attributes) {
  return fmt::format("<xs:element name=\"{}\">\n<xs:complexType>\n{}</xs:complexType>\n</xs:element>\n", name,
                     textOf(attributes));
}

// One element out of several: those of the alternatives of a variant.
template <class... Parts>
std::string elements(Kind kind, std::type_identity<std::variant<Parts...>>) {
  return (element(Parts::kType, attributesOf<Parts>(kind)) + ...);
}
std::string functionElements(Kind kind) {
  std::string text;
  [&]<std::size_t... k>(std::index_sequence<k...>) {
    ((text +=
      element(kFunctionElements[k], attributesOf<std::variant_alternative_t<k, TimeFunction>>(kind, dimension::kNone))),
     ...);
  }
  (std::make_index_sequence<kFunctionElements.size()>());
  return text;
}
std::string group(std::string_view name, const std::string& choice) {
  return fmt::format("<xs:group name=\"{}\">\n<xs:choice>\n{}</xs:choice>\n</xs:group>\n", name, choice);
}

std::string partsOf(Kind kind) {
  const std::string prefix = kind == Kind::given ? "given" : "written";
  AttributeList driver(kind);
  const Driver described;
  Driver::describe(described, driver);
  const CoordinateDimensions dimensions;
  return attributeGroup(prefix + "Force", forceAttributes(kind)) +
         attributeGroup(prefix + "Limit", attributesOf<Limit>(kind, dimensions)) +
         attributeGroup(prefix + "Friction", attributesOf<Friction>(kind, dimensions)) +
         attributeGroup(prefix + "Initial", attributesOf<InitialCoordinate>(kind, dimensions)) +
         attributeGroup(prefix + "Driver", driver.attributes) + group(prefix + "Function", functionElements(kind)) +
         group(prefix + "RoadPiece", elements(kind, std::type_identity<RoadPiece>()) +
                                         element(FrictionPatch::kType, attributesOf<FrictionPatch>(kind))) +
         group(prefix + "Path", elements(kind, std::type_identity<DriverPath>()));
}

constexpr std::string_view kHead = R"(<?xml version="1.0" encoding="UTF-8"?>
<!-- What cartesian.xsd (given) and recursive.xsd (written) include: the catalogues of joints, forces, tyres and functions. Made from the tables of
     the program by tests/formats/shared_xml/schema_test.cpp; MB_ACCEPT=1 with that test writes it anew. -->
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
<xs:simpleType name="nonEmpty"><xs:restriction base="xs:string"><xs:minLength value="1"/></xs:restriction></xs:simpleType>
  <!-- Not xs:double, which has INF and NaN. -->
<xs:simpleType name="number"><xs:restriction base="xs:string"><xs:pattern value="-?[0-9]+(\.[0-9]+)?(e[+\-]?[0-9]+)?"/></xs:restriction></xs:simpleType>
<xs:simpleType name="numbers"><xs:list itemType="number"/></xs:simpleType>
<xs:simpleType name="vector"><xs:restriction base="numbers"><xs:length value="3"/></xs:restriction></xs:simpleType>
<xs:simpleType name="matrix"><xs:restriction base="numbers"><xs:length value="36"/></xs:restriction></xs:simpleType>
)";

// Two blanks for every element around a line.
std::string indented(const std::string& text) {
  std::string result;
  std::istringstream lines(text);
  int depth = 0;
  bool isComment = false;
  for (std::string line; std::getline(lines, line);) {
    const bool isTag = !isComment && line.starts_with("<xs:");
    const bool isEnd = line.starts_with("</");
    if (isEnd) --depth;
    result += (isTag || isEnd ? std::string(static_cast<std::size_t>(2 * depth), ' ') : "") + line + "\n";
    const bool isClosed = line.ends_with("/>") || line.find("</") != std::string::npos;
    if (isTag && !isClosed) ++depth;
    isComment = (isComment || line.starts_with("<!--")) && line.find("-->") == std::string::npos;
  }
  return result;
}

std::string schema() {
  std::vector<std::string> joints;
  for (const JointType& type : jointTypes()) joints.emplace_back(type.name);
  joints.emplace_back("general");
  std::vector<std::string> tyres;
  for (const TyreType& type : tyreTypes()) tyres.emplace_back(type.name);
  return indented(std::string(kHead) + simpleType("jointType", joints) + simpleType("forceType", forceTypes()) +
                  simpleType("tyreType", tyres) + simpleType("interpolation", kInterpolationNames) +
                  simpleType("couplerKind", kCouplerKinds) + partsOf(Kind::given) + partsOf(Kind::written) +
                  "</xs:schema>\n");
}

}  // namespace

TEST_CASE("docs/elements.xsd says what the tables of joints and tyres and the descriptions of elements say") {
  const std::string path = MB_SOURCE_DIR "/docs/elements.xsd";
  const std::string wanted = schema();
  if (std::getenv("MB_ACCEPT") != nullptr) std::ofstream(path) << wanted;
  std::stringstream found;
  found << std::ifstream(path).rdbuf();
  const bool isTheSame = found.str() == wanted;
  INFO("the model has changed: MB_ACCEPT=1 with this test writes docs/elements.xsd anew");
  CHECK(isTheSame);
}

}  // namespace mb
