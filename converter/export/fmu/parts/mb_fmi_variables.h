/* Variables of an FMU by value reference, in tables that stand in front of the functions. */
#ifndef MB_FMI_VARIABLES_H
#define MB_FMI_VARIABLES_H

#include <stddef.h>

/* Where the value of a variable stands; a reference without one names nothing. */
typedef enum { FMU_NOTHING, FMU_TIME, FMU_STATE, FMU_RATE, FMU_PARAMETER, FMU_INPUT, FMU_COLUMN } fmu_source;

typedef struct {
  const char* name;
  fmu_source source;
  int place;
  int is_state; /* of Model Exchange */
  double per_unit;
  double least;
  double most;
} fmu_variable;

#endif
