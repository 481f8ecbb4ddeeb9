// The history of a solution as backward differences at equal steps, and the backward differentiation formulas on it
// (Shampine, Reichelt: The MATLAB ODE suite, 1997). A change of the step interpolates the history.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace mb {

class Differences {
 public:
  static constexpr int kHighest = 5;  // of the order; beyond it the formulas are unstable

  explicit Differences(std::size_t size);

  // Starts from one state and its rates, at order 1.
  void start(std::span<const double> y, std::span<const double> rates, double h);
  // For a step not taken yet: the sum of the differences, and y = history + c y_dot.
  void predict(std::span<double> predicted, std::span<double> history) const;
  double c() const;
  // Records a step that was taken: the new state less the predicted one.
  void accept(std::span<const double> y, std::span<const double> predicted);
  void setStep(double h);
  void setOrder(int order) { order_ = order; }
  // The solution at a time `back` before the last state.
  void interpolate(double back, std::span<double> y) const;

  double step() const { return h_; }
  int order() const { return order_; }
  long sinceChange() const { return sinceChange_; }  // steps of equal length and order
  void countFromHere() { sinceChange_ = 0; }
  // The local error of a formula by component: errorConstant(order) times the difference of order + 1.
  static double errorConstant(int order) { return 1.0 / (order + 1); }
  std::span<const double> difference(int number) const { return d_[static_cast<std::size_t>(number)]; }

 private:
  std::array<std::vector<double>, kHighest + 3> d_;
  double h_ = 0;
  int order_ = 1;
  long sinceChange_ = 0;
};

}  // namespace mb
