#include "converter/export/c/writer/c_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "converter/export/c/writer/division.h"
#include "converter/export/c/writer/expressions.h"

namespace mb {
namespace {

std::string numbersText(const std::string& truths) {
  return "mb_select_lanes(" + truths + ", mb_all_lanes(K(1.0)), mb_all_lanes(K(0.0)))";
}

// The work array is laid out by fours, each of which is a row of a batch.
std::string workText(const Values& values, int place) {
  return values.options.isBatch ? fmt::format("MB_LANES * {} + {}", place / 4, place % 4) : std::to_string(place);
}

// Truths in the work array are numbers.
std::string keepText(const Values& values, int n, const std::string& place) {
  const std::string name = values.nameOf(n);
  if (values.node(n).width == 4) {
    return fmt::format("  mb_store_lanes(work + {}, {});\n", place, values.isTruth(n) ? numbersText(name) : name);
  }
  return fmt::format("  work[{}] = {}{};\n", place, values.isTruth(n) ? "(real_t)" : "", name);
}
std::string loadText(const Values& values, int n, const std::string& place) {
  if (values.node(n).width == 4)
    return fmt::format("mb_load_{}(work + {})", values.isTruth(n) ? "truths" : "lanes", place);
  return values.isTruth(n) ? fmt::format("(work[{}] != K(0.0))", place) : fmt::format("work[{}]", place);
}

constexpr int kLeastCopied = 8;

class Writer {
 public:
  Writer(const Trace& trace, const std::vector<CResult>& results, const CFunctionOptions& options)
      : options_(options), values_(cValues(trace, results, options)), division_(divided(values_)) {
    result_.work = options_.isBatch ? division_.workSize / 4 : division_.workSize;
    for (const CStore& store : values_.stores) {
      for (int l = 0; l < (store.isFour ? 4 : 1); ++l) written_.insert({store.place.array, store.place.index + l});
    }
  }

  CFunctions run() {
    std::size_t next = 0;
    for (int part = 0; part < division_.parts; ++part) {
      std::string body;
      std::set<int> loaded;
      bytes_ = 0;
      for (; next < division_.order.size() && division_.part[at(division_.order[next])] == part; ++next) {
        const int n = division_.order[next];
        load(values_.readBy(n), part, loaded, body);
        body += statementText(values_, n);
        ++result_.statements;
        for (const int made : values_.madeWith(n)) {
          bytes_ += bytesOf(made);
          if (division_.work[at(made)] >= 0)
            body += keepText(values_, made, workText(values_, division_.work[at(made)]));
        }
        noteProcedure(n);
      }
      writeStores(part, loaded, body);
      writePart(part, body);
      result_.stack = std::max(result_.stack, bytes_);
    }
    return std::move(result_);
  }

 private:
  int bytesOf(int n) const { return values_.node(n).width == 4 ? 32 : 8; }

  void load(const std::vector<int>& needed, int part, std::set<int>& loaded, std::string& body) {
    for (const int n : needed) {
      if (division_.part[at(n)] == part || !loaded.insert(n).second) continue;
      bytes_ += bytesOf(n);
      body += fmt::format(
          "  const {} {} = {};\n", values_.typeOf(n), values_.nameOf(n),
          values_.isInput(n) ? inputText(values_, n) : loadText(values_, n, workText(values_, division_.work[at(n)])));
      ++result_.statements;
    }
  }

  // In the last part, where inputs may be overwritten, everything is calculated before.
  void writeStores(int part, std::set<int>& loaded, std::string& body) {
    std::string stores;
    for (std::size_t k = 0; k < values_.stores.size(); ++k) {
      if (division_.storedIn[k] != part) continue;
      const int copies = copiesFrom(k, part);
      if (copies >= kLeastCopied) {
        body += copyText(k, copies);
        ++result_.statements;
        k += at(copies) - 1;
        continue;
      }
      const CStore& store = values_.stores[k];
      const int n = store.node;
      load(values_.readBy(store), part, loaded, body);
      ++result_.statements;
      if (store.isFour) {
        stores += fmt::format("  mb_store_lanes({}, {});\n", addressOf(store.place), operandText(values_, n, 4));
        continue;
      }
      const bool isWide = options_.isBatch || values_.node(n).width == 4;
      std::string text = operandText(values_, n, isWide ? 4 : 1);
      if (values_.isTruth(n)) text = isWide ? numbersText(text) : text + " ? K(1.0) : K(0.0)";
      if (!values_.isNamed(n) && !values_.isConstant(n) && part == division_.parts - 1) {
        const std::string type = isWide               ? options_.isPlain ? "mb_doubles" : "mb_lanes"
                                 : values_.isTruth(n) ? "real_t"
                                                      : values_.typeOf(n);
        body += fmt::format("  const {} s{} = {};\n", type, k, text);
        text = fmt::format("s{}", k);
        bytes_ += bytesOf(n);
      }
      stores += options_.isBatch ? fmt::format("  mb_store_lanes({}, {});\n", batchAddressOf(store.place), text)
                                 : fmt::format("  {} = {};\n", textOf(store.place), text);
    }
    body += stores;
  }

