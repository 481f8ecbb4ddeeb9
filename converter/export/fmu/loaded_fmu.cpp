#include "converter/export/fmu/loaded_fmu.h"

#include <dlfcn.h>

namespace mb::fmi {

std::unique_ptr<LoadedFmu> LoadedFmu::load(const std::string& binary, std::string& fault) {
  std::unique_ptr<LoadedFmu> fmu(new LoadedFmu);
  fmu->library_ = dlopen(binary.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (fmu->library_) return fmu;
  const char* const why = dlerror();
  fault = why ? why : "it cannot be loaded";
  return nullptr;
}

LoadedFmu::~LoadedFmu() {
  if (library_) dlclose(library_);
}

void* LoadedFmu::find(const char* name) const { return dlsym(library_, name); }

void LoadedFmu::note(void* environment, int, const char*, const char* message) {
  static_cast<LoadedFmu*>(environment)->messages.emplace_back(message);
}

}  // namespace mb::fmi
