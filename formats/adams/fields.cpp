// BUSHING, FIELD and BEAM: forces and torques linear in the displacements of I in J.
#include <fmt/format.h>

#include "formats/adams/reader.h"

namespace mb::adams {
namespace {

// Converts blocks {translation; rotation} over {translation; rotation} to SI: forces per length etc.
Matrix6 toSiBlocks(const Units& units, Matrix6 matrix, double time) {
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) {
      const double load = units.force * (row < 3 ? 1 : units.length);
      matrix(row, column) *= load * time / (column < 3 ? units.length : 1);
    }
  }
  return matrix;
}

// Stored by columns.
std::optional<Matrix6> squareMatrix(Reader& reader, Arguments& arguments, std::string_view name) {
  const auto values = numbers(reader, arguments, name, 36, 36);
  if (!values) return std::nullopt;
  Matrix6 matrix;
  for (int k = 0; k < 36; ++k) matrix(k % 6, k / 6) = (*values)[static_cast<std::size_t>(k)];
  return matrix;
}

// The lower half of a symmetric matrix by columns.
std::optional<Matrix6> symmetricMatrix(Reader& reader, Arguments& arguments, std::string_view name) {
  const auto values = numbers(reader, arguments, name, 21, 21);
  if (!values) return std::nullopt;
  Matrix6 matrix;
  std::size_t next = 0;
  for (int column = 0; column < 6; ++column) {
    for (int row = column; row < 6; ++row) matrix(row, column) = matrix(column, row) = (*values)[next++];
  }
  return matrix;
}

Vector6 sixNumbers(Reader& reader, Arguments& arguments, std::string_view name, Degrees degrees) {
  Vector6 result = Vector6::Zero();
  if (const auto values = numbers(reader, arguments, name, 6, 6, degrees)) {
    for (int k = 0; k < 6; ++k) result(k) = (*values)[static_cast<std::size_t>(k)];
  }
  return result;
}

void refuseTwoDampings(Reader& reader, Arguments& arguments) {
  const Argument* const matrix = find(arguments, "CMATRIX");
  if (!matrix || !has(arguments, "CRATIO")) return;
  errorAt(reader, arguments, *matrix, Code::excludeEachOther, "CMATRIX and CRATIO exclude each other")
      .withHint("give the damping in one way");
}

void reportFormulation(Reader& reader, const Arguments& arguments, std::string_view why, std::string_view meaning) {
  const Argument* const formulation = find(arguments, "FORMULATION");
  if (!formulation || words(*formulation).front().starts_with("LIN")) return;
  losePart(reader, *arguments.statement, "formulation", LossEffect::motion, std::string(why), std::string(meaning));
}

// In the file's units; `rest` is the unstrained position.
void addField(Reader& reader, const Statement& statement, const MarkerPair& pair, const Matrix6& stiffness,
              const Matrix6& damping, const Vector6& rest, const Vector6& preload) {
  Field law;
  law.i = pair.i->marker;
  law.j = pair.j->marker;
  law.stiffness = toSiBlocks(reader.units, stiffness, 1);
  law.damping = toSiBlocks(reader.units, damping, reader.units.time);
  const Vector6 load = preload + stiffness * rest;
  law.force = load.head<3>() * reader.units.force;
  law.torque = load.tail<3>() * reader.units.force * reader.units.length;
  addForce(reader.build, nameOf(statement, "field"), statement.at).law = law;
}

}  // namespace

void readBushing(Reader& reader, Arguments& arguments) {
  const Statement& statement = *arguments.statement;
  const auto pair = markerPair(reader, arguments, kUnforced);
  const auto value = [&](std::string_view name, const Dimension& dimension) {
    return vector(reader, arguments, name, dimension).value_or(Vector3::Zero());
  };
  Bushing law;
  law.k = value("K", dimension::kStiffness);
  law.c = value("C", dimension::kDamping);
  law.kt = value("KT", dimension::kTorsionalStiffness);
  law.ct = value("CT", dimension::kTorsionalDamping);
  law.force = value("FORCE", dimension::kForce);
  law.torque = value("TORQUE", dimension::kTorque);
  if (!pair || arguments.isFaulty) return;
  law.i = pair->i->marker;
  law.j = pair->j->marker;
  addForce(reader.build, nameOf(statement, "bushing"), statement.at).law = law;
}

