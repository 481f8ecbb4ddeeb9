// Masses, inertias and velocities, once their reference frames are known.
#include <fmt/format.h>

#include <array>

#include "formats/model/basics/text.h"
#include "formats/model/elements/part_checks.h"
#include "formats/native/build.h"

namespace mb::native {
namespace {

// The frame of one of the body's markers in the body frame, before any mirroring.
std::optional<Pose> markerOnBody(Build& build, BodyIndex body, const XmlText& name) {
  const BodyDraft& draft = build.bodies[body];
  const std::string full = fmt::format("{}.{}", build.model.bodies[body].name, name.text);
  const auto found = build.markerNames.find(full);
  if (found == build.markerNames.end()) {
    std::vector<std::string> known;
    for (const Marker& marker : build.model.markers) {
      if (marker.body == body) known.push_back(marker.name.substr(marker.name.find('.') + 1));
    }
    std::string hint = didYouMean(name.text, known);
    build.diagnostics
        .error(name.valueAt, Code::unknownName,
               fmt::format("body '{}' has no marker '{}'", build.model.bodies[body].name, name.text))
        .withHint(hint.empty() ? "name a marker of this body, or give the numbers" : hint);
    return std::nullopt;
  }
  const MarkerDraft& marker = build.markers[found->second];
  if (marker.file == draft.file && !marker.given.relativeTo && !marker.inWorld) return marker.given.X;
  return inverse(draft.X_FB) * poseIn(build, *draft.file, {{}, found->second});
}

bool looksLikeMarker(std::string_view text) {
  return isName(text) && !std::isdigit(static_cast<unsigned char>(text[0])) && text[0] != '-';
}

// Returns nothing if anything was unreadable, so that no follow-up errors are reported.
std::optional<MassProperties> readMass(Build& build, BodyIndex body, XmlElement& element) {
  const ElementContext& context = build.bodies[body].file->context;
  MassProperties properties;
  bool usable = false;
  if (const auto text = element.requiredAttribute("value")) {
    if (const auto mass = readNumber(*text, dimension::kMass, context, build.diagnostics)) {
      properties.mass = *mass;
      usable = true;
    }
  }
  if (const auto text = element.attribute("com")) {
    if (looksLikeMarker(text->text)) {
      const auto X = markerOnBody(build, body, *text);
      if (X) properties.com = X->p;
      usable = usable && X;
    } else {
      const auto com = readVector(*text, dimension::kLength, context, build.diagnostics);
      if (com) properties.com = *com;
      usable = usable && com;
    }
  }
  element.finish();
  if (!usable) return std::nullopt;
  return properties;
}

std::optional<Matrix3> readTensor(XmlElement& element, const ElementContext& context) {
  struct Entry {
    std::string_view name;
    int row, column;
    bool required;
  };
  constexpr std::array kEntries{Entry{"xx", 0, 0, true},  Entry{"yy", 1, 1, true},  Entry{"zz", 2, 2, true},
                                Entry{"xy", 0, 1, false}, Entry{"xz", 0, 2, false}, Entry{"yz", 1, 2, false}};
  Matrix3 J = Matrix3::Zero();
  bool usable = true;
  for (const Entry& entry : kEntries) {
    const auto text = entry.required ? element.requiredAttribute(entry.name) : element.attribute(entry.name);
    if (!text) {
      usable = usable && !entry.required;
      continue;
    }
    const auto value = readNumber(*text, dimension::kInertia, context, element.diagnostics());
    usable = usable && value;
    J(entry.row, entry.column) = J(entry.column, entry.row) = value.value_or(0);
  }
  // In ADAMS, int xy dm is positive; the entries of the tensor are its negatives.
  if (const auto text = element.attribute("products")) {
    const auto choice = readChoice(*text, {"tensor", "positive-integral"}, element.diagnostics());
    usable = usable && choice;
    if (choice == 1) J = 2 * Matrix3(J.diagonal().asDiagonal()) - J;
  }
  if (!usable) return std::nullopt;
  return J;
}

// Rotates the tensor into body axes and moves it to the centre of mass.
std::optional<Matrix3> readInertia(Build& build, BodyIndex body, XmlElement& element,
                                   std::optional<MassProperties>& mass) {
  std::optional<Matrix3> J = readTensor(element, build.bodies[body].file->context);
  const auto at = element.attribute("at");
  if (const auto text = element.attribute("as_given")) {
    const auto choice = readChoice(*text, {"no", "yes"}, element.diagnostics());
    if (mass) mass->asGiven = choice == 1;
  }
  element.finish();
  if (!at || at->text == "com") return J;
  Pose X_BA;
  if (at->text != "origin") {
    const auto X = markerOnBody(build, body, *at);
    if (!X) return std::nullopt;
    X_BA = *X;
  }
  if (!J || !mass) return std::nullopt;
  const Matrix3 turned = X_BA.R * *J * X_BA.R.transpose();
  const Matrix3 symmetric = 0.5 * (turned + turned.transpose());
  return parallelAxis(symmetric, -mass->mass, X_BA.p - mass->com);
}

// Converts flags of components along the file's axes to flags along ours. Only works for axes that coincide with axes.
std::optional<std::array<bool, 3>> turnedFlags(const Matrix3& R, const std::array<bool, 3>& flags) {
  if (flags[0] == flags[1] && flags[1] == flags[2]) return flags;
  std::array<bool, 3> turned{};
  for (int k = 0; k < 3; ++k) {
    if (!flags[static_cast<std::size_t>(k)]) continue;
    Eigen::Index row = 0;
    if (R.col(k).cwiseAbs().maxCoeff(&row) < 1 - 1e-9) return std::nullopt;
    turned[static_cast<std::size_t>(row)] = true;
  }
  return turned;
}

struct FlagWord {
  std::string_view word;
  std::array<int, 3> components;  // -1: none
};
constexpr std::array kVelocityWords{FlagWord{"lin", {0, 1, 2}},     FlagWord{"ang", {3, 4, 5}},
                                    FlagWord{"lin.x", {0, -1, -1}}, FlagWord{"lin.y", {1, -1, -1}},
                                    FlagWord{"lin.z", {2, -1, -1}}, FlagWord{"ang.x", {3, -1, -1}},
                                    FlagWord{"ang.y", {4, -1, -1}}, FlagWord{"ang.z", {5, -1, -1}}};
constexpr std::array kPositionWords{FlagWord{"x", {0, -1, -1}},  FlagWord{"y", {1, -1, -1}},
                                    FlagWord{"z", {2, -1, -1}},  FlagWord{"rx", {3, -1, -1}},
                                    FlagWord{"ry", {4, -1, -1}}, FlagWord{"rz", {5, -1, -1}}};

template <std::size_t n>
void readFlags(Build& build, const File& file, const XmlText& text, const std::array<FlagWord, n>& words,
               std::array<bool, 6>& flags) {
  std::vector<std::string> known;
  for (const FlagWord& word : words) known.emplace_back(word.word);
  std::array<std::array<bool, 3>, 2> given{};
  for (const XmlText& word : wordsOf(text)) {
    const auto index = readChoice(word, known, build.diagnostics);
    if (!index) continue;
    for (const int k : words[static_cast<std::size_t>(*index)].components) {
      if (k >= 0) given[static_cast<std::size_t>(k / 3)][static_cast<std::size_t>(k % 3)] = true;
    }
  }
  for (std::size_t half = 0; half < 2; ++half) {
    const auto turned = turnedFlags(rotationToRoot(&file), given[half]);
    if (!turned) {
      build.diagnostics
          .error(text.valueAt, Code::notModelled,
                 "single components cannot be kept in a file that is placed at an angle")
          .withHint("keep all three, or place the file along the axes");
      continue;
    }
    for (std::size_t k = 0; k < 3; ++k) flags[3 * half + k] = (*turned)[k];
  }
}

void readVelocity(Build& build, BodyIndex index, XmlElement& element) {
  const BodyDraft& draft = build.bodies[index];
  const ElementContext& context = draft.file->context;
  Body& body = build.model.bodies[index];
  const auto read = [&](std::string_view name, const Dimension& dimension) {
    const auto text = element.attribute(name);
    if (!text) return Vector3(Vector3::Zero());
    return readVector(*text, dimension, context, build.diagnostics).value_or(Vector3::Zero());
  };
  const auto chosen = [&](std::string_view name, const std::vector<std::string>& words) {
    const auto text = element.attribute(name);
    return text && readChoice(*text, words, build.diagnostics).value_or(0) == 1;
  };
  Vector3 v = read("lin", dimension::kVelocity);
  Vector3 w = read("ang", dimension::kAngularVelocity);
  if (chosen("lin_in", {"ground", "body"})) v = draft.X_FB.R * v;
  if (chosen("ang_in", {"ground", "body"})) w = draft.X_FB.R * w;
  // The centre of mass as given in the file; the body's is already mirrored.
  const Vector3 com = draft.file->D.cwiseProduct(body.massProperties.com);
  if (chosen("lin_at", {"origin", "com"})) v -= w.cross(draft.X_FB.R * com);
  if (const auto text = element.attribute("fixed"))
    readFlags(build, *draft.file, *text, kVelocityWords, body.keepVelocity);
  body.velocityIsGuess = chosen("guess", {"no", "yes"});
  element.finish();
  const Matrix3 R = rotationToRoot(draft.file);
  body.v_WB = R * v;
  body.w_WB = R.determinant() < 0 ? Vector3(-(R * w)) : Vector3(R * w);
}

}  // namespace

Matrix3 rotationToRoot(const File* file) {
  Matrix3 R = Matrix3::Identity();
  for (; file->parent; file = file->parent) {
    R = file->X_PF.R * R;
    if (file->mirror) R = file->mirror->asDiagonal() * R;
  }
  return file->R_axes * R;
}

void completeBody(Build& build, BodyIndex index) {
  BodyDraft& draft = build.bodies[index];
  Body& body = build.model.bodies[index];
  const Vector3& D = draft.file->D;
  std::optional<MassProperties> mass = MassProperties{};
  std::optional<Matrix3> inertia = Matrix3(Matrix3::Zero());
  if (draft.mass) mass = readMass(build, index, *draft.mass);
  if (draft.inertia) inertia = readInertia(build, index, *draft.inertia, mass);
  if (mass && inertia) {
    mass->inertia = *inertia;
    const std::string defect = inertiaDefect(*mass);
    if (defect.empty()) {
      body.massProperties = {mass->mass, D.cwiseProduct(mass->com), D.asDiagonal() * mass->inertia * D.asDiagonal(),
                             mass->asGiven};
    } else {
      const bool isMass = mass->mass < 0 || !draft.inertia;
      build.diagnostics
          .error((isMass ? draft.mass : draft.inertia)->at(),
                 mass->mass < 0 ? Code::impossibleMass : Code::impossibleInertia,
                 fmt::format("body '{}': {}", body.name, defect))
          .withHint(fmt::format("check the units, the point of the inertia (at=) and the sign of the products "
                                "(products=){}",
                                canBeTakenAsGiven(*mass) ? "; as_given=\"yes\" in <inertia> accepts them" : ""));
    }
  }
  if (draft.velocity) readVelocity(build, index, *draft.velocity);
  addInitialMotions(build, index);
  if (draft.exact) {
    if (const auto text = draft.exact->requiredAttribute("coords")) {
      readFlags(build, *draft.file, *text, kPositionWords, body.keepPosition);
    }
    draft.exact->finish();
  }
}

}  // namespace mb::native
