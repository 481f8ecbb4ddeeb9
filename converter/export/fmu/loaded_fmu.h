// The binary of an FMU, loaded and driven through the functions of FMI 3.0, which it has beside those of 2.0.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "converter/fmi/functions/fmi3.h"

namespace mb::fmi {

class LoadedFmu {
 public:
  // Null: `fault` says why.
  static std::unique_ptr<LoadedFmu> load(const std::string& binary, std::string& fault);
  ~LoadedFmu();
  LoadedFmu(const LoadedFmu&) = delete;
  LoadedFmu& operator=(const LoadedFmu&) = delete;

  template <class Function>
  Function* function(const char* name) const {
    return reinterpret_cast<Function*>(find(name));
  }

  // Messages of instances that are made with this as their environment.
  std::vector<std::string> messages;
  static void note(void* environment, int status, const char* category, const char* message);

 private:
  LoadedFmu() = default;
  void* find(const char* name) const;
  void* library_ = nullptr;
};

}  // namespace mb::fmi
