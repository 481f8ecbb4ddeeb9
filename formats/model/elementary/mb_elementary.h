// The elementary functions of laws, tyres, expressions and generated code.
#ifndef MB_ELEMENTARY_H
#define MB_ELEMENTARY_H

#include "formats/model/elementary/mb_circular.h"
#include "formats/model/elementary/mb_exponential.h"

#endif
