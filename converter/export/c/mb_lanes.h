/* Numbers of this program, and several of them side by side: a vector where the compiler has them, else a struct. There
   are MB_LANES of them: four within one state, or one of each state of a batch. */
#ifndef MB_LANES_H
#define MB_LANES_H

#include "formats/model/elementary/mb_elementary.h"

#ifdef MB_FLOAT
typedef float real_t;
typedef int32_t mb_truth_t;
#else
typedef double real_t;
typedef int64_t mb_truth_t;
#endif
#define K(number) ((real_t)(number))

static inline real_t mb_root(real_t a) { return (real_t)sqrt((double)a); }
static inline real_t mb_magnitude(real_t a) { return a < K(0.0) ? -a : a; }

#ifndef MB_LANES
#define MB_LANES 4
#endif
#if MB_LANES == 4
#define MB_EACH_LANE(of, a) \
  { of(a, 0), of(a, 1), of(a, 2), of(a, 3) }
#elif MB_LANES == 8
#define MB_EACH_LANE(of, a) \
  { of(a, 0), of(a, 1), of(a, 2), of(a, 3), of(a, 4), of(a, 5), of(a, 6), of(a, 7) }
#else
#error "MB_LANES is 4 or 8"
#endif

#if !defined(__has_builtin)
#define MB_PLAIN_LANES
#elif !__has_builtin(__builtin_convertvector)
#define MB_PLAIN_LANES
#endif
#ifndef MB_PLAIN_LANES
typedef real_t mb_lanes __attribute__((vector_size(MB_LANES * sizeof(real_t))));
typedef real_t mb_lanes_anywhere
    __attribute__((vector_size(MB_LANES * sizeof(real_t)), aligned(sizeof(real_t)), may_alias));
typedef mb_truth_t mb_truths __attribute__((vector_size(MB_LANES * sizeof(real_t))));
#define MB_SAME(a, l) (a)
#define MB_ROOT_OF(a, l) mb_root((a)[l])
#define mb_lanes_of(a, b, c, d) ((mb_lanes){(a), (b), (c), (d)})
#define mb_all_lanes(a) ((mb_lanes)MB_EACH_LANE(MB_SAME, a))
#define mb_lane(a, l) ((a)[l])
#define mb_add_lanes(a, b) ((a) + (b))
#define mb_subtract_lanes(a, b) ((a) - (b))
#define mb_multiply_lanes(a, b) ((a) * (b))
#define mb_divide_lanes(a, b) ((a) / (b))
#define mb_negate_lanes(a) (-(a))
#define mb_less_lanes(a, b) ((mb_truths)((a) < (b)))
#define mb_not_more_lanes(a, b) ((mb_truths)((a) <= (b)))
#define mb_equal_lanes(a, b) ((mb_truths)((a) == (b)))
#define mb_either_lanes(a, b) ((a) | (b))
#define mb_opposite_lanes(a) (~(a))
#define mb_select_lanes(truth, a, b) ((mb_lanes)((((mb_truths)(a)) & (truth)) | (((mb_truths)(b)) & ~(truth))))
#define mb_load_lanes(from) (*(const mb_lanes_anywhere*)(from))
#define mb_store_lanes(to, a) (*(mb_lanes_anywhere*)(to) = (a))
#define mb_root_lanes(a) ((mb_lanes)MB_EACH_LANE(MB_ROOT_OF, a))
#define mb_magnitude_lanes(a) mb_select_lanes(mb_less_lanes(a, mb_all_lanes(K(0.0))), mb_negate_lanes(a), a)

