/* Numbers of this program, and four of them side by side: a vector where the compiler has them, else a struct. */
#ifndef MB_FOUR_H
#define MB_FOUR_H

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

#if defined(__GNUC__) && !defined(MB_PLAIN_FOUR)
typedef real_t mb_four __attribute__((vector_size(4 * sizeof(real_t))));
typedef real_t mb_four_anywhere __attribute__((vector_size(4 * sizeof(real_t)), aligned(sizeof(real_t)), may_alias));
typedef mb_truth_t mb_truth4 __attribute__((vector_size(4 * sizeof(real_t))));
#define mb_four_of(a, b, c, d) ((mb_four){(a), (b), (c), (d)})
#define mb_all4(a) ((mb_four){(a), (a), (a), (a)})
#define mb_lane(a, l) ((a)[l])
#define mb_add4(a, b) ((a) + (b))
#define mb_subtract4(a, b) ((a) - (b))
#define mb_multiply4(a, b) ((a) * (b))
#define mb_divide4(a, b) ((a) / (b))
#define mb_negate4(a) (-(a))
#define mb_less4(a, b) ((mb_truth4)((a) < (b)))
#define mb_not_more4(a, b) ((mb_truth4)((a) <= (b)))
#define mb_equal4(a, b) ((mb_truth4)((a) == (b)))
#define mb_either4(a, b) ((a) | (b))
#define mb_opposite4(a) (~(a))
#define mb_select4(truth, a, b) ((mb_four)((((mb_truth4)(a)) & (truth)) | (((mb_truth4)(b)) & ~(truth))))
#define mb_load4(from) (*(const mb_four_anywhere*)(from))
#define mb_store4(to, a) (*(mb_four_anywhere*)(to) = (a))
#define mb_root4(a) mb_four_of(mb_root((a)[0]), mb_root((a)[1]), mb_root((a)[2]), mb_root((a)[3]))
#define mb_magnitude4(a) mb_select4(mb_less4(a, mb_all4(K(0.0))), mb_negate4(a), a)
#define mb_bits_set4(a, added, mask) \
  ((mb_truth4)(((((mb_truth4)(a)) + (mb_truth_t)(added)) & (mb_truth_t)(mask)) != (mb_truth_t)0))
#else
typedef struct {
  real_t lane[4];
} mb_four;
typedef struct {
  int lane[4];
} mb_truth4;
static inline mb_four mb_four_of(real_t a, real_t b, real_t c, real_t d) {
  mb_four r;
  r.lane[0] = a;
  r.lane[1] = b;
  r.lane[2] = c;
  r.lane[3] = d;
  return r;
}
static inline mb_four mb_all4(real_t a) { return mb_four_of(a, a, a, a); }
#define mb_lane(a, l) ((a).lane[l])
#define MB_OF_TWO(name, type, sign)                               \
  static inline type name(mb_four a, mb_four b) {                 \
    type r;                                                       \
    int l;                                                        \
    for (l = 0; l < 4; ++l) r.lane[l] = a.lane[l] sign b.lane[l]; \
    return r;                                                     \
  }
MB_OF_TWO(mb_add4, mb_four, +)
MB_OF_TWO(mb_subtract4, mb_four, -)
MB_OF_TWO(mb_multiply4, mb_four, *)
MB_OF_TWO(mb_divide4, mb_four, /)
MB_OF_TWO(mb_less4, mb_truth4, <)
MB_OF_TWO(mb_not_more4, mb_truth4, <=)
MB_OF_TWO(mb_equal4, mb_truth4, ==)
#define MB_OF_ONE(name, operation)                            \
  static inline mb_four name(mb_four a) {                     \
    int l;                                                    \
    for (l = 0; l < 4; ++l) a.lane[l] = operation(a.lane[l]); \
    return a;                                                 \
  }
MB_OF_ONE(mb_negate4, -)
MB_OF_ONE(mb_root4, mb_root)
MB_OF_ONE(mb_magnitude4, mb_magnitude)
static inline mb_truth4 mb_either4(mb_truth4 a, mb_truth4 b) {
  int l;
  for (l = 0; l < 4; ++l) a.lane[l] = a.lane[l] || b.lane[l];
  return a;
}
static inline mb_truth4 mb_opposite4(mb_truth4 a) {
  int l;
  for (l = 0; l < 4; ++l) a.lane[l] = !a.lane[l];
  return a;
}
static inline mb_four mb_select4(mb_truth4 truth, mb_four a, mb_four b) {
  int l;
  for (l = 0; l < 4; ++l) a.lane[l] = truth.lane[l] ? a.lane[l] : b.lane[l];
  return a;
}
static inline mb_four mb_load4(const real_t* from) { return mb_four_of(from[0], from[1], from[2], from[3]); }
static inline void mb_store4(real_t* to, mb_four a) {
  int l;
  for (l = 0; l < 4; ++l) to[l] = a.lane[l];
}
#endif

/* Truths in the work array are numbers. */
#define mb_load_truth4(from) mb_opposite4(mb_equal4(mb_load4(from), mb_all4(K(0.0))))

#endif
