// Compares ranks and pivots from the choice of coordinates with known ones: rank_study [COUNT], by default 10,000
// matrices, two thirds of them with a rank known by construction, the rest from the samples, judged by singular values
// in extended precision. Exits with 1 if a rank is wrong. Then come rows that agree to fewer digits.
#include <fmt/format.h>

#include <Eigen/SVD>
#include <algorithm>
#include <cstdlib>

#include "tests/support/machines/rank_cases.h"

using namespace mb;
using namespace mb::testing;

namespace {

// By Jacobi rotations with a 64-bit mantissa, independent of the program's code.
Eigen::VectorXd extendedSingularValues(const Eigen::MatrixXd& J) {
  using Extended = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  return Eigen::JacobiSVD<Extended>(J.cast<long double>()).singularValues().cast<double>();
}

struct Group {
  std::string name;
  std::vector<RankVerdict> verdicts;
  int unclear = 0;
  int unclosed = 0;
};

int wrongOf(const Group& group) {
  return static_cast<int>(
      std::ranges::count_if(group.verdicts, [](const RankVerdict& v) { return v.decided != v.expected; }));
}

void print(const Group& group) {
  std::vector<double> ratios;
  for (const RankVerdict& v : group.verdicts) {
    if (v.decided == v.expected && v.expected > 0) ratios.push_back(v.conditionRatio);
  }
  std::ranges::sort(ratios);
  const auto at = [&](double share) {
    return ratios.empty() ? 1 : ratios[static_cast<std::size_t>(share * static_cast<double>(ratios.size() - 1))];
  };
  fmt::print("| {} | {} | {} | {:.2f} | {:.2f} | {:.3g} | {} | {} |\n", group.name, group.verdicts.size(),
             wrongOf(group), at(0.5), at(0.99), at(1), group.unclear, group.unclosed);
  std::fflush(stdout);
}

// Chains of four-bars, away from and in the singular position: all coordinates but one depend on the others, or half of
// them. Large ones exceed the size up to which full pivoting is used.
Group chains(const char* name, int first, int last, int stride, bool inLine) {
  Group group{name, {}, 0, 0};
  for (int windows = first; windows <= last; windows += stride) {
    const CartesianModel model = leaningFourBars(windows, inLine ? std::acos(0.0) : 0.02 * windows, 0);
    group.verdicts.push_back(judgeModel(model, inLine ? windows : 2 * windows));
  }
  return group;
}

Group familyGroup(const RankFamily& family, int count, Random& random) {
  Group group{family.name, {}, 0, 0};
  for (int k = 0; k < count; ++k) group.verdicts.push_back(family.make(random));
  return group;
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 10'000;
  Random random(1);
  std::vector<Group> groups;
  fmt::print(
      "| matrices | number | wrong ranks | condition by full pivoting's: median | 99 % | worst | no gap | not closed "
      "|\n");
  fmt::print("|---|---|---|---|---|---|---|---|\n");
  const auto add = [&](Group group) {
    print(group);
    groups.push_back(std::move(group));
  };
  const int synthetic = count * 2 / 3;
  for (const RankFamily& family : rankFamilies()) add(familyGroup(family, synthetic * family.share / 1000, random));
  add(chains("chains of 1 to 60 four-bars", 1, 60, 1, false));
  add(chains("the same in line", 1, 60, 1, true));
  add(chains("chains of 72 to 100 four-bars", 72, 100, 4, false));
  add(chains("the same in line", 72, 100, 4, true));
  Group known{"samples in line and at dead centres", {}, 0, 0};
  for (const KnownPosition& position : knownPositions()) {
    known.verdicts.push_back(judgeModel(position.model, position.rank));
  }
  add(std::move(known));
  std::size_t done = 0;
  for (const Group& group : groups) done += group.verdicts.size();

  // A sample with more blocks gets fewer positions, so that each gives as many matrices as needed.
  std::vector<std::pair<std::string, RecursiveModel>> samples;
  for (const std::string& name : sampleNames()) {
    const RecursiveModel model = convertModel(readSample(name)).recursive;
    if (!makeMechanism(model).blocks.empty()) samples.emplace_back(name, model);
  }
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const auto& [name, model] = samples[k];
    const std::size_t wanted = (std::max(static_cast<std::size_t>(count), done) - done) / (samples.size() - k);
    Group group{fmt::format("`{}`", name), {}, 0, 0};
    for (int round = 0; group.verdicts.size() < wanted && round < 100; ++round) {
      const auto missing = static_cast<int>(wanted - group.verdicts.size());
      const int blocks = static_cast<int>(makeMechanism(model).blocks.size());
      SampleVerdicts more = judgeSample(model, (missing + blocks - 1) / blocks, random, extendedSingularValues);
      group.verdicts.insert(group.verdicts.end(), more.counted.begin(), more.counted.end());
      group.unclear += more.unclear;
      group.unclosed += more.unclosed;
    }
    done += group.verdicts.size();
    add(std::move(group));
  }
  Group all{"**all**", {}, 0, 0};
  for (const Group& group : groups) {
    all.verdicts.insert(all.verdicts.end(), group.verdicts.begin(), group.verdicts.end());
    all.unclear += group.unclear;
    all.unclosed += group.unclosed;
  }
  print(all);

  // Here the data leave open whether a row is redundant, so no answer is wrong.
  fmt::print("\n| rows that agree to | number | taken for independent |\n|---|---|---|\n");
  for (const double noise : {1e-9, 2e-9, 5e-9, 1e-8, 2e-8, 5e-8, 1e-7}) {
    Group group{fmt::format("{:g}", noise), {}, 0, 0};
    for (int k = 0; k < synthetic / 10; ++k) group.verdicts.push_back(typedData(random, noise));
    fmt::print("| {} | {} | {} |\n", group.name, group.verdicts.size(), wrongOf(group));
  }
  return wrongOf(all) == 0 ? 0 : 1;
}
