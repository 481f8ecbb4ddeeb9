// The motion of the parts after the assembly: a block of rows per part, one value per time. The first value of a row is
// the state before the file's tool assembled the parts.
#include <fmt/format.h>

#include <array>
#include <unordered_map>

#include "formats/asmt/asmt.h"
#include "formats/asmt/build.h"
#include "formats/import/names.h"

namespace mb {
namespace asmt {
namespace {

using Rows = std::unordered_map<std::string_view, std::vector<double>>;

struct Reader {
  const Outline& outline;
  Diagnostics& diagnostics;
  std::vector<double> times{};

  // The numbers after the label and the input state; nothing after an error.
  std::optional<std::vector<double>> numbers(const Line& line) {
    const std::vector<std::string_view> parts = words(line.text);
    std::vector<double> values;
    for (std::size_t k = 2; k < parts.size(); ++k) {
      const std::optional<double> value = numberText(parts[k]);
      if (!value) {
        SourceRef where = at(outline, line);
        where.column += static_cast<int>(parts[k].data() - line.text.data());
        diagnostics.error(where, Code::notANumber, fmt::format("'{}' is not a number", parts[k].substr(0, 60)))
            .withHint("the results of the file are damaged; remove them from 'TimeSeries' on to read the model alone");
        return std::nullopt;
      }
      values.push_back(*value);
    }
    return values;
  }

