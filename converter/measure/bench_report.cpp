#include "converter/measure/bench_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "converter/console/console.h"
#include "converter/measure/bench_published.h"

namespace mb {
namespace {

// Seconds for all evaluations, with three digits.
std::string secondsOf(const BenchReport& report, double microseconds) {
  return fmt::format("{:#.3g}", 1e-6 * report.evaluations * microseconds);
}

std::string percentOf(double part, double whole) { return fmt::format("{:3.0f}%", 100 * part / whole); }

// A row of the first table: lines of the paper, and our stages that correspond to them.
struct StepRow {
  std::string_view number;
  std::string_view name;
  std::vector<std::size_t> ours;    // into kStageTitles; empty: done in another row
  std::vector<std::size_t> theirs;  // into published::kSteps
};

std::vector<StepRow> stepRows() {
  const auto& names = published::kSteps;
  return {{"1", names[0], {0}, {0}},
          {"2", names[1], {1}, {1}},
          {"3", names[2], {2}, {2}},
          {"  2, 3", "together", {1, 2}, {1, 2}},
          {"4", names[3], {3}, {3}},
          {"5", names[4], {4}, {4}},
          {"6", names[5], {5}, {5}},
          {"7", names[6], {6}, {6}},
          {"8", names[7], {7}, {7}},
          {"9", names[8], {}, {8}},
          {"  7-9", "together", {6, 7}, {6, 7, 8}}};
}

std::string stepsText(const BenchReport& report) {
  const auto& columns = published::kStepColumns;
  const std::array<const StageTimes*, 2> ours{&report.dense, &report.sparse};
  std::string text = fmt::format(
      "1  Steps of an evaluation: seconds for {} of them (and percent), the paper's for {} [HG12 tables 1, 2]\n\n",
      report.evaluations, published::kEvaluations);
  // Prints one cell per column: ours(StageTimes), theirs(place).
  const auto line = [&](std::string_view number, std::string_view name, auto own, auto theirs) {
    text += fmt::format("   {:6} {:20}", number, name);
    for (const StageTimes* times : ours) text += fmt::format(" {:>13}", own(*times));
    for (std::size_t k = 0; k < columns.size(); ++k) text += fmt::format("{:>{}}", theirs(k), k % 3 == 0 ? 14 : 13);
    while (text.back() == ' ') text.pop_back();
    text += "\n";
  };
  line(
      "", "", [&](const StageTimes& times) { return &times == ours[0] ? "maggi-dense" : "maggi-sparse"; },
      [&](std::size_t k) { return fmt::format("{} {}", columns[k].machine, columns[k].variant); });
  for (const StepRow& row : stepRows()) {
    const auto own = [&](const StageTimes& times) -> std::string {
      if (row.ours.empty()) return "in 8";
      double sum = 0;
      for (const std::size_t k : row.ours) sum += times.steps[k].least;
      return fmt::format("{} {}", secondsOf(report, sum), percentOf(sum, times.sum()));
    };
    const auto theirs = [&](std::size_t column) {
      double sum = 0;
      for (const std::size_t k : row.theirs) sum += columns[column].seconds[k];
      return fmt::format("{:.3f} {}", sum, percentOf(sum, columns[column].total));
    };
    line(row.number, row.name, own, theirs);
  }
  const double dense = report.dense.total.least;
  line(
      "", "whole, least", [&](const StageTimes& t) { return secondsOf(report, t.total.least) + "     "; },
      [&](std::size_t k) { return fmt::format("{:.3f}     ", columns[k].total); });
  line(
      "", "whole, median", [&](const StageTimes& t) { return secondsOf(report, t.total.median) + "     "; },
      [](std::size_t) { return ""; });
  line(
      "", "over the first", [&](const StageTimes& t) { return fmt::format("{:.2f}     ", t.total.least / dense); },
      [&](std::size_t k) { return fmt::format("{:.2f}     ", columns[k].total / columns[k < 3 ? 0 : 3].total); });
  const SolverFigures& embedded = report.of("embedded");
  if (embedded.refusal) {
    text += fmt::format("\n   embedded refused: {}\n", *embedded.refusal);
  } else {
    const double own = embedded.evaluation.least;
    line(
        "", "over our embedded", [&](const StageTimes& t) { return fmt::format("{:.2f}     ", t.total.least / own); },
        [&](std::size_t k) {
          return fmt::format("{:.2f}     ", 1e6 * columns[k].total / published::kEvaluations / own);
        });
    text += fmt::format("\n   embedded, the default: {} s, median {} s; {:.2f} of maggi-dense.\n",
                        secondsOf(report, own), secondsOf(report, embedded.evaluation.median), own / dense);
  }
  text += fmt::format("   {}\n   {}\n", published::kStepsSetting, published::kStepsSizes);
  return text +
         "   Our 2 is Phi_z alone and 3 factors it too; our 7 makes the open chain's mass matrix with its forces; 8 "
         "solves.\n"
         "   Step 8 of maggi-sparse is what its solution takes beyond 3 and 7.\n";
}

std::string linearText(const BenchReport& report) {
  std::string text =
      fmt::format("2  Linear solvers: seconds for {} evaluations [CYI01 table 2]\n\n", report.evaluations);
  text += fmt::format("   {:31} {:>8} {:>6} {:>9} {:>7} {:>9} {:>9} {:>11}\n", "", "paper, s", "%", "ours", "%",
                      "median", "solution", "difference");
  const double first = report.linear[0].evaluation.least;
  for (std::size_t k = 0; k < report.linear.size(); ++k) {
    const SolverFigures& solver = report.linear[k];
    text += fmt::format("   {:31} {:8.2f} {:6.1f} ", published::kLinearNames[k], published::kLinear[k].seconds,
                        published::kLinear[k].percent);
    if (solver.refusal) {
      text += fmt::format("refused: {}\n", *solver.refusal);
      continue;
    }
    text += fmt::format("{:>9} {:>7} {:>9} {:>9} {:11.1e}\n", secondsOf(report, solver.evaluation.least),
                        first > 0 ? fmt::format("{:.1f}", 100 * solver.evaluation.least / first) : "",
                        secondsOf(report, solver.evaluation.median), secondsOf(report, solver.solution.least),
                        solver.difference);
  }
  return text + fmt::format("\n   {}\n   \"solution\" leaves out the stages before it, which all three share.\n",
                            published::kLinearSetting);
}

std::string phasesText(const SubsystemCounts& counts) {
  std::string text =
      fmt::format("   {:21} {:>33}  {:>33}\n", "", fmt::format("'{}' and beyond", counts.name), "paper, a quarter car");
  text += fmt::format("   {:21} {:>16} {:>16}  {:>16} {:>16}\n", "", "Cartesian", "joint", "Cartesian", "joint");
  const auto row = [&](std::string_view title, const auto&... values) {
    text += fmt::format("   {:21} {:>8}{:>8} {:>8}{:>8}  {:>8}{:>8} {:>8}{:>8}\n", title, values...);
  };
  row("", "M.D", "A.S", "M.D", "A.S", "M.D", "A.S", "M.D", "A.S");
  const auto rowBeside = [&](std::string_view title, long a, long b, long c, long d, const published::PhaseRow& paper) {
    row(title, a, b, c, d, paper.cartesianMultiplications, paper.cartesianAdditions, paper.jointMultiplications,
        paper.jointAdditions);
  };
  for (std::size_t k = 0; k < counts.joint.size(); ++k) {
    const PhaseCounts& cartesian = counts.cartesian[k];
    const PhaseCounts& joint = counts.joint[k];
    rowBeside(joint.phase, cartesian.multiplications, cartesian.additions, joint.multiplications, joint.additions,
              published::kPhases[k]);
  }
  rowBeside("subtotal", multiplicationsOf(counts.cartesian), additionsOf(counts.cartesian),
            multiplicationsOf(counts.joint), additionsOf(counts.joint), published::kPhaseTotal);
  return text + "\n";
}

std::string countsText(const BenchReport& report) {
  std::string text =
      "3  Operations of a subsystem: M.D multiplications and divisions, A.S additions and subtractions [SK table "
      "1]\n\n";
  if (report.countedRefusal) return text + fmt::format("   not counted: {}\n", *report.countedRefusal);
  // The first subsystem with loops is shown in full, all others by their totals.
  const auto hasRows = [](const SubsystemCounts& counts) { return counts.rows > 0 && !counts.refusal; };
  const auto shown = std::ranges::find_if(report.counts, hasRows);
  if (shown != report.counts.end()) text += phasesText(*shown);
  const auto totals = [&](long cartesian, long joint) {
    text += fmt::format(" {:>9} {:>9} {:>7.2f}\n", cartesian, joint,
                        static_cast<double>(cartesian) / static_cast<double>(joint));
  };
  text += fmt::format("   {:24} {:>6} {:>11} {:>5} {:>9} {:>9} {:>7}\n", "totals", "bodies", "coordinates", "rows",
                      "Cartesian", "joint", "ratio");
  for (const SubsystemCounts& counts : report.counts) {
    text += fmt::format("   {:24} {:6} {:11} {:5}", counts.name, counts.bodies, counts.coordinates, counts.rows);
    if (counts.refusal) {
      text += fmt::format(" not counted: {}\n", *counts.refusal);
    } else {
      totals(multiplicationsOf(counts.cartesian) + additionsOf(counts.cartesian),
             multiplicationsOf(counts.joint) + additionsOf(counts.joint));
    }
  }
  const published::PhaseRow& paper = published::kPhaseTotal;
  text += fmt::format("   {:49}", "paper");
  totals(paper.cartesianMultiplications + paper.cartesianAdditions, paper.jointMultiplications + paper.jointAdditions);
  return text +
         "\n   Counted by arithmetic that counts, in the code of the solvers. Forces of springs are not counted.\n";
}

std::string solversText(const BenchReport& report) {
  std::string text = fmt::format(
      "4  All solvers: microseconds per evaluation, worst difference of z_ddot against maggi-dense at {} random states "
      "[Pan]\n\n"
      "   {:20} {:16} {:>9} {:>9} {:>6} {:>11}\n",
      report.states, "", "family", "least", "median", "ratio", "difference");
  const double dense = report.of("maggi-dense").evaluation.median;  // which evaluated the state
  for (const SolverFigures& solver : report.solvers) {
    text += fmt::format("   {:20} {:16} ", solver.name, familyOf(solver.name));
    text += solver.refusal ? fmt::format("refused: {}\n", *solver.refusal)
                           : fmt::format("{:9.2f} {:9.2f} {:6.2f} {:11.1e}\n", solver.evaluation.least,
                                         solver.evaluation.median, solver.evaluation.median / dense, solver.difference);
  }
  text +=
      "\n   The paper compares the three families and prints no figures. Ratios are of medians.\n\n   A run of 0.5 "
      "s:\n";
  for (const RunFigures& run : report.runs) {
    const RunReport& r = run.report;
    text += fmt::format("   {:20} {:20} ", run.name, run.settings);
    text += r.failure ? fmt::format("failed at {:.3g} s: {}\n", r.failure->time, r.failure->message)
                      : fmt::format("{:6} steps, {:4} rejected, {:6} evaluations, {:8.2f} ms\n", r.steps, r.rejected,
                                    r.evaluations, 1e3 * r.wallSeconds);
  }
  if (std::ranges::none_of(report.runs, [](const RunFigures& run) { return run.report.failure.has_value(); })) {
    text += fmt::format("   Positions of bodies at the end differ by at most {:.1e} m.\n",
                        report.runs.back().endDifference);
  }
  return text;
}

std::string jitterText(const StepJitter& jitter) {
  std::string text = fmt::format("5  Steps of 1 ms by rk4 with {}, {} of them\n\n", jitter.solver, jitter.steps);
  const auto line = [&](const std::string& name, const StepSpread& spread) {
    text +=
        fmt::format("   {:29} median {:.1f} µs, p99.9 {:.1f} µs, longest {:.1f} µs; p99.9 is {:.2f} times the median\n",
                    name, spread.median, spread.p999, spread.most, spread.p999 / spread.median);
  };
  if (jitter.steps > 0) {
    line("as they came", jitter.once);
    line(fmt::format("each the least of {} such runs", jitter.runs), jitter.repeated);
  }
  return text + (jitter.failure.empty() ? "" : fmt::format("   No more steps: {}\n", jitter.failure));
}

}  // namespace

std::string_view familyOf(std::string_view solver) {
  if (solver.starts_with("maggi-")) return "García de Jalón";
  if (solver.starts_with("subsystem-")) return "Kim";
  return solver == "implicit-bdf" ? "Bae" : "";
}

std::string benchText(const BenchReport& report) {
  return forTerminal(
      fmt::format("{}: bodies {}, coordinates {}, closing equations {} of rank {}, degrees of freedom {}\n"
                  "State at {:.3g} s of the motion; {} batches per figure of {} calls or more, taken in turns; the "
                  "least unless another is named.\n\n",
                  report.model, report.bodies, report.coordinates, report.rows, report.rank, report.dof, report.time,
                  report.batches.rounds, report.batches.calls) +
      stepsText(report) + "\n" + linearText(report) + "\n" + countsText(report) + "\n" + solversText(report) + "\n" +
      jitterText(report.jitter));
}

}  // namespace mb
