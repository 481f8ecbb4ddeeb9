// Motion: 9xx, and the program itself: 10xx.
#include "converter/explain/rows.h"

namespace mb {

std::span<const Explanation> motionCodes() {
  static constexpr Explanation kRows[] = {
      {Code::loopOpens, "a loop opens during the motion",
       "From here on no position of the joints closes the loop: a linkage is stretched out, or a drive pushes it "
       "beyond "
       "what its parts allow. The run ends at the time in the message. Look at the drives and at the lengths of the "
       "loop.",
       "", ""},
      {Code::singularPosition, "a position has no definite motion",
       "The closing equations lose rank, as in a dead point where two motions are possible: velocities or "
       "accelerations "
       "have no single answer. Start a little off the position, or give the machine what decides there.",
       "", ""},
      {Code::noMass, "something moves that has no mass",
       "Nothing that moves along the coordinate has mass, or what turns about it has neither inertia about its axis "
       "nor "
       "mass off it, so that a force on it gives no definite acceleration; a mass on the axis is not enough. Give a "
       "body at the end of the chain mass or inertia, or make the joint a fixed one.",
       "", ""},
      {Code::grewBeyondBounds, "the motion grew beyond all bounds",
       "Positions or velocities are no finite numbers any more. Usually the step is too long for a stiff spring or "
       "damper, or a force has the wrong sign and feeds the motion. Take a shorter step or --solver implicit-bdf, and "
       "look at the energy column.",
       R"(mbconvert run stiff.xml --end 1 --step 0.1)",
       R"(mbconvert run stiff.xml --end 1 --step 0.1 --solver implicit-bdf)"},
      {Code::stepTooSmall, "the step became too small",
       "To keep the tolerance the step would have to be smaller than the numbers can tell. A force jumps or grows "
       "without "
       "bound at this time, or the tolerance is below what the model's functions allow. Smooth the function, or take a "
       "larger tolerance.",
       "", ""},
      {Code::noConvergence, "an iteration does not converge",
       "Newton's method finds no solution within its limit of tries: the step is too long for the change that happens "
       "in it, or a function jumps. So it is where a fixed step leads to a place from which the loops cannot be "
       "closed, "
       "and shorter ones pass. Take smaller steps, or --integrator dopri5.",
       "", ""},
      {Code::noEquilibrium, "no static equilibrium is found",
       "The machine does not come to rest from where it starts: something moves freely without a spring to hold it, or "
       "the start is too far away. The message names the coordinate. Start nearer to where it should stand, or hold "
       "what "
       "is free.",
       R"(mbconvert settle car.xml)", R"(mbconvert settle car.xml --lock steering)"},
      {Code::solverCannot, "the chosen solver cannot solve this machine",
       "The method needs a property that the machine does not have; the message says which. Leave out --solver, and "
       "the "
       "first one that can is taken. `mbconvert solvers` lists them.",
       R"(mbconvert run model.xml --end 1 --step 0.01 --solver subsystem-joint)",
       R"(mbconvert run model.xml --end 1 --step 0.01)"},
      {Code::beyondLimits, "a coordinate went beyond its limits",
       "A limit without stiffness holds nothing: it is only watched. The motion is as computed, but not that of a "
       "machine "
       "with a stop there. Give the limit a stiffness and a damping.",
       "", ""},
      {Code::energyDeparts, "the energy balance does not close",
       "Energy that is stored, put in and lost must add up; the difference shows how far the computed motion is from "
       "the "
       "true one. The step is too long for the model. Take a shorter one, or --integrator dopri5.",
       "", ""},
      {Code::nothingMoves, "nothing in the model can move",
       "The machine has no degree of freedom and no drive: nothing happens in a run, and there is nothing to measure. "
       "If it should move, it is held by too many joints, or an axis is a little off: `mbconvert tree` shows the "
       "count.",
       "", ""},
      {Code::notDecided, "equivalence is not decided",
       "The runs that are compared are, by themselves, so far from the motion that their difference says nothing about "
       "the models; nothing else differs. The table marks such rows with a question mark. Compare a shorter span, or "
       "allow for shorter steps.",
       R"(mbconvert verify stiff.xml --end 10)", R"(mbconvert verify stiff.xml --end 0.1 --steps 100000)"},
      {Code::unresolvedFriction, "steps are too long for a friction",
       "One step led a coordinate from rest, or through it, to where its stiction is over, so that it held nothing: "
       "whether it would have stuck was not looked at. Take a shorter step, a longer transition (velocity= of the "
       "friction), or a method that chooses its steps.",
       R"(mbconvert run brake.xml --end 1 --step 0.001)",
       R"(mbconvert run brake.xml --end 1 --integrator dopri5 --step 0.001)"},
      {Code::functionJumps, "the function of a drive or coupler jumps",
       "Within one step the function went much farther than its rates lead: what it moves was carried there without "
       "having a speed on the way, and without the work that takes. Use a function that is smooth, as step(), or a "
       "shorter step where it only seems to jump. An <input> that jumps needs a filter where a drive takes a position "
       "or "
       "a speed from it; that is an error, because the machine would be torn.",
       "", ""},
      {Code::internalFault, "a fault of the program itself",
       "Something happened that must not, whatever the input. Please report it with the model and the command that led "
       "to it; the result, if there is one, is not to be trusted.",
       "", ""},
      {Code::outOfMemory, "there is not enough memory",
       "The machine needs more memory than the system gives: blocks of hundreds of loops, or tables of many rows. "
       "Nothing "
       "was written. Close other programs, raise the limit (ulimit -v), or convert the model in pieces.",
       "", ""},
  };
  return kRows;
}

}  // namespace mb
