// Published problems: closed forms, and values on which two independent high-precision solvers agree, compared with the
// runtime's results. The tests check them; bench/published prints them.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "tests/support/machines/machines.h"
#include "tests/support/motion.h"

namespace mb::testing {

struct PublishedRow {
  std::string quantity;
  double expected = 0;
  double found = 0;
  double allowed = 0;  // from the accuracy of the reference and the order of the integrator
};

struct PublishedProblem {
  std::string name;
  std::string method;
  std::string why;  // justification of `allowed`
  RunReport report;
  std::vector<PublishedRow> rows;
};

struct SampledMotion {
  double time = 0;
  Motions motions;
  std::vector<double> z;
};

class PublishedRun {
 public:
  PublishedRun(const RecursiveModel& model, double end, double step, const std::string& method, double every,
               double tolerance = 1e-12)
      : mechanism_(makeMechanism(model)) {
    RunOptions options;
    options.end = end;
    options.step = step;
    options.method = findRungeKutta(method);
    options.every = every;
    options.relativeTolerance = options.absoluteTolerance = tolerance;
    report_ = simulate(mechanism_, initialState(mechanism_), options, [&](double t, StateView y, const Workspace& w) {
      samples_.push_back({t, motionsOf(mechanism_, w), {y.begin(), y.begin() + mechanism_.zCount}});
      return true;
    });
    if (report_.failure) throw std::runtime_error(report_.failure->message);
  }

  const SampledMotion& at(double time) const {
    for (const SampledMotion& sample : samples_) {
      if (std::abs(sample.time - time) < 1e-9) return sample;
    }
    throw std::runtime_error("no sample at that time");
  }
  const RunReport& report() const { return report_; }

