/* mbconvert as a C library: mbconvert.h, whose words this header uses, by opaque handles.
 *
 * Functions that can fail return an mbc_status. What is to be said is appended to an mbc_diagnostics, where one is
 * given; options and diagnostics may be NULL. Whoever gets a handle frees it; freeing NULL does nothing. A recursive
 * model or simulation needs nothing of what it was made from. Texts belong to the handle they were asked from and live
 * as long. No exception leaves a function. Different handles may be used by different threads at once; models may be
 * shared between threads, everything else may not.
 */
#ifndef MBCONVERT_C_H
#define MBCONVERT_C_H

#include <stddef.h>

#define MBC_VERSION "0.1.0" /* of this header; mbc_version() tells that of the library */

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define MBC_API __attribute__((visibility("default")))
#else
#define MBC_API
#endif

/* The exit codes of the program. */
typedef enum mbc_status {
  MBC_OK = 0,
  MBC_NOT_EQUIVALENT = 1,     /* the models that were verified differ */
  MBC_USAGE = 2,              /* a wrong argument or option */
  MBC_INPUT_REJECTED = 3,     /* a file that says nothing or contradicts itself */
  MBC_CANNOT_BE_MODELLED = 4, /* loops that do not close, drives that cannot be obeyed */
  MBC_NUMERICAL_FAILURE = 5,  /* a run that could not go on, or a verification that is not decided */
  MBC_IO = 6,                 /* a file that cannot be read or written */
  MBC_INTERNAL = 7            /* no memory, or a fault of this library */
} mbc_status;

typedef struct mbc_options mbc_options;
typedef struct mbc_diagnostics mbc_diagnostics;
typedef struct mbc_model mbc_model;         /* Cartesian */
typedef struct mbc_recursive mbc_recursive; /* converted, or loaded */
typedef struct mbc_simulation mbc_simulation;
typedef struct mbc_verification mbc_verification;

MBC_API const char* mbc_version(void);

/* Messages: errors and warnings with their places. */
typedef struct mbc_diagnostic {
  int is_error;     /* else a warning */
  const char* code; /* "E0302" */
  const char* file; /* "" where there is none */
  int line;         /* from 1; 0: the file as a whole */
  int column;
  const char* message;
  const char* hint; /* may be "" */
} mbc_diagnostic;
MBC_API mbc_diagnostics* mbc_diagnostics_new(void);
MBC_API void mbc_diagnostics_free(mbc_diagnostics* diagnostics);
MBC_API void mbc_diagnostics_clear(mbc_diagnostics* diagnostics);
MBC_API size_t mbc_diagnostics_count(const mbc_diagnostics* diagnostics);
MBC_API mbc_diagnostic mbc_diagnostics_get(const mbc_diagnostics* diagnostics, size_t index);
/* All of them as the program prints them, with the lines of the files. */
MBC_API const char* mbc_diagnostics_text(mbc_diagnostics* diagnostics);

/* Options of all calls, by name; a list grows with every call. Each function looks at its own:
 *   load:     format, tyres (list), lock (list), param (list, NAME=VALUE), strict (0 or 1)
 *   convert:  base, cut, keep, prefer (lists), weight (list, NAME=NUMBER), remove-rods (0 or 1),
 *             idealise (0 or 1), loop-tolerance, plan (a file)
 *   simulate: solver, integrator, tolerance, accelerations (0 or 1), reactions (0 or 1)
 *   verify:   states, seed, end, steps, runs (0 or 1)
 */
MBC_API mbc_options* mbc_options_new(void);
MBC_API void mbc_options_free(mbc_options* options);
MBC_API mbc_status mbc_options_set(mbc_options* options, const char* name, const char* value,
                                   mbc_diagnostics* diagnostics);

/* Models. */
MBC_API mbc_status mbc_load(const char* path, const mbc_options* options, mbc_diagnostics* diagnostics,
                            mbc_model** model);
MBC_API const char* mbc_model_name(const mbc_model* model);
MBC_API void mbc_model_free(mbc_model* model);

MBC_API mbc_status mbc_convert(const mbc_model* model, const mbc_options* options, mbc_diagnostics* diagnostics,
                               mbc_recursive** recursive);
MBC_API mbc_status mbc_recursive_load(const char* path, mbc_diagnostics* diagnostics, mbc_recursive** recursive);
MBC_API void mbc_recursive_free(mbc_recursive* recursive);
MBC_API const char* mbc_recursive_xml(const mbc_recursive* recursive);  /* the recursive format */
MBC_API const char* mbc_recursive_plan(const mbc_recursive* recursive); /* the plan's XML; "" of a loaded model */
MBC_API mbc_status mbc_recursive_write(const mbc_recursive* recursive, const char* path, mbc_diagnostics* diagnostics);

