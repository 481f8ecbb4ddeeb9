#include "converter/commands/model_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>

#include "converter/conversion/plan_file.h"
#include "formats/formats.h"
#include "formats/model/basics/limits.h"
#include "formats/model/basics/numbers.h"
#include "formats/model/checks/loop_tolerance.h"

namespace mb {
namespace {

using Words = std::vector<std::string>;

// "revolute=1.2" or "upper_ball=2": a type's weight, or a joint's.
std::string takeWeights(const Words& words, PlanningRequest& request) {
  for (const std::string& text : words) {
    const std::size_t split = text.rfind('=');
    const auto value =
        split == std::string::npos ? std::nullopt : parseNumber(std::string_view(text).substr(split + 1));
    if (!value || split == 0 || *value < 0 || *value > limits::kLargestWeight) {
      return fmt::format("'{}' is not NAME=WEIGHT with a joint type or joint and a number from 0 to {}", text,
                         limits::kLargestWeight);
    }
    const auto [place, isNew] = request.plan.weights.insert({text.substr(0, split), weightFrom(*value)});
    if (!isNew) return fmt::format("the weight of '{}' is given twice", place->first);
  }
  return {};
}

Option weightsOption(PlanningRequest& request) {
  return list(
      "--weights", "NAME=W", [&request](const Words& words) { return takeWeights(words, request); },
      "weights instead of Tsai and Haug's, by joint type or joint name");
}

std::string takeRods(const Words& words, PlanningRequest& request) {
  RodOptions& rods = request.plan.rods;
  const auto isMode = [](const std::string& word) { return word == "auto" || word == "keep" || word == "list"; };
  if (words.size() > 1 && std::ranges::any_of(words, isMode)) {
    return fmt::format("'{}' is contradictory: auto, keep and list stand alone", fmt::join(words, ","));
  }
  request.listRods = words == Words{"list"};
  request.rodsAsked = !request.listRods;
  if (words == Words{"auto"}) {
    rods.mode = RodOptions::Mode::automatic;
  } else if (words == Words{"keep"}) {
    rods.mode = RodOptions::Mode::keep;
  } else if (!request.listRods) {
    rods.mode = RodOptions::Mode::listed;
    rods.bodies = words;
  }
  return {};
}

Option rodsOption(PlanningRequest& request) {
  Option option = list(
      "--rods", "auto|keep|list|BODY,...", [&request](const Words& words) { return takeRods(words, request); },
      "auto: remove bars between ball joints where that is best and exact; keep: remove none; list: list the rods, and "
      "why other bodies are not rods; or the names of the bodies to remove");
  option.choices = {"auto", "keep", "list"};
  option.takesOthers = true;
  return option;
}

Option rodToleranceOption(PlanningRequest& request) {
  Option option = number("--rod-tolerance", "FLOAT", request.plan.rods.tolerance, {0, 1},
                         "axial inertia of a rod that may be neglected, as a share of its transverse inertia");
  option.take = [&request, take = option.take](const Words& words) {
    request.rodToleranceAsked = true;
    return take(words);
  };
  return option;
}

void mergePlanFile(const PlanningRequest& request, PlanOptions& plan, Diagnostics& diagnostics) {
  PlanOptions file;
  readPlan(request.planFile, file, diagnostics);
  for (const auto list : {&PlanOptions::base, &PlanOptions::cut, &PlanOptions::keep, &PlanOptions::prefer}) {
    (plan.*list).insert((plan.*list).end(), (file.*list).begin(), (file.*list).end());
  }
  plan.weights.merge(file.weights);  // existing weights win
  if (request.rodsAsked)
    std::erase_if(file.places, [](const auto& place) { return place.first.first == PlanItem::rod; });
  else
    std::tie(plan.rods.mode, plan.rods.bodies) = std::tie(file.rods.mode, file.rods.bodies);
  if (!request.rodToleranceAsked) plan.rods.tolerance = file.rods.tolerance;
  plan.places = std::move(file.places);
  plan.model = file.model;
  plan.modelAt = file.modelAt;
}

}  // namespace

std::vector<std::string> ModelRequest::files() const {
  std::vector<std::string> files = input.read.tyres;
  files.push_back(path);
  return files;
}

bool PlanningRequest::isAny() const {
  return !plan.base.empty() || !plan.cut.empty() || !plan.keep.empty() || !plan.prefer.empty() ||
         !plan.weights.empty() || plan.idealise.tolerance || !plan.idealise.isWanted || rodsAsked ||
         rodToleranceAsked || listRods || !planFile.empty();
}

Option modelOption(ModelRequest& request, const std::string& what) {
  return required(file("model", "MODEL", request.path, what + "; - reads standard input"));
}

std::vector<Option> inputOptions(ModelRequest& request, const std::string& formatOption) {
  Option format = text(formatOption, "FORMAT", request.input.format,
                       "format of the file, by its name in `mbconvert formats`; by default recognised by its content");
  for (const Format& one : formats()) format.choices.emplace_back(one.name);
  return inGroup(
      "Input",
      {format,
       list("--lock", "PATTERN,...", request.input.lock,
            "joints to hold at their initial position, by name; * stands for any characters, ? for one"),
       list("--hold", "BODY,...", request.input.hold, "bodies to fix to the ground where they start"),
       files("--tyre", "FILE", request.input.read.tyres,
             "file of the tyres, for formats that keep them apart (Chrono): one for all wheels, or one per axle"),
       repeated("--param", "NAME=VALUE", request.input.read.parameters,
                "value of a <param> instead of the file's, in its unit or with one: k=2e4, \"k=20 N/mm\"; again for "
                "another"),
       flag("--strict", request.input.strict, "treat what cannot be translated and changes the motion as an error")});
}

std::vector<Option> planningOptions(PlanningRequest& request) {
  PlanOptions& plan = request.plan;
  return inGroup(
      "Planning",
      {alsoCalled(list("--base", "BODY", plan.base, "body to take as the base, one per component"), "--root"),
       list("--cut", "JOINT", plan.cut, "joints (or rods) that must be cut"),
       list("--keep", "JOINT", plan.keep, "joints (or rods) that must stay in the tree"),
       list("--prefer", "JOINT", plan.prefer, "joints to keep in the tree where that costs no weight"),
       weightsOption(request), rodsOption(request), rodToleranceOption(request),
       number("--loop-tolerance", "T", plan.idealise.tolerance, {1e-12, kLargestLoopTolerance},
              "how far rounding may keep a loop from closing, in radians or as a share of its size; by default from "
              "the digits of the file, or 1e-4"),
       flag("--no-idealise", plan.idealise.isWanted,
            "keep the frames of joints as the file gives them, even where a loop does not quite close", false),
       file("--plan", "FILE", request.planFile, "obey a plan file written by `mbconvert plan`")});
}

PlanOptions planOf(const PlanningRequest& request, Diagnostics& diagnostics) {
  PlanOptions plan = request.plan;
  if (!request.planFile.empty()) mergePlanFile(request, plan, diagnostics);
  if (request.rodToleranceAsked && plan.rods.mode == RodOptions::Mode::keep) {
    diagnostics
        .warning({}, Code::optionWithoutEffect,
                 fmt::format("with {} no rod is looked for: --rod-tolerance has no effect",
                             request.rodsAsked ? "--rods keep" : "<rods mode=\"keep\"> in the plan"))
        .withHint("leave out one of the two");
  }
  return plan;
}

}  // namespace mb
