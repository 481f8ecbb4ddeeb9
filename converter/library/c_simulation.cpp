// Simulation of the C interface.
#include <algorithm>

#include "converter/library/c_handles.h"

using namespace mbconvert;

namespace {

void copyTo(std::span<const double> values, double* out) {
  if (out) std::copy(values.begin(), values.end(), out);
}

}  // namespace

mbc_status mbc_simulate(const mbc_recursive* recursive, const mbc_options* options, mbc_diagnostics* diagnostics,
                        mbc_simulation** simulation) {
  return guarded(diagnostics, [&](Diagnostics& messages) {
    if (!areGiven({recursive, simulation}, messages)) return false;
    *simulation = nullptr;
    std::optional<Simulation> started =
        Simulation::start(recursive->model, messages, options ? options->simulation : SimulationOptions{});
    if (started) *simulation = new mbc_simulation{std::move(*started)};
    return started.has_value();
  });
}

void mbc_simulation_free(mbc_simulation* simulation) { delete simulation; }
size_t mbc_position_count(const mbc_simulation* simulation) { return simulation->simulation.positions().size(); }
size_t mbc_velocity_count(const mbc_simulation* simulation) { return simulation->simulation.velocities().size(); }

const char* mbc_coordinate_name(const mbc_simulation* simulation, size_t velocity) {
  const std::vector<std::string>& names = simulation->simulation.coordinates();
  return velocity < names.size() ? names[velocity].c_str() : "";
}

double mbc_time(const mbc_simulation* simulation) { return simulation->simulation.time(); }

void mbc_get_state(const mbc_simulation* simulation, double* positions, double* velocities, double* accelerations) {
  copyTo(simulation->simulation.positions(), positions);
  copyTo(simulation->simulation.velocities(), velocities);
  copyTo(simulation->simulation.accelerations(), accelerations);
}

mbc_status mbc_set_state(mbc_simulation* simulation, double time, const double* positions, const double* velocities,
                         mbc_diagnostics* diagnostics) {
  return mbc_accelerations(simulation, time, 1, positions, velocities, nullptr, diagnostics);
}

mbc_status mbc_accelerations(mbc_simulation* simulation, double time, size_t count, const double* positions,
                             const double* velocities, double* accelerations, mbc_diagnostics* diagnostics) {
  return guarded(diagnostics, [&](Diagnostics& messages) {
    if (!areGiven({simulation, positions, velocities}, messages)) return false;
    Simulation& motion = simulation->simulation;
    const std::size_t zCount = motion.positions().size();
    const std::size_t vCount = motion.velocities().size();
    for (std::size_t k = 0; k < count; ++k) {
      const std::span<const double> z(positions + k * zCount, zCount);
      const std::span<const double> z_dot(velocities + k * vCount, vCount);
      if (!motion.setState(time, z, z_dot, messages)) return false;
      if (accelerations) copyTo(motion.accelerations(), accelerations + k * vCount);
    }
    return true;
  });
}

void mbc_get_inputs(const mbc_simulation* simulation, double* values) {
  copyTo(simulation->simulation.inputs(), values);
}

mbc_status mbc_set_inputs(mbc_simulation* simulation, const double* values, mbc_diagnostics* diagnostics) {
  return guarded(diagnostics, [&](Diagnostics& messages) {
    if (!areGiven({simulation, values}, messages)) return false;
    Simulation& motion = simulation->simulation;
    return motion.setInputs({values, motion.inputs().size()}, messages);
  });
}

mbc_status mbc_step(mbc_simulation* simulation, double h, mbc_diagnostics* diagnostics) {
  return guarded(diagnostics, [&](Diagnostics& messages) {
    return areGiven({simulation}, messages) && simulation->simulation.step(h, messages);
  });
}

mbc_status mbc_run(mbc_simulation* simulation, double end, double h, mbc_on_step on_step, void* user,
                   mbc_diagnostics* diagnostics) {
  return guarded(diagnostics, [&](Diagnostics& messages) {
    if (!areGiven({simulation}, messages)) return false;
    Simulation::OnStep onStep;
    if (on_step) onStep = [&](Simulation&) { return on_step(simulation, user) != 0; };
    return simulation->simulation.run(end, h, messages, onStep);
  });
}

size_t mbc_column_count(const mbc_simulation* simulation) { return simulation->simulation.columns().size(); }

const char* mbc_column_name(const mbc_simulation* simulation, size_t column) {
  const std::vector<std::string>& names = simulation->simulation.columns();
  return column < names.size() ? names[column].c_str() : "";
}

mbc_status mbc_get_values(mbc_simulation* simulation, double* values, mbc_diagnostics* diagnostics) {
  return guarded(diagnostics, [&](Diagnostics& messages) {
    if (!areGiven({simulation, values}, messages)) return false;
    copyTo(simulation->simulation.values(), values);
    return true;
  });
}
