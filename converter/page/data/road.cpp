#include <algorithm>
#include <cmath>
#include <variant>

#include "converter/page/data/machine.h"
#include "runtime/laws/roads/road_surface.h"

namespace mb {
namespace {

constexpr double kFlat = 2e-4;  // m: what a picture of a road may leave out

const Road* roadOfTyres(const CartesianModel& model) {
  for (const Force& force : model.forces) {
    if (const auto* const tyre = std::get_if<TyreForce>(&force.law)) return &model.roads[tyre->road];
  }
  return nullptr;
}

// The points of a line that cannot be left out, as Douglas and Peucker find them.
std::vector<std::array<double, 2>> thinnedLine(const std::vector<std::array<double, 2>>& line) {
  std::vector<bool> isKept(line.size(), false);
  isKept.front() = isKept.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> open{{0, line.size() - 1}};
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    const double slope = (line[last][1] - line[first][1]) / (line[last][0] - line[first][0]);
    std::size_t worst = first;
    double worstGap = kFlat;
    for (std::size_t k = first + 1; k < last; ++k) {
      const double gap = std::abs(line[k][1] - line[first][1] - slope * (line[k][0] - line[first][0]));
      if (gap <= worstGap) continue;
      worstGap = gap;
      worst = k;
    }
    if (worst == first) continue;
    isKept[worst] = true;
    open.emplace_back(first, worst);
    open.emplace_back(worst, last);
  }
  std::vector<std::array<double, 2>> kept;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (isKept[k]) kept.push_back(line[k]);
  }
  return kept;
}

}  // namespace

std::optional<RoadPicture> roadBetween(const CartesianModel& model, std::array<double, 2> x, std::array<double, 2> y) {
  const Road* const road = roadOfTyres(model);
  if (!road || !(x[0] < x[1])) return {};
  const RoadSurface surface = makeRoadSurface(*road);
  constexpr int kPieces = 4000;
  std::vector<double> places;
  for (int k = 0; k <= kPieces; ++k) places.push_back(x[0] + (x[1] - x[0]) * k / kPieces);
  for (const double place : surface.breaksX) {
    if (place > x[0] && place < x[1]) places.push_back(place);
  }
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  std::vector<std::array<double, 2>> line;
  for (const double place : places) line.push_back({place, heightAt(surface, place, (y[0] + y[1]) / 2).height});
  return RoadPicture{y, thinnedLine(line)};
}

}  // namespace mb
