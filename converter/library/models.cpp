// Models: read, named, written.
#include "converter/conversion/model_file.h"
#include "converter/conversion/moved_bodies.h"
#include "converter/files/atomic_file.h"
#include "converter/library/inside.h"
#include "formats/recursive/recursive_xml.h"

namespace mbconvert {
namespace {

template <class Table>
std::vector<std::string> namesIn(const Table& table) {
  std::vector<std::string> names;
  for (const auto& row : table) names.push_back(row.name);
  return names;
}

std::vector<Input> inputsOf(const mb::ElementTables& elements) {
  std::vector<Input> inputs;
  for (const mb::Input& one : elements.inputs) {
    inputs.push_back({one.name, one.unit, one.start, one.least, one.most, one.filter});
  }
  return inputs;
}

std::optional<mb::RecursiveModel> readRecursive(const std::string& path, mb::Diagnostics& inner) {
  const std::optional<mb::OpenedModel> opened = mb::openModel(path, inner);
  if (!opened) return std::nullopt;
  if (!opened->format->readRecursive) {
    inner.error({opened->file, 1, 1}, mb::Code::otherKindOfFile, "a recursive model is wanted here")
        .withHint("a Cartesian model is loaded and converted first");
    return std::nullopt;
  }
  mb::RecursiveModel model = opened->format->readRecursive(opened->file, inner);
  if (!inner.hasErrors()) mb::warnOfStart(model, inner);
  return model;
}

}  // namespace

const std::string& CartesianModel::name() const { return inside_->model.name; }
std::vector<std::string> CartesianModel::bodies() const { return namesIn(inside_->model.bodies); }
std::vector<std::string> CartesianModel::joints() const { return namesIn(inside_->model.joints); }
std::vector<Input> CartesianModel::inputs() const { return inputsOf(inside_->model); }

std::optional<CartesianModel> load(const std::string& path, Diagnostics& diagnostics, const LoadOptions& options) {
  mb::ModelOptions input;
  input.format = options.format;
  input.read.tyres = options.tyres;
  for (const auto& [name, value] : options.parameters) input.read.parameters.push_back(name + "=" + value);
  input.lock = options.lock;
  input.strict = options.isStrict;
  mb::Diagnostics inner;
  std::optional<mb::CartesianModel> model = mb::readModel(path, inner, input);
  if (!tell(inner, diagnostics) || !model) return std::nullopt;
  return CartesianModel(std::make_shared<CartesianModel::Inside>(std::move(*model)));
}

const std::string& RecursiveModel::name() const { return inside_->model.name; }
std::vector<Input> RecursiveModel::inputs() const { return inputsOf(inside_->model); }
std::string RecursiveModel::xml() const { return mb::writeRecursive(inside_->model); }

bool RecursiveModel::write(const std::string& path, Diagnostics& diagnostics) const {
  mb::Diagnostics inner;
  mb::writeFile(path, xml(), inner);
  return tell(inner, diagnostics);
}

std::optional<RecursiveModel> loadRecursive(const std::string& path, Diagnostics& diagnostics) {
  mb::Diagnostics inner;
  std::optional<mb::RecursiveModel> model = readRecursive(path, inner);
  if (!tell(inner, diagnostics) || !model) return std::nullopt;
  return RecursiveModel(std::make_shared<RecursiveModel::Inside>(std::move(*model)));
}

}  // namespace mbconvert