 private:
  Mechanism mechanism_;
  std::vector<SampledMotion> samples_;
  RunReport report_;
};

inline RecursiveModel recursiveSample(const std::string& name) { return convertModel(readSample(name)).recursive; }

// A01: elliptic functions.
inline PublishedProblem pendulumProblem() {
  const PublishedRun run(recursiveSample("pendulum"), 10, 1e-3, "rk4", 1);
  PublishedProblem problem{
      "A01 simple pendulum", "rk4, 1 ms", "t h^4 times fourth powers of rates below 5/s", run.report(), {}};
  struct Row {
    double t, x, y, vx, vy;
  };
  for (const Row& row : {Row{1, 0.986291751132, -0.165010853126, 0.296905515916, 1.77464364111},
                         Row{5, -0.942305435044, -0.334754338414, 0.857904256886, -2.41492865437},
                         Row{10, -0.275087462576, -0.961419205099, 4.17559810095, -1.19474905456}}) {
    const BodyMotion& bob = run.at(row.t).motions.at("bob");
    const std::string when = " at " + std::to_string(static_cast<int>(row.t)) + " s";
    problem.rows.push_back({"x" + when, row.x, bob.X.p.x(), 1e-9});
    problem.rows.push_back({"y" + when, row.y, bob.X.p.y(), 1e-9});
    problem.rows.push_back({"vx" + when, row.vx, bob.v.x(), 1e-8});
    problem.rows.push_back({"vy" + when, row.vy, bob.v.y(), 1e-8});
  }
  return problem;
}

// A02: all cranks rotate together, so the motion is a pendulum's; the equations lose rank whenever they lie flat.
inline PublishedProblem fourBarProblem(int windows, double end, double step) {
  const PublishedRun run(convertModel(nFourBar(windows)).recursive, end, step, "rk4", 0.5);
  PublishedProblem problem{"A02 N-four-bar, N = " + std::to_string(windows),
                           step < 2e-3 ? "rk4, 1 ms" : "rk4, 5 ms",
                           "t h^4 times fourth powers of rates below 8/s",
                           run.report(),
                           {}};
  struct Row {
    double t, x2, z2, x40, z40;
  };
  for (const Row& row : {Row{0.5, 0.695286633164, 0.718732563436, 0.687925970791, 0.725780861357},
                         Row{1, -0.195020301949, -0.980799205662, -0.115356880632, -0.993324111300},
                         Row{5, -0.811310461005, -0.584615545349, -0.540190050676, -0.841543052464},
                         Row{10, 0.328458111541, 0.944518538179, 0.180512226687, 0.983572740582}}) {
    if (row.t > end + 1e-9) continue;
    for (const int crank : {0, windows}) {
      // The crank's frame is in its middle with z along it, so the top is half a metre further.
      const BodyMotion& body = run.at(row.t).motions.at("crank" + std::to_string(crank));
      const Vector3 top = body.X.p + 0.5 * body.X.R.col(2);
      const std::string when = std::to_string(crank) + " at " + std::to_string(row.t).substr(0, 4) + " s";
      const double allowed = step < 2e-3 ? 1e-7 : 1e-5;
      problem.rows.push_back({"B" + when + ", x", (windows == 2 ? row.x2 : row.x40) + crank, top.x(), allowed});
      problem.rows.push_back({"B" + when + ", z", windows == 2 ? row.z2 : row.z40, top.z(), allowed});
    }
  }
  return problem;
}

// A03: rotation of each body in the plane; values in 80 bits, the published ones are good to 1.1e-9.
inline PublishedProblem squeezerProblem() {
  const PublishedRun run(recursiveSample("andrews_squeezer"), 0.03, 1e-5, "dopri5", 0.03, 1e-13);
  PublishedProblem problem{
      "A03 Andrews' squeezer", "dopri5, 1e-13", "1400 steps of relative error 1e-13", run.report(), {}};
  struct Row {
    std::string angle, body;
    double first, last;
  };
  const double beta0 = -0.0617138900142764496;
  const double gamma0 = 0.455279819163070380;
  const double Phi0 = 0.222668390165885885;
  const double delta0 = 0.487364979543842550;
  const double epsilon0 = 1.230547444549821192;
  const double beta = 15.810771195153709;
  const double Theta = -15.756371058411842;
  const double gamma = 0.040822240119646;
  const double Phi = -0.534730116342080;
  const double delta = 0.524409965879954;
  const double epsilon = 1.048080741041938;
  for (const Row& row :
       {Row{"beta", "K1", beta0, beta}, Row{"beta + Theta", "K2", beta0, beta + Theta},
        Row{"gamma", "K3", gamma0, gamma}, Row{"Phi + delta", "K4", Phi0 + delta0, Phi + delta},
        Row{"delta", "K5", delta0, delta}, Row{"Omega + epsilon", "K6", epsilon0 - Phi0, epsilon - Phi},
        Row{"epsilon", "K7", epsilon0, epsilon}}) {
    const Matrix3 R = run.at(0.03).motions.at(row.body).X.R * run.at(0).motions.at(row.body).X.R.transpose();
    const double turned = std::atan2(R(1, 0), R(0, 0));
    const double expected = row.last - row.first;
    const double found = expected + std::remainder(turned - expected, 2 * std::acos(-1.0));
    problem.rows.push_back({row.angle + " at 0.03 s", row.last, row.first + found, 1e-10});
  }
  const double rate = run.at(0.03).motions.at("K1").w.norm();
  problem.rows.push_back({"beta' at 0.03 s", 1139.92030225910604, rate, 1139 * 1e-9});
  return problem;
}

// A04: one redundant row; the position history of P3 on the second bar.
inline PublishedProblem bricardProblem() {
  const PublishedRun run(recursiveSample("bricard"), 10, 1e-3, "rk4", 0.5);
  PublishedProblem problem{
      "A04 Bricard's linkage", "rk4, 1 ms", "t h^4 times fourth powers of rates below 4/s", run.report(), {}};
  struct Row {
    double t, x, y, z;
  };
  for (const Row& row : {Row{0.5, 0.774717808039, -0.979815047656, -0.199906158953},
                         Row{1, 0.274481319265, -0.886707938735, -0.462330002687},
                         Row{2, -0.778135373033, -0.980352683443, -0.197252670617},
                         Row{10, 0.999730987303, -0.999999963826, -0.000268976512901}}) {
    const Vector3 P3 = run.at(row.t).motions.at("bar2").X * Vector3(0, -0.5, 0);
    const std::string when = " at " + std::to_string(row.t).substr(0, 4) + " s";
    problem.rows.push_back({"P3.x" + when, row.x, P3.x(), 1e-9});
    problem.rows.push_back({"P3.y" + when, row.y, P3.y(), 1e-9});
    problem.rows.push_back({"P3.z" + when, row.z, P3.z(), 1e-9});
  }
  problem.rows.push_back({"energy, relative departure", 0, run.report().energyWorst / run.report().energyScale, 1e-10});
  return problem;
}

// A05: stiff for explicit methods; c/m of the springs is near 1e4/s, so steps of 0.1 ms are at the limit of stability.
inline PublishedProblem governorProblem(double end) {
  const PublishedRun run(recursiveSample("flyball_governor"), end, 5e-5, "rk4", 0.5);
  PublishedProblem problem{
      "A05 stiff flyball governor", "rk4, 0.05 ms", "the fast decay is resolved at the start only", run.report(), {}};
  struct Row {
    double t, s, beta, rate;
  };
  for (const Row& row :
       {Row{0.5, 0.743249424786, 0.259491381543, 5.10341542197}, Row{1, 0.501420922380, 0.521833301626, 6.27112574188},
        Row{5, 0.535563103722, 0.482874576587, 6.02249649976},
        Row{10, 0.619622917061, 0.390073701845, 5.54820362265}}) {
    if (row.t > end + 1e-9) continue;
    const Motions& motions = run.at(row.t).motions;
    const std::string when = " at " + std::to_string(row.t).substr(0, 4) + " s";
    problem.rows.push_back({"s" + when, row.s, motions.at("slider").X.p.z(), 1e-8});
    problem.rows.push_back({"beta" + when, row.beta, std::asin(-motions.at("right_arm").X.R(2, 0)), 1e-8});
    problem.rows.push_back({"psi'" + when, row.rate, motions.at("shaft").w.z(), 1e-7});
  }
  return problem;
}

// Spatial slider-crank with the arms of the universal joint as in the sample; ten digits of the angle are known.
inline PublishedProblem sliderCrankProblem() {
  const PublishedRun run(recursiveSample("spatial_slider_crank"), 5, 1e-3, "dopri5", 5, 1e-12);
  PublishedProblem problem{"spatial slider-crank", "dopri5, 1e-12", "digits of the reference", run.report(), {}};
  problem.rows.push_back({"crank angle at 5 s", 51.65979373, run.at(5).z[0], 2e-8});
  problem.rows.push_back({"slider x at 5 s", 0.267545360874, run.at(5).motions.at("slider").X.p.x(), 1e-9});
  return problem;
}

}  // namespace mb::testing
