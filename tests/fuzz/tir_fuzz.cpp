// Any bytes as a property file of a tyre, of the type it names and of each type there is: errors or a tyre, whose law
// can be asked for anything and which a native model can carry.
#include "formats/tir/tir.h"

#include "tests/fuzz/fuzz.h"

namespace mb::fuzz {
namespace {

void use(const Tyre& tyre) {
  const std::unique_ptr<TyreLaw> law = makeLaw(tyre);
  for (const double load : {0.0, 1.0, 4000.0, 1e6}) {
    static_cast<void>(law->rollingRadius(0.01, load));
    static_cast<void>(law->relaxation(load, 0.1));
    for (const double slip : {-1.5, -0.01, 0.0, 0.3}) {
      static_cast<void>(mirroredForces(*law, {slip, -slip, slip / 4, load, 20, 1}));
      static_cast<void>(law->forces({slip, slip, 0, load, -0.1, 0.5}));
    }
  }
  for (const double deflection : {0.0, 1e-6, 0.02, 10.0}) {
    for (const double rate : {-1.0, 0.0, 1.0}) {
      if (!(law->load(deflection, rate) >= 0)) wrong("a tyre pulls at the road, or its load is no number");
    }
  }
  CartesianModel model;
  model.name = "wheel";
  Body body;
  body.name = "rim";
  body.massProperties.mass = 1;
  model.bodies.add(body);
  model.tyres.add(tyre);
  model.tyres[TyreIndex{0}].name = "tyre";
  static_cast<void>(nativeRoundTrip(model));
}

}  // namespace

void tir(std::string_view bytes) {
  const auto file = fileOf(bytes);
  std::vector<const TyreType*> expected{nullptr};
  for (const TyreType& type : tyreTypes()) expected.push_back(&type);
  for (const TyreType* type : expected) {
    Diagnostics diagnostics;
    const std::optional<Tyre> tyre = readTir(file, type, diagnostics);
    if (tyre.has_value() == diagnostics.hasErrors()) wrong("a tyre with errors, or neither", textOf(diagnostics));
    if (tyre) use(*tyre);
  }
}

}  // namespace mb::fuzz
