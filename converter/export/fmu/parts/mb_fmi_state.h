/* States of instances that are given out: copies of plain numbers, with a mark and the token of the FMU. */
#ifndef MB_FMI_STATE_H
#define MB_FMI_STATE_H

#include "mb_fmi_instance.h"

typedef struct {
  char mark[8];
  char token[40];
  uint64_t sum; /* of the rest, in bytes that were given out */
  fmu_state s;
} fmu_saved;

static const char fmu_mark[8] = {'m', 'b', 's', 't', 'a', 't', 'e', 'c'};

static uint64_t fmu_sum(const fmu_state* state) { /* FNV-1a */
  const unsigned char* const bytes = (const unsigned char*)state;
  uint64_t sum = 14695981039346656037u;
  size_t k;
  for (k = 0; k < sizeof *state; ++k) sum = (sum ^ bytes[k]) * 1099511628211u;
  return sum;
}
static const fmu_saved* fmu_saved_of(const fmu_instance* i, const void* state) {
  if (state && memcmp(state, fmu_mark, sizeof fmu_mark) == 0) {
    const fmu_saved* const saved = (const fmu_saved*)state;
    static const char token[sizeof saved->token] = FMU_TOKEN;
    if (memcmp(saved->token, token, sizeof token) == 0) return saved;
    (void)fmu_refuse(i, "the state belongs to another FMU");
    return NULL;
  }
  (void)fmu_refuse(i, "this is no state that was given out");
  return NULL;
}

static int fmu_get_state(fmu_instance* i, void** state) {
  fmu_saved* saved;
  if (!state) return fmu_refuse(i, "there is no place for the state");
  if (*state && !fmu_saved_of(i, *state)) return FMU_ERROR; /* that of a former state is used again */
  saved = *state ? (fmu_saved*)*state : (fmu_saved*)calloc(1, sizeof *saved);
  if (!saved) return fmu_refuse(i, "there is no memory for a state");
  memcpy(saved->mark, fmu_mark, sizeof fmu_mark);
  (void)strncpy(saved->token, FMU_TOKEN, sizeof saved->token - 1);
  memcpy(&saved->s, &i->s, sizeof i->s);
  *state = saved;
  return FMU_FINE;
}
static int fmu_set_state(fmu_instance* i, const void* state) {
  const fmu_saved* const saved = fmu_saved_of(i, state);
  if (!saved) return FMU_ERROR;
  if (saved->s.kind != i->s.kind) return fmu_refuse(i, "the state belongs to another kind of instance");
  memcpy(&i->s, &saved->s, sizeof i->s);
  return FMU_FINE;
}
static int fmu_free_state(fmu_instance* i, void** state) {
  if (!state || !*state) return FMU_FINE;
  if (!fmu_saved_of(i, *state)) return FMU_ERROR;
  memset(*state, 0, sizeof fmu_mark);
  free(*state);
  *state = NULL;
  return FMU_FINE;
}
static int fmu_state_size(fmu_instance* i, const void* state, size_t* size) {
  if (!size || !fmu_saved_of(i, state)) return fmu_refuse(i, "there is no state whose size is asked for");
  *size = sizeof(fmu_saved);
  return FMU_FINE;
}
static int fmu_serialize(fmu_instance* i, const void* state, void* bytes, size_t size) {
  const fmu_saved* const saved = fmu_saved_of(i, state);
  const uint64_t sum = saved ? fmu_sum(&saved->s) : 0;
  if (!saved || !bytes) return FMU_ERROR;
  if (size < sizeof *saved)
    return fmu_refuse(i, "the state takes %lu bytes, and %lu are offered", (unsigned long)sizeof *saved,
                      (unsigned long)size);
  memcpy(bytes, saved, sizeof *saved);
  memcpy((char*)bytes + offsetof(fmu_saved, sum), &sum, sizeof sum);
  return FMU_FINE;
}
static int fmu_deserialize(fmu_instance* i, const void* bytes, size_t size, void** state) {
  fmu_saved* saved;
  if (!state || !bytes) return fmu_refuse(i, "there is no place for the state");
  if (size != sizeof *saved) return fmu_refuse(i, "these bytes are no state of an instance");
  saved = (fmu_saved*)malloc(sizeof *saved);
  if (!saved) return fmu_refuse(i, "there is no memory for a state");
  memcpy(saved, bytes, sizeof *saved);
  if (!fmu_saved_of(i, saved) || saved->sum != fmu_sum(&saved->s)) {
    free(saved);
    return fmu_refuse(i, "these bytes are no state of an instance");
  }
  *state = saved;
  return FMU_FINE;
}

/* An instance for a token; null where it is not that of this FMU. */
static fmu_instance* fmu_make(fmu_instance like, const char* token, const char* name) {
  fmu_instance* i;
  const char* const given = token ? token : "";
  if (strcmp(given, FMU_TOKEN) != 0) {
    (void)fmu_refuse(&like, "the token '%s' is not that of this FMU, '%s'", given, FMU_TOKEN);
    return NULL;
  }
  i = (fmu_instance*)malloc(sizeof *i);
  if (!i) return NULL;
  *i = like;
  i->name = (char*)malloc(strlen(name) + 1);
  if (!i->name) {
    free(i);
    return NULL;
  }
  strcpy(i->name, name);
  fmu_reset(i);
  return i;
}
static void fmu_free(fmu_instance* i) {
  if (i) free(i->name);
  free(i);
}

#endif
