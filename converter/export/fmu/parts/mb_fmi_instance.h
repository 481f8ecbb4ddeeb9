/* An instance of an FMU over a generated model: what may be called when, and values by reference. Both versions of the
   standard are thin layers over this. The model comes before it: the types fmu_model, fmu_in, fmu_out, functions on
   them, and the tables of variables, states and quaternions. */
#ifndef MB_FMI_INSTANCE_H
#define MB_FMI_INSTANCE_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As both standards number them. */
enum { FMU_FINE = 0, FMU_DISCARD = 2, FMU_ERROR = 3 };
typedef enum { FMU_MODEL_EXCHANGE, FMU_CO_SIMULATION } fmu_kind;
typedef enum { FMU_INSTANTIATED, FMU_INITIALIZING, FMU_STEPPING, FMU_EVENT, FMU_CONTINUOUS, FMU_TERMINATED } fmu_phase;

/* All that a saved state holds: plain numbers. */
typedef struct {
  fmu_model m;
  fmu_in in;
  fmu_out out;
  real_t start[FMU_PLACES + 1]; /* the state to start from */
  real_t columns[FMU_COLUMNS + 1];
  real_t before[FMU_COLUMNS + 1]; /* where they were looked at last, from which quaternions continue */
  double first;                   /* time of the start */
  double steps;                   /* made since then */
  fmu_kind kind;
  fmu_phase phase;
  int is_running;
  int is_evaluated; /* the present state, in Model Exchange */
  int is_changed;   /* an input or parameter, since the last evaluation */
  int has_columns;
  int has_before;
} fmu_state;

/* How messages reach the importer, which differs between the versions. */
struct fmu_instance;
typedef void (*fmu_tell)(const struct fmu_instance* i, int status, const char* category, const char* message);

typedef struct fmu_instance {
  fmu_state s;
  fmu_tell tell;
  void (*log)(void); /* of the importer */
  void* environment;
  char* name;
  int logs_discards; /* errors are told in any case */
  double reached;    /* by the last communication step */
  real_t work[FMU_WORK + 1];
} fmu_instance;

static int fmu_say(const fmu_instance* i, int status, const char* format, va_list arguments) {
  char text[512];
  const char* const category = status == FMU_ERROR ? "logStatusError" : "logStatusDiscard";
  (void)vsnprintf(text, sizeof text, format, arguments);
  if (status == FMU_ERROR || i->logs_discards) i->tell(i, status, category, text);
  return status;
}
static int fmu_refuse(const fmu_instance* i, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)fmu_say(i, FMU_ERROR, format, arguments);
  va_end(arguments);
  return FMU_ERROR;
}
static int fmu_discard(const fmu_instance* i, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)fmu_say(i, FMU_DISCARD, format, arguments);
  va_end(arguments);
  return FMU_DISCARD;
}

static int fmu_set_logging(fmu_instance* i, int is_on, size_t count, const char* const categories[]) {
  size_t k;
  for (k = 0; k < count; ++k) {
    const char* const one = categories ? categories[k] : NULL;
    if (!one || (strcmp(one, "logStatusError") != 0 && strcmp(one, "logStatusDiscard") != 0))
      return fmu_refuse(i, "there is no such category of messages");
  }
  i->logs_discards = is_on;
  return FMU_FINE;
}

static int fmu_is_finite(double value) { return value - value == 0.0; }

static const char* fmu_phase_text(fmu_phase phase) {
  static const char* const texts[] = {"before the initialization",
                                      "during the initialization",
                                      "between steps",
                                      "at an event",
                                      "in continuous time",
                                      "after the end"};
  return texts[phase];
}
/* Phases as bits of a set. */
#define FMU_IN(phase) (1u << (unsigned)(phase))
static int fmu_may(const fmu_instance* i, const char* function, unsigned phases) {
  if ((phases & FMU_IN(i->s.phase)) != 0u) return 1;
  (void)fmu_refuse(i, "%s is not allowed %s", function, fmu_phase_text(i->s.phase));
  return 0;
}
static int fmu_may_exchange(const fmu_instance* i, const char* function, unsigned phases) {
  if (i->s.kind == FMU_MODEL_EXCHANGE) return fmu_may(i, function, phases);
  (void)fmu_refuse(i, "%s belongs to Model Exchange, and this is an instance for Co-Simulation", function);
  return 0;
}
static int fmu_is_count(const fmu_instance* i, const char* what, size_t given, size_t wanted) {
  if (given == wanted) return 1;
  (void)fmu_refuse(i, "%lu %s are given, and there are %lu", (unsigned long)given, what, (unsigned long)wanted);
  return 0;
}