  bool add(const Line& line, Rows& rows) {
    std::optional<std::vector<double>> values = numbers(line);
    if (!values) return false;
    const std::string_view label = line.text.substr(0, line.text.find_first_of(" \t"));
    if (values->size() != times.size()) {
      diagnostics
          .error(at(outline, line), Code::malformedTable,
                 fmt::format("row '{}' has {} values for {} times", label, values->size(), times.size()))
          .withHint("the results of the file are damaged; remove them from 'TimeSeries' on to read the model alone");
      return false;
    }
    rows.insert_or_assign(label, std::move(*values));
    return true;
  }
};

// Names of the parts in the model, by path; the first of two with the same path.
std::unordered_map<std::string, std::string> bodyNames(const Outline& outline, const Line& assembly) {
  const Line* name = find(outline, assembly, "Name");
  const std::string root = "/" + std::string(name ? valueOf(outline, *name) : std::string_view());
  std::unordered_map<std::string, std::string> bodies;
  Names names;
  names.make("ground", "ground");
  const Line* parts = find(outline, assembly, "Parts");
  if (!parts) return bodies;
  for (const int index : parts->children) {
    const Line& part = lineAt(outline, index);
    if (part.text != "Part") continue;
    const Line* partName = find(outline, part, "Name");
    const std::string text(partName ? valueOf(outline, *partName) : std::string_view());
    bodies.emplace(root + "/" + text, names.make(text, "body"));
  }
  return bodies;
}

struct Column {
  std::string_view theirs;
  std::string_view ours;
};
constexpr std::array kPlaces{Column{"X", "x"}, Column{"Y", "y"}, Column{"Z", "z"}};
constexpr std::array<std::string_view, 3> kAngles{"Bryantx", "Bryanty", "Bryantz"};
constexpr std::array<std::string_view, 4> kQuaternion{"qw", "qx", "qy", "qz"};
constexpr std::array kRates{
    Column{"VX", "vx"},     Column{"VY", "vy"},      Column{"VZ", "vz"},      Column{"OmegaX", "wx"},
    Column{"OmegaY", "wy"}, Column{"OmegaZ", "wz"},  Column{"AX", "ax"},      Column{"AY", "ay"},
    Column{"AZ", "az"},     Column{"AlphaX", "alx"}, Column{"AlphaY", "aly"}, Column{"AlphaZ", "alz"},
};

// Rotations about x, y and z, each about the axes after the previous one; signs as in a run.
std::array<std::vector<double>, 4> quaternions(const std::array<const std::vector<double>*, 3>& angles) {
  std::array<std::vector<double>, 4> columns;
  Quaternion before(0, 0, 0, 0);
  for (std::size_t n = 0; n < angles[0]->size(); ++n) {
    Matrix3 R = Matrix3::Identity();
    for (int k = 0; k < 3; ++k) R = R * rotationAbout(k, (*angles[static_cast<std::size_t>(k)])[n]);
    Quaternion q = quaternionOf(R);
    if (q.coeffs().dot(before.coeffs()) < 0) q.coeffs() = -q.coeffs();
    before = q;
    const std::array<double, 4> parts{q.w(), q.x(), q.y(), q.z()};
    for (std::size_t k = 0; k < 4; ++k) columns[k].push_back(parts[k]);
  }
  return columns;
}

void addColumns(const std::string& body, Rows& rows, Series& series) {
  const auto add = [&](std::string_view name, std::vector<double> values) {
    series.names.push_back(fmt::format("{}.{}", body, name));
    series.columns.push_back(std::move(values));
  };
  const auto addRow = [&](const Column& column) {
    const auto row = rows.find(column.theirs);
    if (row != rows.end()) add(column.ours, std::move(row->second));
  };
  for (const Column& column : kPlaces) addRow(column);
  std::array<const std::vector<double>*, 3> angles{};
  for (std::size_t k = 0; k < 3; ++k) {
    const auto row = rows.find(kAngles[k]);
    if (row != rows.end()) angles[k] = &row->second;
  }
  if (angles[0] && angles[1] && angles[2]) {
    std::array<std::vector<double>, 4> columns = quaternions(angles);
    for (std::size_t k = 0; k < 4; ++k) add(kQuaternion[k], std::move(columns[k]));
  }
  for (const Column& column : kRates) addRow(column);
}

}  // namespace
}  // namespace asmt

std::optional<Series> readAsmtSeries(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics) {
  using namespace asmt;
  const Outline outline = parseOutline(std::move(file), diagnostics);
  const Line& top = outline.lines.front();
  const Line* assembly = find(outline, top, "Assembly");
  if (!assembly || !find(outline, top, "TimeSeries")) return std::nullopt;
  const std::unordered_map<std::string, std::string> bodies = bodyNames(outline, *assembly);

  Reader reader{outline, diagnostics};
  Series series;
  Rows rows;
  std::string body;  // whose rows are being read; empty: not a part
  const auto finish = [&] {
    if (!body.empty()) addColumns(body, rows, series);
    rows.clear();
    body.clear();
  };
  for (const int index : top.children) {
    const Line& line = lineAt(outline, index);
    const std::vector<std::string_view> parts = words(line.text.substr(0, 200));
    if (parts[0] == "Time" && series.names.empty()) {
      std::optional<std::vector<double>> times = reader.numbers(line);
      if (!times) return std::nullopt;
      reader.times = *times;
      series.names.emplace_back("time");
      series.columns.push_back(std::move(*times));
    } else if (parts[0].ends_with("Series")) {
      finish();
      const std::size_t path = line.text.find_first_not_of(" \t", parts[0].size());
      if (parts[0] != "PartSeries" || path == std::string_view::npos || series.names.empty()) continue;
      const auto found = bodies.find(std::string(line.text.substr(path)));
      if (found != bodies.end()) {
        body = found->second;
        continue;
      }
      diagnostics
          .warning(at(outline, line), Code::unknownName,
                   fmt::format("there is no part '{}'", line.text.substr(path, 120)))
          .withHint("its results are left out");
    } else if (!body.empty() && !reader.add(line, rows)) {
      return std::nullopt;
    }
  }
  finish();
  if (series.names.empty()) return std::nullopt;
  // A run starts at 0.
  std::vector<double>& times = series.columns.front();
  const double start = times.empty() ? 0 : times.front();
  for (double& time : times) time -= start;
  return series;
}

}  // namespace mb
