// What the handles of mbconvert_c.h hold, and the walls between C and what may throw.
#pragma once

#include <initializer_list>
#include <mutex>

#include "converter/library/mbconvert.h"
#include "converter/library/mbconvert_c.h"

struct mbc_options {
  mbconvert::LoadOptions load;
  mbconvert::ConvertOptions convert;
  mbconvert::SimulationOptions simulation;
  mbconvert::VerifyOptions verify;
};

struct mbc_diagnostics {
  mbconvert::Diagnostics all;
  std::string text;
};

struct mbc_model {
  mbconvert::CartesianModel model;
};

struct mbc_recursive {
  mbconvert::RecursiveModel model;
  std::string plan;
  std::vector<mbconvert::Input> inputs;
  mutable std::once_flag isWritten;  // threads may share it
  mutable std::string xml;
};

struct mbc_simulation {
  mbconvert::Simulation simulation;
};

struct mbc_verification {
  mbconvert::Verification verification;
};

namespace mbconvert {

// Appends an error about the call itself.
bool refuse(std::string message, std::string hint, Diagnostics& diagnostics);
// False and an error when one of the pointers that a call needs is NULL.
bool areGiven(std::initializer_list<const void*> pointers, Diagnostics& diagnostics);
// Of the first error behind the first `count` messages.
mbc_status statusSince(const Diagnostics& diagnostics, std::size_t count);
// After an exception that is being handled.
mbc_status statusOfException(Diagnostics& diagnostics) noexcept;

// Does the work, which returns false after an error; no exception leaves it.
template <class Work>
mbc_status guarded(mbc_diagnostics* diagnostics, const Work& work) noexcept {
  Diagnostics unseen;
  Diagnostics& messages = diagnostics ? diagnostics->all : unseen;
  try {
    const std::size_t before = messages.size();
    return work(messages) ? MBC_OK : statusSince(messages, before);
  } catch (...) {
    return statusOfException(messages);
  }
}

}  // namespace mbconvert