static int fmu_fail(const fmu_instance* i, int status) {
  return fmu_refuse(i, "%s at %.6g s", fmu_status_text(status), i->s.m.time);
}

static void fmu_reset(fmu_instance* i) {
  const fmu_kind kind = i->s.kind;
  memset(&i->s, 0, sizeof i->s);
  i->s.kind = kind;
  (void)fmu_model_init(&i->s.m, &i->s.in);
  memcpy(i->s.start, i->s.m.y, sizeof(real_t) * FMU_PLACES);
}

/* Closes the loops at the start and evaluates, if that has not been done. */
static int fmu_start(fmu_instance* i) {
  int status;
  if (i->s.is_running) return FMU_FINE;
  status = fmu_model_start(&i->s.m, &i->s.in, i->s.first, i->s.start);
  if (status != 0) return fmu_fail(i, status);
  i->s.is_running = i->s.is_evaluated = 1;
  i->s.is_changed = i->s.has_columns = i->s.has_before = 0;
  i->s.steps = 0.0;
  return FMU_FINE;
}

/* Inputs and parameters that were changed act from here on. Model Exchange evaluates anew in any case. */
static int fmu_apply_changes(fmu_instance* i) {
  int status = 0;
  if (!i->s.is_running || !i->s.is_changed) return FMU_FINE;
  i->s.is_changed = i->s.has_columns = i->s.is_evaluated = 0;
  if (i->s.kind == FMU_CO_SIMULATION) status = fmu_model_refresh(&i->s.m, &i->s.in);
  return status == 0 ? FMU_FINE : fmu_fail(i, status);
}

/* In Model Exchange the present state may not have been evaluated. Returns the model's status. */
static int fmu_evaluate(fmu_instance* i) {
  int status = 0;
  if (i->s.kind == FMU_MODEL_EXCHANGE && !i->s.is_evaluated) status = fmu_model_evaluate(&i->s.m, &i->s.in);
  i->s.is_evaluated = status == 0;
  return status;
}

/* A quaternion and its opposite are one rotation: the one that is nearer to the last is shown. */
static void fmu_see_columns(fmu_instance* i) {
  size_t q;
  size_t k;
  if (i->s.has_columns) return;
  fmu_model_columns(&i->s.m, &i->s.out, i->work, i->s.columns);
  for (q = 0; q < FMU_QUATERNIONS; ++q) {
    real_t* const now = i->s.columns + fmu_quaternions[q];
    const real_t* const last = i->s.before + fmu_quaternions[q];
    real_t side = now[0];
    if (i->s.has_before) side = now[0] * last[0] + now[1] * last[1] + now[2] * last[2] + now[3] * last[3];
    for (k = 0; k < 4 && side < K(0.0); ++k) now[k] = -now[k];
  }
  i->s.has_columns = 1;
}
static void fmu_accept_columns(fmu_instance* i) {
  if (i->s.has_columns) {
    memcpy(i->s.before, i->s.columns, sizeof i->s.before);
    i->s.has_before = 1;
  }
  i->s.has_columns = 0;
}

static double fmu_value(fmu_instance* i, const fmu_variable* v) {
  const fmu_state* const s = &i->s;
  switch (v->source) {
    case FMU_TIME: return s->is_running ? s->m.time : s->first;
    case FMU_STATE: return (double)(s->is_running ? s->m.y[v->place] : s->start[v->place]) / v->per_unit;
    case FMU_RATE: return (double)s->m.rates[v->place];
    case FMU_PARAMETER: return (double)s->m.parameters[v->place] / v->per_unit;
    case FMU_INPUT: return (double)s->in.u[v->place] / v->per_unit;
    default: break;
  }
  fmu_see_columns(i);
  return (double)s->columns[v->place] / v->per_unit;
}

