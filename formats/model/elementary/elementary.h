// The elementary functions under their usual names. The laws of the runtime use them instead of the standard library's,
// so that generated code and every machine give the same bits.
#pragma once

#include "formats/model/elementary/mb_elementary.h"

namespace mb::elementary {

inline double sin(double x) { return mb_sin(x); }
inline double cos(double x) { return mb_cos(x); }
inline double tan(double x) { return mb_tan(x); }
inline double asin(double x) { return mb_asin(x); }
inline double acos(double x) { return mb_acos(x); }
inline double atan(double x) { return mb_atan(x); }
inline double atan2(double y, double x) { return mb_atan2(y, x); }
inline double sinh(double x) { return mb_sinh(x); }
inline double cosh(double x) { return mb_cosh(x); }
inline double tanh(double x) { return mb_tanh(x); }
inline double exp(double x) { return mb_exp(x); }
inline double log(double x) { return mb_log(x); }
inline double log10(double x) { return mb_log10(x); }
inline double pow(double x, double y) { return mb_pow(x, y); }
inline double hypot(double x, double y) { return mb_hypot(x, y); }

}  // namespace mb::elementary
