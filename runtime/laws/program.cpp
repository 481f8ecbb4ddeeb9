#include "runtime/laws/program.h"

#include "formats/model/elementary/elementary.h"
#include "runtime/laws/marker_measures.h"

namespace mb {
namespace {

using Op = Instruction::Op;

double reactionIn(const Instruction& instruction, const Library& library, const Surroundings& around) {
  const Vector6& reaction = around.reactions[static_cast<std::size_t>(instruction.index)];
  const Vector3 force = reaction.head<3>();
  const Vector3 torque = reaction.tail<3>();
  constexpr int kMagnitudes = 6;
  if (instruction.component >= kMagnitudes) return (instruction.component == kMagnitudes ? force : torque).norm();
  const MarkerIndex k = instruction.measure.k;
  const Matrix3& R = k.valid() ? around.markers[static_cast<std::size_t>(k.value)].X.R : library.R_WS;
  return R.col(instruction.component % 3).dot(instruction.component < 3 ? force : torque);
}

double heightOf(const Instruction& instruction, const Library& library, const Surroundings& around) {
  const Vector3& p = around.markers[static_cast<std::size_t>(instruction.measure.i.value)].X.p;
  if (instruction.index < 0) return p.z();
  return p.z() - heightAt(*library.roads[static_cast<std::size_t>(instruction.index)], p.x(), p.y()).height;
}

// One interpreter for numbers and jets; leaf(instruction) supplies values that depend on the mechanism or on time.
template <class T, class Leaf>
T interpret(const Program& program, const Library& library, std::span<T> stack, const Leaf& leaf) {
  using elementary::pow;
  std::size_t top = 0;
  for (const Instruction& instruction : program.code) {
    switch (instruction.op) {
      case Op::number: stack[top++] = instruction.number; break;
      case Op::negate: stack[top - 1] = -stack[top - 1]; break;
      case Op::add: --top, stack[top - 1] = stack[top - 1] + stack[top]; break;
      case Op::subtract: --top, stack[top - 1] = stack[top - 1] - stack[top]; break;
      case Op::multiply: --top, stack[top - 1] = stack[top - 1] * stack[top]; break;
      case Op::divide: --top, stack[top - 1] = stack[top - 1] / stack[top]; break;
      case Op::power: --top, stack[top - 1] = pow(stack[top - 1], stack[top]); break;
      case Op::call: {
        const auto count = static_cast<std::size_t>(instruction.index);
        top -= count;
        stack[top] = instruction.function->evaluator<T>()(stack.subspan(top, count));
        ++top;
        break;
      }
      case Op::curve:
        stack[top - 1] = valueOf(library.curves[static_cast<std::size_t>(instruction.index)], stack[top - 1]);
        break;
      case Op::time:
      case Op::measure:
      case Op::coordinate:
      case Op::steer:
      case Op::torque:
      case Op::reaction:
      case Op::force:
      case Op::height:
      case Op::input:
      case Op::rate: stack[top++] = leaf(instruction); break;
    }
  }
  return stack[0];
}

}  // namespace

double run(const Program& program, const Library& library, const Surroundings& around, std::span<double> stack) {
  const auto leaf = [&](const Instruction& instruction) {
    switch (instruction.op) {
      case Op::time: return around.time;
      case Op::coordinate: return around.coordinates[static_cast<std::size_t>(instruction.index)].q;
      case Op::rate: return around.coordinates[static_cast<std::size_t>(instruction.index)].q_dot;
      case Op::steer: return around.drivers[static_cast<std::size_t>(instruction.index)].steer;
      case Op::torque: return around.drivers[static_cast<std::size_t>(instruction.index)].torque;
      case Op::input: return around.inputs[static_cast<std::size_t>(instruction.index)].value;
      case Op::reaction: return reactionIn(instruction, library, around);
      case Op::force: return around.forces[static_cast<std::size_t>(instruction.index)];
      case Op::height: return heightOf(instruction, library, around);
      default: return measured(instruction, library, around);
    }
  };
  return interpret(program, library, stack, leaf);
}

template <class T>
JetOf<T> runJet(const Program& program, const Library& library, T time,
                std::type_identity_t<std::span<const JetOf<T>>> inputs,
                std::type_identity_t<std::span<JetOf<T>>> stack) {
  return interpret(program, library, stack, [&](const Instruction& instruction) {
    return instruction.op == Op::input ? inputs[static_cast<std::size_t>(instruction.index)] : JetOf<T>::time(time);
  });
}

template <class T>
T runScalar(const Program& program, const Library& library, const std::function<T(const Instruction&)>& leaf) {
  std::vector<T> stack(static_cast<std::size_t>(library.stackSize) + 1);
  return interpret(program, library, std::span<T>(stack), leaf);
}

#define MB_PROGRAMS_OF(T)                                                                                      \
  template JetOf<T> runJet(const Program&, const Library&, T, std::span<const JetOf<T>>, std::span<JetOf<T>>); \
  template T runScalar(const Program&, const Library&, const std::function<T(const Instruction&)>&);
MB_PROGRAMS_OF(double)
MB_PROGRAMS_OF(Traced)
MB_PROGRAMS_OF(Dual)
MB_PROGRAMS_OF(DualOf<Traced>)
#undef MB_PROGRAMS_OF

}  // namespace mb