  // How many stores from here on copy what stands side by side to what stands side by side.
  int copiesFrom(std::size_t first, int part) const {
    int count = 0;
    for (std::size_t k = first; k < values_.stores.size() && division_.storedIn[k] == part; ++k, ++count) {
      const CStore& store = values_.stores[k];
      if (!values_.isInput(store.node) || store.place.index < 0) break;
      const CPlace from = values_.placeOf(store.node);
      if (from.index < 0 || from.array == store.place.array || written_.contains(from)) break;
      if (k == first) continue;
      const CStore& before = values_.stores[k - 1];
      if (!isNext(before.place, store.place) || !isNext(values_.placeOf(before.node), values_.placeOf(store.node)))
        break;
    }
    return count;
  }
  std::string copyText(std::size_t first, int count) const {
    const CStore& store = values_.stores[first];
    const auto address = options_.isBatch ? &batchAddressOf : &addressOf;
    return fmt::format("  memcpy({}, {}, {}{} * sizeof(real_t));\n", address(store.place),
                       address(values_.placeOf(store.node)), options_.isBatch ? "MB_LANES * " : "", count);
  }

  void noteProcedure(int n) {
    if (values_.node(n).operation != Operation::result) return;
    const int procedure = values_.functionOf(values_.node(n).operands[0]).procedure;
    if (procedure >= 0) result_.procedures.push_back(procedure);
  }

  // Not every part uses every parameter.
  std::string unusedText() const {
    std::string text;
    std::size_t from = 0;
    while (from < options_.parameters.size()) {
      const std::size_t end = std::min(options_.parameters.find(',', from), options_.parameters.size());
      const std::string one = options_.parameters.substr(from, end - from);
      text += "  (void)" + one.substr(one.find_last_of(" *") + 1) + ";\n";
      from = end + 1;
    }
    return text;
  }

  void writePart(int part, const std::string& body) {
    if (options_.isPlain) {
      result_.text += fmt::format("static void {}({}) {{\n{}}}\n\n", options_.name, options_.parameters, body);
      return;
    }
    result_.text += fmt::format("static void {}_{}({}, real_t* work) {{\n{}  (void)work;\n{}{}}}\n\n", options_.name,
                                part + 1, options_.parameters, options_.prologue, unusedText(), body);
    result_.calls += fmt::format("  {}_{}({}, {});\n", options_.name, part + 1, options_.arguments, options_.work);
  }

  const CFunctionOptions& options_;
  const Values values_;
  const Division division_;
  std::set<CPlace> written_;
  int bytes_ = 0;  // of the named values of the part that is written
  CFunctions result_;
};

std::string procedureText(const TracedProcedure& procedure, const CFunctions& body, bool isBatch) {
  return body.text +
         fmt::format("static void {}(const real_t* arguments, real_t* results) {{\n  real_t work[{}{}];\n{}}}\n\n",
                     procedure.name, isBatch ? "MB_LANES * " : "", body.work + 1, body.calls);
}

}  // namespace

CFunctions cFunctions(const Trace& trace, const std::vector<CResult>& results, const CFunctionOptions& options) {
  return Writer(trace, results, options).run();
}

std::string cProcedures(const Trace& trace, const std::vector<int>& directly, bool isBatch) {
  std::set<int> called(directly.begin(), directly.end());
  std::string text;
  // From the last to the first: each calls only those before it.
  for (int k = static_cast<int>(trace.procedures().size()); k-- > 0;) {
    if (!called.contains(k)) continue;
    const TracedProcedure& procedure = trace.procedures()[at(k)];
    CFunctionOptions options;
    options.name = procedure.name;
    options.isBatch = isBatch;
    options.parameters = "const real_t* arguments, real_t* results";
    options.arguments = "arguments, results";
    options.input = [](int input) { return CPlace{"arguments", input}; };
    std::vector<CResult> results;
    for (std::size_t n = 0; n < procedure.results.size(); ++n)
      results.push_back({{"results", static_cast<int>(n)}, procedure.results[n]});
    const CFunctions body = cFunctions(*procedure.body, results, options);
    called.insert(body.procedures.begin(), body.procedures.end());
    text = procedureText(procedure, body, isBatch) + text;
  }
  return text;
}

}  // namespace mb
