#include "converter/export/c/c_shared.h"

#include <fmt/format.h>

#include <algorithm>

#include "converter/export/c/c_parts.h"
#include "converter/export/c/c_program.h"
#include "converter/export/c/writer/c_functions.h"
#include "formats/model/tracing/traced.h"
#include "runtime/solvers/embedded/scalar_kernels.h"

namespace mb {
namespace {

// A part without its includes of others, which stand in front of it or beside it.
std::string partText(const std::string& name) {
  std::string text = std::ranges::find(cParts(), name, &CPart::name)->text;
  for (const std::string include : {"#include \"formats/", "#include \"runtime/"}) {
    for (std::size_t at = text.find(include); at != std::string::npos; at = text.find(include))
      text.erase(at, text.find('\n', at) + 1 - at);
  }
  return text;
}

std::string partsText(std::initializer_list<const char*> names) {
  std::string text;
  for (const char* const name : names) text += partText(name) + "\n";
  return text;
}

bool hasRoads(const Trace& trace) {
  return std::ranges::find(trace.structures(), "mb_road", &TracedStructure::type) != trace.structures().end();
}

std::string memberText(const TracedStructure::Member& member) {
  if (const auto* const number = std::get_if<double>(&member)) return cNumber(*number);
  if (const auto* const count = std::get_if<int>(&member)) return std::to_string(*count);
  return std::get<std::string>(member);
}
std::string structureText(const TracedStructure& structure, std::size_t number) {
  std::string text;
  for (const auto& row : structure.rows) {
    std::string members;
    for (const TracedStructure::Member& member : row) members += (members.empty() ? "" : ", ") + memberText(member);
    text += (text.empty() ? "{" : ",\n    {") + members + "}";
  }
  const std::string name = fmt::format("{}_{}", structure.type, number);
  if (!structure.isArray) return fmt::format("static const {} {} = {};\n", structure.type, name, text);
  return fmt::format("static const {} {}[{}] = {{{}}};\n", structure.type, name, structure.rows.size(), text);
}

// The kernel's sine and cosine, recorded for one number or for four.
std::string angleFunctionText(std::uint8_t width) {
  Trace trace;
  const Recording recording(trace);
  Traced sine;
  Traced cosine;
  embedded::traceSineCosine(Traced::of(trace.input(0, width)), sine, cosine);
  CFunctionOptions options;
  options.name = width == 1 ? "mb_sine_cosine_near" : "mb_sine_cosine_near_lanes";
  options.isPlain = true;
  options.parameters = width == 1 ? "double x, double* sine, double* cosine"
                                  : "const mb_doubles* angles, mb_doubles* sine, mb_doubles* cosine";
  options.input = [width](int) { return CPlace{width == 1 ? "x" : "(*angles)", -1}; };
  return cFunctions(trace, {{{"*sine", -1}, sine.node}, {{"*cosine", -1}, cosine.node}}, options).text;
}

}  // namespace

std::vector<GeneratedFile> sharedFiles(const Trace& trace) {
  const std::string note = kCNote;
  const std::string elementary = "#include \"mb_elementary.h\"\n\n";
  std::vector<GeneratedFile> files{
      {"mb_lanes.h", note + elementary + partText("mb_lanes.h")},
      {"mb_elementary.h", note + partsText({"mb_numbers.h", "mb_circular.h", "mb_exponential.h", "mb_curve.h"})}};
  if (hasRoads(trace)) {
    files.push_back({"mb_contact.h", note + elementary +
                                         partsText({"mb_road.h", "mb_disc_piece.h", "mb_crossings.h", "mb_disc_area.h",
                                                    "mb_contact.h"})});
  }
  return files;
}

std::string constantsText(const Trace& trace) {
  std::string text = hasRoads(trace) ? "#include \"mb_contact.h\"\n\n" : "";
  for (std::size_t k = 0; k < trace.tables().size(); ++k) {
    text += fmt::format("static const double mb_table_{}[{}] = {{", k, trace.tables()[k].size());
    for (std::size_t n = 0; n < trace.tables()[k].size(); ++n)
      text += (n == 0 ? "" : ", ") + cNumber(trace.tables()[k][n]);
    text += "};\n";
  }
  for (std::size_t k = 0; k < trace.structures().size(); ++k) text += structureText(trace.structures()[k], k);
  return text;
}

// Far angles take longer; in single precision the functions are those of double.
std::string sineCosineText(const Trace& trace) {
  const auto usesIn = [](const Trace& one, std::uint8_t width) {
    return std::ranges::any_of(one.nodes(), [&](const TraceNode& node) {
      return (node.operation == Operation::sine || node.operation == Operation::cosine) && node.width >= width;
    });
  };
  const auto uses = [&](std::uint8_t width) {
    return usesIn(trace, width) || std::ranges::any_of(trace.procedures(), [&](const TracedProcedure& procedure) {
             return usesIn(*procedure.body, width);
           });
  };
  const std::string far = cNumber(embedded::kFarthestTracedAngle);
  std::string text;
  if (uses(1)) {
    text += angleFunctionText(1) + "static void mb_sine_cosine(real_t x, real_t* sine, real_t* cosine) {\n" +
            "  double s;\n  double c;\n  if ((double)mb_magnitude(x) >= " + far + R"() {
    s = mb_sin((double)x);
    c = mb_cos((double)x);
  } else {
    mb_sine_cosine_near((double)x, &s, &c);
  }
  *sine = (real_t)s;
  *cosine = (real_t)c;
}

)";
  }
  if (uses(4)) {
    const std::string hasVectors = "#ifndef MB_PLAIN_LANES\n";
    text += hasVectors + angleFunctionText(4) + R"(#endif
static void mb_sine_cosine_lanes(const mb_lanes* angles, mb_lanes* sine, mb_lanes* cosine) {
  real_t x[MB_LANES];
  real_t s[MB_LANES];
  real_t c[MB_LANES];
  int l;
  mb_store_lanes(x, *angles);
)" + hasVectors +
            "  {\n    int isFar = 0;\n    for (l = 0; l < MB_LANES; ++l) isFar |= !((double)mb_magnitude(x[l]) < " +
            far + R"();
    if (!isFar) {
      const mb_doubles wide = mb_doubles_of(*angles);
      mb_doubles sines;
      mb_doubles cosines;
      mb_sine_cosine_near_lanes(&wide, &sines, &cosines);
      *sine = mb_lanes_of_doubles(sines);
      *cosine = mb_lanes_of_doubles(cosines);
      return;
    }
  }
#endif
  for (l = 0; l < MB_LANES; ++l) mb_sine_cosine(x[l], &s[l], &c[l]);
  *sine = mb_load_lanes(s);
  *cosine = mb_load_lanes(c);
}

)";
  }
  return text;
}

}  // namespace mb