void readField(Reader& reader, Arguments& arguments) {
  const Statement& statement = *arguments.statement;
  const auto pair = markerPair(reader, arguments, kUnforced);
  if (has(arguments, "FUNCTION") || has(arguments, "ROUTINE")) {
    if (!pair) return;
    loseStatement(reader, statement, LossEffect::motion, "it is computed by a subroutine", std::string(kUnforced));
    return;
  }
  const Matrix6 stiffness = squareMatrix(reader, arguments, "KMATRIX").value_or(Matrix6::Zero());
  const auto ratio = numbers(reader, arguments, "CRATIO", 1, 1);
  const Matrix6 damping = squareMatrix(reader, arguments, "CMATRIX")
                              .value_or(ratio ? Matrix6(ratio->front() * stiffness) : Matrix6(Matrix6::Zero()));
  const Vector6 rest = sixNumbers(reader, arguments, "LENGTH", Degrees::allowed);
  const Vector6 preload = sixNumbers(reader, arguments, "FORCE", Degrees::refused);
  refuseTwoDampings(reader, arguments);
  if (!pair || arguments.isFaulty) return;
  reportFormulation(reader, arguments, "a field with large displacements is not modelled",
                    "it is the linear field of the same stiffness");
  addField(reader, statement, *pair, stiffness, damping, rest, preload);
}

// A Timoshenko beam from J along x of J to I, linear in the displacements of I.
void readBeam(Reader& reader, Arguments& arguments) {
  const Statement& statement = *arguments.statement;
  const auto pair = markerPair(reader, arguments, kUnforced);
  if (has(arguments, "MATERIAL") && !has(arguments, "EMODULUS")) {
    if (!pair) return;
    loseStatement(reader, statement, LossEffect::motion, "its moduli are those of a MATERIAL", std::string(kUnforced));
    return;
  }
  const auto value = [&](std::string_view name, bool isNeeded) {
    const auto found = numbers(reader, arguments, name, 1, 1);
    if (!found && isNeeded && !arguments.isFaulty) {
      errorAt(reader, arguments, Code::missingAttribute, fmt::format("{} has no {}", titleOf(statement), name))
          .withHint("a beam needs LENGTH, AREA, IXX, IYY, IZZ, EMODULUS and GMODULUS");
    }
    return found ? found->front() : 0.0;
  };
  const double L = value("LENGTH", true);
  const double A = value("AREA", true);
  const double Ixx = value("IXX", true);
  const double Iyy = value("IYY", true);
  const double Izz = value("IZZ", true);
  const double E = value("EMODULUS", true);
  const double G = value("GMODULUS", true);
  const double asy = value("ASY", false);
  const double asz = value("ASZ", false);
  const double ratio = value("CRATIO", false);
  const auto given = symmetricMatrix(reader, arguments, "CMATRIX");
  refuseTwoDampings(reader, arguments);
  if (!pair || arguments.isFaulty) return;
  if (L <= 0 || A <= 0 || G <= 0) {
    errorAt(reader, arguments, Code::mustBePositive,
            fmt::format("{} has a LENGTH, AREA or GMODULUS that is not positive", titleOf(statement)))
        .withHint("give numbers above 0");
    return;
  }
  const double py = 12 * E * Izz * asy / (G * A * L * L);
  const double pz = 12 * E * Iyy * asz / (G * A * L * L);
  Matrix6 K = Matrix6::Zero();
  K(0, 0) = E * A / L;
  K(1, 1) = 12 * E * Izz / (L * L * L * (1 + py));
  K(1, 5) = K(5, 1) = -6 * E * Izz / (L * L * (1 + py));
  K(2, 2) = 12 * E * Iyy / (L * L * L * (1 + pz));
  K(2, 4) = K(4, 2) = 6 * E * Iyy / (L * L * (1 + pz));
  K(3, 3) = G * Ixx / L;
  K(4, 4) = (4 + pz) * E * Iyy / (L * (1 + pz));
  K(5, 5) = (4 + py) * E * Izz / (L * (1 + py));
  Vector6 rest = Vector6::Zero();
  rest(0) = L;
  reportFormulation(reader, arguments, "a beam with large strains is not modelled",
                    "it is the linear beam of the same section");
  addField(reader, statement, *pair, K, given.value_or(ratio * K), rest, Vector6::Zero());
}

}  // namespace mb::adams
