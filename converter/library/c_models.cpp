// Models, conversion and verification of the C interface.
#include <cmath>

#include "converter/library/c_handles.h"

using namespace mbconvert;

mbc_status mbc_load(const char* path, const mbc_options* options, mbc_diagnostics* diagnostics, mbc_model** model) {
  return guarded(diagnostics, [&](Diagnostics& messages) {
    if (!areGiven({path, model}, messages)) return false;
    *model = nullptr;
    std::optional<CartesianModel> read = load(path, messages, options ? options->load : LoadOptions{});
    if (read) *model = new mbc_model{std::move(*read)};
    return read.has_value();
  });
}

const char* mbc_model_name(const mbc_model* model) { return model->model.name().c_str(); }
void mbc_model_free(mbc_model* model) { delete model; }

mbc_status mbc_convert(const mbc_model* model, const mbc_options* options, mbc_diagnostics* diagnostics,
                       mbc_recursive** recursive) {
  return guarded(diagnostics, [&](Diagnostics& messages) {
    if (!areGiven({model, recursive}, messages)) return false;
    *recursive = nullptr;
    std::optional<Conversion> made = convert(model->model, messages, options ? options->convert : ConvertOptions{});
    if (made) {
      std::vector<Input> inputs = made->model.inputs();
      *recursive = new mbc_recursive{std::move(made->model), std::move(made->plan.xml), std::move(inputs), {}, {}};
    }
    return made.has_value();
  });
}

mbc_status mbc_recursive_load(const char* path, mbc_diagnostics* diagnostics, mbc_recursive** recursive) {
  return guarded(diagnostics, [&](Diagnostics& messages) {
    if (!areGiven({path, recursive}, messages)) return false;
    *recursive = nullptr;
    std::optional<RecursiveModel> read = loadRecursive(path, messages);
    if (read) {
      std::vector<Input> inputs = read->inputs();
      *recursive = new mbc_recursive{std::move(*read), {}, std::move(inputs), {}, {}};
    }
    return read.has_value();
  });
}

void mbc_recursive_free(mbc_recursive* recursive) { delete recursive; }

const char* mbc_recursive_xml(const mbc_recursive* recursive) {
  const mbc_status status = guarded(nullptr, [&](Diagnostics&) {
    std::call_once(recursive->isWritten, [&] { recursive->xml = recursive->model.xml(); });
    return true;
  });
  return status == MBC_OK ? recursive->xml.c_str() : "";
}

const char* mbc_recursive_plan(const mbc_recursive* recursive) { return recursive->plan.c_str(); }

size_t mbc_input_count(const mbc_recursive* recursive) { return recursive->inputs.size(); }

mbc_input mbc_input_get(const mbc_recursive* recursive, size_t index) {
  if (index >= recursive->inputs.size()) return {"", "", 0, -HUGE_VAL, HUGE_VAL, 0};
  const Input& one = recursive->inputs[index];
  return {one.name.c_str(), one.unit.c_str(), one.start, one.least.value_or(-HUGE_VAL), one.most.value_or(HUGE_VAL),
          one.filter};
}

mbc_status mbc_recursive_write(const mbc_recursive* recursive, const char* path, mbc_diagnostics* diagnostics) {
  return guarded(diagnostics, [&](Diagnostics& messages) {
    return areGiven({recursive, path}, messages) && recursive->model.write(path, messages);
  });
}

mbc_status mbc_recursive_mobility(const mbc_recursive* recursive, mbc_diagnostics* diagnostics,
                                  mbc_mobility* mobility) {
  return guarded(diagnostics, [&](Diagnostics& messages) {
    if (!areGiven({recursive, mobility}, messages)) return false;
    const std::optional<Mobility> found = mobilityOf(recursive->model, messages);
    if (found) *mobility = {found->coordinates, found->equations, found->rank, found->dof, found->prescribed};
    return found.has_value();
  });
}

mbc_status mbc_verify(const mbc_model* model, const mbc_recursive* recursive, const mbc_options* options,
                      mbc_diagnostics* diagnostics, mbc_verification** verification) {
  Verdict verdict = Verdict::notDecided;
  const mbc_status status = guarded(diagnostics, [&](Diagnostics& messages) {
    if (verification) *verification = nullptr;
    if (!areGiven({model, recursive}, messages)) return false;
    Verification made = verify(model->model, recursive->model, messages, options ? options->verify : VerifyOptions{});
    verdict = made.verdict;
    if (verification) *verification = new mbc_verification{std::move(made)};
    return true;
  });
  if (status != MBC_OK || verdict == Verdict::equivalent) return status;
  return verdict == Verdict::notEquivalent ? MBC_NOT_EQUIVALENT : MBC_NUMERICAL_FAILURE;
}

void mbc_verification_free(mbc_verification* verification) { delete verification; }
size_t mbc_finding_count(const mbc_verification* verification) { return verification->verification.findings.size(); }

mbc_finding mbc_finding_get(const mbc_verification* verification, size_t index) {
  const std::vector<Finding>& findings = verification->verification.findings;
  if (index >= findings.size()) return {"", "", 0, 0, "", 0};
  const Finding& one = findings[index];
  return {one.level.c_str(), one.name.c_str(), one.value, one.tolerance, one.where.c_str(), one.holds};
}
