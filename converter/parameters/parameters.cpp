#include "converter/parameters/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "converter/tables/files/glob.h"
#include "formats/model/basics/units.h"
#include "formats/model/tyres/tyre.h"

namespace mb {
namespace {

// Visits the fields of a force. Rates of springs and dampers are the usual ones.
class Fields {
 public:
  Fields(const std::string& force, std::vector<Parameter>& out) : force_(force), out_(out) {}

  template <class... More>
  void number(std::string_view name, double& value, const Dimension& dimension, More&&...) {
    const bool isRate = name == "k" || name == "c" || name == "kt" || name == "ct";
    // A number that is zero is one that the force does not have: to give it one is to change the model.
    if (value == 0) return;
    add(std::string(name), value, dimension, isRate, !isRate);
  }
  void matrix(std::string_view name, Matrix6& value, const Dimension& dimension) {
    for (int k = 0; k < 6; ++k) {
      if (value(k, k) == 0) continue;
      Dimension of = dimension;  // of the first three: per length; of the others: times length, per angle
      of.length += k < 3 ? -1 : 1;
      of.angle -= k < 3 ? 0 : 1;
      add(fmt::format("{}[{}]", name, k + 1), value(k, k), of, true, false);
    }
  }
  template <class... More>
  void vector(std::string_view name, Vector3& value, const Dimension& dimension, More&&...) {
    for (int k = 0; k < 3; ++k) {
      if (value(k) != 0) add(fmt::format("{}[{}]", name, k + 1), value(k), dimension, false, true);
    }
  }
  template <class... Any>
  void marker(Any&&...) {}
  template <class... Any>
  void optionalMarker(Any&&...) {}
  template <class... Any>
  void spline(Any&&...) {}
  template <class... Any>
  void expression(Any&&...) {}
  template <class Choice>
  void choice(std::string_view, Choice&, std::initializer_list<std::string_view>) {}
  template <class... Any>
  void road(Any&&...) {}
  template <class... Any>
  void tyre(Any&&...) {}

 private:
  void add(const std::string& name, double& value, const Dimension& dimension, bool isUsual, bool isNegativeToo) {
    if (name == "side") return;  // a mirror, and no quantity
    out_.push_back({force_ + "." + name, unitText({}, dimension), &value, isUsual, isNegativeToo});
  }
  const std::string& force_;
  std::vector<Parameter>& out_;
};

void addTyre(Tyre& tyre, std::vector<Parameter>& out) {
  for (std::size_t k = 0; k < tyre.values.size(); ++k) {
    const TyreKey& key = tyre.type->keys[k];
    // Scale factors of the Magic Formula are named after what they scale: LMUX, LKY.
    const bool isScale = key.name.starts_with('L') && key.dimension == dimension::kNone && key.standard == 1.0;
    out.push_back(
        {fmt::format("{}.{}", tyre.name, key.name), unitText({}, key.dimension), &tyre.values[k], isScale, true});
  }
}

}  // namespace

std::vector<Parameter> parametersIn(RecursiveModel& model) {
  std::vector<Parameter> out;
  for (Link& link : model.links) {
    if (link.massProperties.mass > 0)
      out.push_back({link.name + ".mass", unitText({}, dimension::kMass), &link.massProperties.mass, true, false});
  }
  for (Rod& rod : model.rods) {
    if (rod.mass > 0) out.push_back({rod.body + ".mass", unitText({}, dimension::kMass), &rod.mass, true, false});
  }
  for (Force& force : model.forces) {
    Fields fields(force.name, out);
    describe(force, fields);
  }
  for (Tyre& tyre : model.tyres) addTyre(tyre, out);
  // Bodies, forces and tyres may share names; then the first one keeps its path.
  std::set<std::string> taken;
  std::erase_if(out, [&](const Parameter& one) { return !taken.insert(one.path).second; });
  return out;
}

std::vector<std::string> chosenPaths(RecursiveModel& model, const std::vector<std::string>& patterns,
                                     Diagnostics& diagnostics) {
  const std::vector<Parameter> all = parametersIn(model);
  for (const std::string& pattern : patterns) {
    if (std::ranges::any_of(all, [&](const Parameter& one) { return matchesPattern(pattern, one.path); })) continue;
    std::vector<std::string> known;
    for (const Parameter& one : all) known.push_back(one.path);
    const std::string guess = didYouMean(pattern, known);
    diagnostics.error({}, Code::optionNamesNothing, fmt::format("no number of the model matches '{}'", pattern))
        .withHint(!guess.empty()  ? guess
                  : known.empty() ? "nothing of this model can be tuned"
                                  : fmt::format("numbers are named like '{}'; * matches any characters", known.back()));
  }
  std::vector<std::string> paths;
  for (const Parameter& one : all) {
    const bool isChosen =
        patterns.empty() ? one.isUsual : std::ranges::any_of(patterns, [&](const std::string& pattern) {
          return matchesPattern(pattern, one.path);
        });
    if (isChosen) paths.push_back(one.path);
  }
  return paths;
}

}  // namespace mb