typedef struct mbc_mobility {
  int coordinates; /* relative velocities, free bases included */
  int equations;   /* of the cuts */
  int rank;        /* of these equations */
  int dof;         /* coordinates - rank */
  int prescribed;  /* of the degrees of freedom, by drives and couplers */
} mbc_mobility;
MBC_API mbc_status mbc_recursive_mobility(const mbc_recursive* recursive, mbc_diagnostics* diagnostics,
                                          mbc_mobility* mobility);

/* Numbers that the model takes from outside. SI. */
typedef struct mbc_input {
  const char* name;
  const char* unit; /* in which its file counts; may be "" */
  double start;
  double least; /* values outside are refused; -HUGE_VAL and HUGE_VAL: none */
  double most;
  double filter; /* s: time constant of the filter through which it arrives; 0: none */
} mbc_input;
MBC_API size_t mbc_input_count(const mbc_recursive* recursive);
MBC_API mbc_input mbc_input_get(const mbc_recursive* recursive, size_t index);

/* Simulation: starts at the model's initial state, at time 0. SI. */
MBC_API mbc_status mbc_simulate(const mbc_recursive* recursive, const mbc_options* options,
                                mbc_diagnostics* diagnostics, mbc_simulation** simulation);
MBC_API void mbc_simulation_free(mbc_simulation* simulation);
MBC_API size_t mbc_position_count(const mbc_simulation* simulation);
MBC_API size_t mbc_velocity_count(const mbc_simulation* simulation);
MBC_API const char* mbc_coordinate_name(const mbc_simulation* simulation, size_t velocity);
MBC_API double mbc_time(const mbc_simulation* simulation);
/* Into arrays of position_count, velocity_count and velocity_count numbers; NULL: not wanted. */
MBC_API void mbc_get_state(const mbc_simulation* simulation, double* positions, double* velocities,
                           double* accelerations);
/* Loops that are nearly closed are closed. */
MBC_API mbc_status mbc_set_state(mbc_simulation* simulation, double time, const double* positions,
                                 const double* velocities, mbc_diagnostics* diagnostics);
/* The accelerations at `count` states, one behind the other; the simulation stays at the last of them. */
MBC_API mbc_status mbc_accelerations(mbc_simulation* simulation, double time, size_t count, const double* positions,
                                     const double* velocities, double* accelerations, mbc_diagnostics* diagnostics);
/* Arrays of input_count numbers, which hold until they are set again. */
MBC_API void mbc_get_inputs(const mbc_simulation* simulation, double* values);
MBC_API mbc_status mbc_set_inputs(mbc_simulation* simulation, const double* values, mbc_diagnostics* diagnostics);
MBC_API mbc_status mbc_step(mbc_simulation* simulation, double h, mbc_diagnostics* diagnostics);
/* Called at the start and after every step; 0 stops the run. */
typedef int (*mbc_on_step)(mbc_simulation* simulation, void* user);
MBC_API mbc_status mbc_run(mbc_simulation* simulation, double end, double h, mbc_on_step on_step, void* user,
                           mbc_diagnostics* diagnostics);
/* What `mbconvert run` writes, at the present state: time, bodies, joints, tyres, energies. */
MBC_API size_t mbc_column_count(const mbc_simulation* simulation);
MBC_API const char* mbc_column_name(const mbc_simulation* simulation, size_t column);
MBC_API mbc_status mbc_get_values(mbc_simulation* simulation, double* values, mbc_diagnostics* diagnostics);

/* MBC_OK: equivalent; MBC_NOT_EQUIVALENT; MBC_NUMERICAL_FAILURE: not decided. `verification` may be NULL. */
MBC_API mbc_status mbc_verify(const mbc_model* model, const mbc_recursive* recursive, const mbc_options* options,
                              mbc_diagnostics* diagnostics, mbc_verification** verification);
typedef struct mbc_finding {
  const char* level; /* states, trajectory, ... */
  const char* name;
  double value;
  double tolerance;
  const char* where;
  int holds;
} mbc_finding;
MBC_API void mbc_verification_free(mbc_verification* verification);
MBC_API size_t mbc_finding_count(const mbc_verification* verification);
MBC_API mbc_finding mbc_finding_get(const mbc_verification* verification, size_t index);

#ifdef __cplusplus
}
#endif

#endif
