/* Instances in motion: initialization, Co-Simulation, Model Exchange. */
#ifndef MB_FMI_MOTION_H
#define MB_FMI_MOTION_H

#include "mb_fmi_instance.h"

static int fmu_set_start_time(fmu_instance* i, double start) {
  if (!fmu_is_finite(start)) return fmu_refuse(i, "the start time is %g", start);
  if (start != i->s.first) i->s.is_running = 0;
  i->s.first = start;
  return FMU_FINE;
}
static int fmu_enter_initialization(fmu_instance* i) {
  if (!fmu_may(i, "EnterInitializationMode", FMU_IN(FMU_INSTANTIATED))) return FMU_ERROR;
  i->s.phase = FMU_INITIALIZING;
  return FMU_FINE;
}
static int fmu_exit_initialization(fmu_instance* i) {
  if (!fmu_may(i, "ExitInitializationMode", FMU_IN(FMU_INITIALIZING))) return FMU_ERROR;
  if (fmu_start(i) != FMU_FINE || fmu_apply_changes(i) != FMU_FINE) return FMU_ERROR;
  i->s.phase = i->s.kind == FMU_MODEL_EXCHANGE ? FMU_EVENT : FMU_STEPPING;
  return FMU_FINE;
}
static int fmu_terminate(fmu_instance* i) {
  if (!fmu_may(i, "Terminate", FMU_IN(FMU_STEPPING) | FMU_IN(FMU_EVENT) | FMU_IN(FMU_CONTINUOUS))) return FMU_ERROR;
  i->s.phase = FMU_TERMINATED;
  return FMU_FINE;
}

static double fmu_magnitude_of(double value) { return value < 0.0 ? -value : value; }

/* Whole steps of the model. Each ends at a multiple, so that round-off of the time does not add up. */
static int fmu_advance(fmu_instance* i, double count) {
  double n;
  fmu_accept_columns(i);
  for (n = 0.0; n < count; n += 1.0) {
    const int status = fmu_model_step(&i->s.m, &i->s.in, &i->s.out);
    if (status != 0) return fmu_fail(i, status);
    i->s.steps += 1.0;
    i->s.m.time = i->s.first + i->s.steps * FMU_STEP;
  }
  i->s.is_changed = 0;
  return FMU_FINE;
}

static int fmu_do_step(fmu_instance* i, double from, double length) {
  const double most = 1e9; /* of one communication step */
  const double now = i->s.is_running ? i->s.m.time : i->s.first;
  double count;
  double slack;
  int status;
  i->reached = now;
  if (!fmu_may(i, "DoStep", FMU_IN(FMU_STEPPING))) return FMU_ERROR;
  if (!(length > 0.0) || !fmu_is_finite(length) || !fmu_is_finite(from))
    return fmu_refuse(i, "a step of %g s from %g s is no step", length, from);
  slack = 1e-9 * (length > FMU_STEP ? length : FMU_STEP);
  if (slack < 1e-12 * fmu_magnitude_of(from)) slack = 1e-12 * fmu_magnitude_of(from);
  if (fmu_magnitude_of(from - now) > slack)
    return fmu_refuse(i, "the step starts at %g s, and the machine is at %g s", from, now);
  count = length / FMU_STEP < most ? (double)(long)(length / FMU_STEP + 0.5) : 0.0;
  if (!(count >= 1.0) || fmu_magnitude_of(length - count * FMU_STEP) > 1e-6 * FMU_STEP)
    return fmu_discard(i, "a step of %g s is no whole multiple of the internal one, %g s", length, FMU_STEP);
  status = fmu_advance(i, count);
  i->reached = i->s.m.time;
  return status;
}

