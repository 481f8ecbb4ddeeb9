// The reader of recursive files: names and what they stand for, and one function per element.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/model/recursive.h"
#include "formats/recursive/origins.h"
#include "formats/shared_xml/elements_xml.h"

namespace mb {

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
  explicit RecursiveReader(Diagnostics& diagnostics);

  RecursiveModel read(XmlElement& root) &&;

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
  NameTable<InputIndex> inputs_{"input"};

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
  std::optional<JointIndex> findJoint(std::string_view name, const SourceRef& at) {
    return joints_.find(name, at, diagnostics_, "it must be the joint of a <link> or a <cut>");
  }
  template <class I>
  std::optional<I> findIn(NameTable<I>& names, std::string_view name, const SourceRef& at) {
    return names.find(name, at, diagnostics_, fmt::format("it must be a <{}> of this file", names.kind()));
  }
  void readText(XmlElement& element, std::string_view name, std::string& value) {
    if (const auto text = element.attribute(name)) value = text->text;
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

  // The link that an attribute names; the world when there is no such attribute.
  LinkIndex readLinkName(XmlElement& element, std::string_view attribute,
                         std::string_view otherwise = "it must be a <link> of this file");
  std::optional<std::string> readReference(ExpressionFunction::Argument kind, const std::string& name,
                                           const SourceRef& at);
  Dimension inputDimension(const std::string& name) const;
  // Links before cuts: a distance that stayed in the tree has its row among the cuts, under the same name.
  void placeJoints();
  void readWhole(XmlElement& element, std::string_view name, int& value);
  // pos= and rot= of the element. Nothing is made orthonormal: what is not, check() reports.
  Pose readPose(XmlElement& element);
  Pose readPoseChild(XmlElement& element, std::string_view name);
  MassProperties readMass(XmlElement& element);
  std::vector<Member> readMembers(XmlElement& element);
  void readRoot(XmlElement& root);
  void readFrameChange(XmlElement& element);
  // Of the source, for reports: this file is in SI.
  void readUnits(XmlElement& element);
  void readAxes(XmlElement& element);
  void readJointFields(XmlElement& element, JointFields& joint);
  void readState(XmlElement& element, std::string_view name, int count, std::vector<double>& values);
  void readLink(XmlElement& element);
  void readCut(XmlElement& element);
  void readRod(XmlElement& element);
  void readEnd(XmlElement& element, Rod::End& end);
  void readMarker(XmlElement& element);
};

}  // namespace mb