/* Doubles side by side, in single precision as well: sine and cosine are calculated with these. */
typedef double mb_doubles __attribute__((vector_size(MB_LANES * sizeof(double))));
typedef int64_t mb_long_truths __attribute__((vector_size(MB_LANES * sizeof(double))));
#define mb_doubles_of(a) __builtin_convertvector(a, mb_doubles)
#define mb_lanes_of_doubles(a) __builtin_convertvector(a, mb_lanes)
#define mb_all_doubles(a) ((mb_doubles)MB_EACH_LANE(MB_SAME, a))
#define mb_select_doubles(truth, a, b) \
  ((mb_doubles)((((mb_long_truths)(a)) & (truth)) | (((mb_long_truths)(b)) & ~(truth))))
#define mb_bits_set_doubles(a, added, mask) \
  ((mb_long_truths)(((((mb_long_truths)(a)) + (int64_t)(added)) & (int64_t)(mask)) != (int64_t)0))
#else
typedef struct {
  real_t lane[MB_LANES];
} mb_lanes;
typedef struct {
  int lane[MB_LANES];
} mb_truths;
static inline mb_lanes mb_lanes_of(real_t a, real_t b, real_t c, real_t d) {
  mb_lanes r = {{0}};
  r.lane[0] = a;
  r.lane[1] = b;
  r.lane[2] = c;
  r.lane[3] = d;
  return r;
}
static inline mb_lanes mb_load_lanes(const real_t* from) {
  mb_lanes r;
  int l;
  for (l = 0; l < MB_LANES; ++l) r.lane[l] = from[l];
  return r;
}
static inline void mb_store_lanes(real_t* to, mb_lanes a) {
  int l;
  for (l = 0; l < MB_LANES; ++l) to[l] = a.lane[l];
}
static inline mb_lanes mb_all_lanes(real_t a) {
  mb_lanes r;
  int l;
  for (l = 0; l < MB_LANES; ++l) r.lane[l] = a;
  return r;
}
#define mb_lane(a, l) ((a).lane[l])
#define MB_OF_TWO(name, type, sign)                                      \
  static inline type name(mb_lanes a, mb_lanes b) {                      \
    type r;                                                              \
    int l;                                                               \
    for (l = 0; l < MB_LANES; ++l) r.lane[l] = a.lane[l] sign b.lane[l]; \
    return r;                                                            \
  }
MB_OF_TWO(mb_add_lanes, mb_lanes, +)
MB_OF_TWO(mb_subtract_lanes, mb_lanes, -)
MB_OF_TWO(mb_multiply_lanes, mb_lanes, *)
MB_OF_TWO(mb_divide_lanes, mb_lanes, /)
MB_OF_TWO(mb_less_lanes, mb_truths, <)
MB_OF_TWO(mb_not_more_lanes, mb_truths, <=)
MB_OF_TWO(mb_equal_lanes, mb_truths, ==)
#define MB_OF_ONE(name, operation)                                   \
  static inline mb_lanes name(mb_lanes a) {                          \
    int l;                                                           \
    for (l = 0; l < MB_LANES; ++l) a.lane[l] = operation(a.lane[l]); \
    return a;                                                        \
  }
MB_OF_ONE(mb_negate_lanes, -)
MB_OF_ONE(mb_root_lanes, mb_root)
MB_OF_ONE(mb_magnitude_lanes, mb_magnitude)
static inline mb_truths mb_either_lanes(mb_truths a, mb_truths b) {
  int l;
  for (l = 0; l < MB_LANES; ++l) a.lane[l] = a.lane[l] || b.lane[l];
  return a;
}
static inline mb_truths mb_opposite_lanes(mb_truths a) {
  int l;
  for (l = 0; l < MB_LANES; ++l) a.lane[l] = !a.lane[l];
  return a;
}
static inline mb_lanes mb_select_lanes(mb_truths truth, mb_lanes a, mb_lanes b) {
  int l;
  for (l = 0; l < MB_LANES; ++l) a.lane[l] = truth.lane[l] ? a.lane[l] : b.lane[l];
  return a;
}
#endif

/* Truths in the work array are numbers. */
#define mb_load_truths(from) mb_opposite_lanes(mb_equal_lanes(mb_load_lanes(from), mb_all_lanes(K(0.0))))

#endif