static const fmu_variable* fmu_find(const fmu_instance* i, uint32_t reference) {
  if (reference < FMU_VARIABLES && fmu_variables[reference].source != FMU_NOTHING) return &fmu_variables[reference];
  (void)fmu_refuse(i, "there is no variable of floating point with the value reference %lu", (unsigned long)reference);
  return NULL;
}

static int fmu_is_before(const fmu_instance* i) {
  return i->s.phase == FMU_INSTANTIATED || i->s.phase == FMU_INITIALIZING;
}

static int fmu_get(fmu_instance* i, const uint32_t* references, size_t count, double* values, size_t value_count) {
  size_t k;
  int status;
  if (!fmu_is_count(i, "values", values ? value_count : 0, references ? count : 0)) return FMU_ERROR;
  for (k = 0; k < value_count; ++k) {
    if (!fmu_find(i, references[k])) return FMU_ERROR;
  }
  /* What is calculated at the start is there as soon as somebody looks. */
  if (fmu_is_before(i) && fmu_start(i) != FMU_FINE) return FMU_ERROR;
  if (fmu_apply_changes(i) != FMU_FINE) return FMU_ERROR;
  status = fmu_evaluate(i);
  if (status != 0) return fmu_fail(i, status);
  for (k = 0; k < value_count; ++k) values[k] = fmu_value(i, &fmu_variables[references[k]]);
  return FMU_FINE;
}

static int fmu_set_number(fmu_instance* i, const fmu_variable* v, real_t* number, double value) {
  const real_t given = (real_t)(value * v->per_unit);
  if (value < v->least || value > v->most) {
    if (v->source == FMU_PARAMETER) return fmu_refuse(i, "'%s' is %g, and cannot be below 0", v->name, value);
    return fmu_refuse(i, "'%s' is %g, outside its bounds", v->name, value);
  }
  if (*number != given) i->s.is_changed = 1;
  *number = given;
  return FMU_FINE;
}

static int fmu_set_one(fmu_instance* i, uint32_t reference, double value) {
  const fmu_variable* const v = fmu_find(i, reference);
  fmu_state* const s = &i->s;
  if (!v) return FMU_ERROR;
  if (!fmu_is_finite(value)) return fmu_refuse(i, "'%s' is set to %g, which is no finite number", v->name, value);
  if (v->source == FMU_PARAMETER) {
    if (!fmu_is_before(i) && s->phase != FMU_STEPPING && s->phase != FMU_EVENT)
      return fmu_refuse(i, "parameter '%s' cannot be set %s", v->name, fmu_phase_text(s->phase));
    if (fmu_is_before(i)) s->is_running = 0;
    return fmu_set_number(i, v, &s->m.parameters[v->place], value);
  }
  if (v->source == FMU_INPUT) {
    if (s->phase == FMU_TERMINATED)
      return fmu_refuse(i, "input '%s' cannot be set %s", v->name, fmu_phase_text(s->phase));
    if (fmu_is_before(i)) s->is_running = 0;
    return fmu_set_number(i, v, &s->in.u[v->place], value);
  }
  if (!v->is_state) return fmu_refuse(i, "'%s' is calculated, and cannot be set", v->name);
  if (!fmu_is_before(i)) return fmu_refuse(i, "'%s' can be set before the start only", v->name);
  s->start[v->place] = (real_t)(value * v->per_unit);
  s->is_running = 0;
  return FMU_FINE;
}

static int fmu_set(fmu_instance* i, const uint32_t* references, size_t count, const double* values,
                   size_t value_count) {
  size_t k;
  int worst = FMU_FINE;
  if (!fmu_is_count(i, "values", values ? value_count : 0, references ? count : 0)) return FMU_ERROR;
  for (k = 0; k < value_count; ++k) {
    const int status = fmu_set_one(i, references[k], values[k]);
    if (status > worst) worst = status;
  }
  return worst;
}

#endif
