// Any bytes as a plan of one small machine, which has a loop, a rod, a weld, parallel joints and a drive. A plan that
// is taken is written and read back as the same one.
#include "converter/conversion/plan_file.h"
#include "formats/native/native.h"
#include "tests/fuzz/fuzz.h"

namespace mb::fuzz {
namespace {

constexpr std::string_view kMachine = R"xml(<mbs version="1" name="machine">
  <body name="ground" ground="true"/>
  <body name="chassis"><pose pos="-1 0 0"/><mass value="10"/><inertia xx="1" yy="1" zz="1"/></body>
  <body name="lid"><pose pos="-1 0 1"/><mass value="1"/><inertia xx="1" yy="1" zz="1"/></body>
  <body name="front"><pose pos="0.125 0 0.25"/><mass value="2"/><inertia xx="0.05" yy="0.05" zz="0.001"/></body>
  <body name="rear"><pose pos="-0.375 0 0.2"/><mass value="2"/><inertia xx="0.03" yy="0.03" zz="0.001"/></body>
  <body name="top"><pose pos="-0.25 0 0.75"/><mass value="30"/><inertia xx="2" yy="1" zz="2.5"/></body>
  <body name="bar"><pose pos="-0.5 0.5 0.5"/><mass value="1"/><inertia xx="0.1" yy="0.1" zz="0"/></body>
  <joint name="weld" type="fixed" i="lid" j="chassis" point="-1 0 1"/>
  <joint name="slide" type="translational" i="chassis" j="ground" point="-1 0 0" axis="1 0 0"/>
  <joint name="a" type="revolute" i="front" j="chassis" point="0 0 0" axis="0 1 0"/>
  <joint name="b" type="revolute" i="top" j="front" point="0.25 0 0.5" axis="0 1 0"/>
  <joint name="c" type="spherical" i="rear" j="chassis" point="-0.5 0 0"/>
  <joint name="c2" type="spherical" i="rear" j="chassis" point="-0.5 1 0"/>
  <joint name="d" type="revolute" i="top" j="rear" point="-0.25 0 0.375" axis="0 1 0"/>
  <joint name="e" type="spherical" i="bar" j="top" point="-0.5 0.5 0.9"/>
  <joint name="f" type="spherical" i="bar" j="chassis" point="-0.5 0.5 0.1"/>
  <motion name="motor" joint="slide" function="0.1*sin(time)"/>
</mbs>)xml";

CartesianModel smallMachine() {
  Diagnostics diagnostics;
  CartesianModel model = readNative(fileOf(kMachine), diagnostics);
  if (diagnostics.hasErrors()) wrong("the machine of the plans is not read", textOf(diagnostics));
  return model;
}

}  // namespace

void plan(std::string_view bytes) {
  static const CartesianModel kModel = smallMachine();
  Diagnostics diagnostics;
  PlanOptions options;
  readPlan(fileOf(bytes), options, diagnostics);
  if (!diagnostics.hasErrors()) static_cast<void>(throughFiles(kModel, options));
}

}  // namespace mb::fuzz
