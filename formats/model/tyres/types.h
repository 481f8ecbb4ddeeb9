// The types of the table in tyres.cpp, each made in its own file.
#pragma once

#include "formats/model/tyres/tyre.h"

namespace mb {

TyreType springTyre();
TyreType multidiscTyre();
TyreType magic1987Tyre();
TyreType magic1989Tyre();
TyreType pac2002Tyre();

}  // namespace mb