/* Model Exchange. */
static int fmu_enter_event(fmu_instance* i) {
  if (!fmu_may_exchange(i, "EnterEventMode", FMU_IN(FMU_CONTINUOUS))) return FMU_ERROR;
  i->s.phase = FMU_EVENT;
  return FMU_FINE;
}
static int fmu_enter_continuous(fmu_instance* i) {
  if (!fmu_may_exchange(i, "EnterContinuousTimeMode", FMU_IN(FMU_EVENT))) return FMU_ERROR;
  if (fmu_apply_changes(i) != FMU_FINE) return FMU_ERROR;
  i->s.phase = FMU_CONTINUOUS;
  return FMU_FINE;
}
static int fmu_update_event(fmu_instance* i) {
  return fmu_may_exchange(i, "an update of discrete states", FMU_IN(FMU_EVENT)) ? fmu_apply_changes(i) : FMU_ERROR;
}
static int fmu_set_time(fmu_instance* i, double time) {
  if (!fmu_may_exchange(i, "SetTime", FMU_IN(FMU_EVENT) | FMU_IN(FMU_CONTINUOUS))) return FMU_ERROR;
  if (!fmu_is_finite(time)) return fmu_refuse(i, "the time is set to %g", time);
  i->s.m.time = time;
  i->s.is_evaluated = i->s.has_columns = 0;
  return FMU_FINE;
}
static int fmu_set_states(fmu_instance* i, const double* states, size_t count) {
  size_t k;
  if (!fmu_may_exchange(i, "SetContinuousStates", FMU_IN(FMU_CONTINUOUS))) return FMU_ERROR;
  if (!fmu_is_count(i, "states", states ? count : 0, FMU_STATES)) return FMU_ERROR;
  for (k = 0; k < count; ++k) {
    if (!fmu_is_finite(states[k])) return fmu_refuse(i, "a state is set to what is no finite number");
  }
  for (k = 0; k < count; ++k) {
    const fmu_variable* const v = &fmu_variables[fmu_states[k]];
    i->s.m.y[v->place] = (real_t)(states[k] * v->per_unit);
  }
  i->s.is_evaluated = i->s.has_columns = 0;
  return FMU_FINE;
}
enum { FMU_OF_STATES = FMU_IN(FMU_INITIALIZING) | FMU_IN(FMU_EVENT) | FMU_IN(FMU_CONTINUOUS) | FMU_IN(FMU_TERMINATED) };
static int fmu_get_states(fmu_instance* i, double* states, size_t count) {
  size_t k;
  if (!fmu_may_exchange(i, "GetContinuousStates", FMU_OF_STATES)) return FMU_ERROR;
  if (!fmu_is_count(i, "states", states ? count : 0, FMU_STATES)) return FMU_ERROR;
  for (k = 0; k < count; ++k) states[k] = fmu_value(i, &fmu_variables[fmu_states[k]]);
  return FMU_FINE;
}
static int fmu_get_rates(fmu_instance* i, double* rates, size_t count) {
  size_t k;
  int status;
  if (!fmu_may_exchange(i, "GetContinuousStateDerivatives", FMU_OF_STATES)) return FMU_ERROR;
  if (!fmu_is_count(i, "derivatives", rates ? count : 0, FMU_STATES)) return FMU_ERROR;
  if (fmu_start(i) != FMU_FINE || fmu_apply_changes(i) != FMU_FINE) return FMU_ERROR;
  /* The solver may have tried a state that lies too far: it can come back with a shorter step. */
  status = fmu_evaluate(i);
  if (status != 0) return fmu_discard(i, "%s at %.6g s", fmu_status_text(status), i->s.m.time);
  for (k = 0; k < count; ++k) rates[k] = (double)i->s.m.rates[fmu_variables[fmu_states[k]].place];
  return FMU_FINE;
}
static int fmu_nominals(fmu_instance* i, double* nominals, size_t count) {
  size_t k;
  if (!fmu_may_exchange(i, "GetNominalsOfContinuousStates", FMU_OF_STATES)) return FMU_ERROR;
  if (!fmu_is_count(i, "states", nominals ? count : 0, FMU_STATES)) return FMU_ERROR;
  for (k = 0; k < count; ++k) nominals[k] = 1.0;
  return FMU_FINE;
}
static int fmu_completed_step(fmu_instance* i, int* terminates) {
  int status;
  *terminates = 0;
  if (!fmu_may_exchange(i, "CompletedIntegratorStep", FMU_IN(FMU_CONTINUOUS))) return FMU_ERROR;
  status = fmu_evaluate(i);
  if (status != 0) {
    *terminates = 1;
    (void)fmu_discard(i, "%s at %.6g s", fmu_status_text(status), i->s.m.time);
    return FMU_FINE;
  }
  fmu_accept_columns(i);
  fmu_model_accept(&i->s.m);
  return FMU_FINE;
}

#endif
