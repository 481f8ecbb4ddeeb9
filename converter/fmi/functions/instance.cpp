#include "converter/fmi/functions/instance.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

namespace mb::fmi {
namespace {

// By handle. Importers use instances from several threads.
struct Given {
  std::mutex mutex;
  std::map<const void*, std::unique_ptr<Snapshot>> states;
};
Given& given() {
  static Given all;
  return all;
}

}  // namespace

Instance* makeInstance(const std::string& resources, const char* token, Kind kind, bool logsDiscards, Log log) noexcept
    try {
  auto instance = std::make_unique<Instance>();
  instance->logsDiscards = logsDiscards;
  Instance* const place = instance.get();
  instance->log = [place, log = std::move(log)](Status status, std::string_view category, const std::string& message) {
    if (status == Status::error || place->logsDiscards) log(status, category, message);
  };
  instance->session = Session::open(resources, token ? token : "", kind, instance->log);
  return instance->session ? instance.release() : nullptr;
} catch (...) {
  return nullptr;
}

int refused(void* handle, const char* why) noexcept {
  return guarded(handle, [&](Instance& instance) { return instance.session->refuse(why); });
}

int noVariables(void* handle, std::size_t count, const char* type) noexcept {
  return guarded(handle, [&](Instance& instance) {
    return count == 0 ? Status::ok
                      : instance.session->refuse(fmt::format("there are no variables of the type {}", type));
  });
}

void* keep(Snapshot snapshot) {
  auto state = std::make_unique<Snapshot>(std::move(snapshot));
  void* const handle = state.get();
  const std::lock_guard lock(given().mutex);
  given().states[handle] = std::move(state);
  return handle;
}

Snapshot* snapshotOf(const void* handle) {
  const std::lock_guard lock(given().mutex);
  const auto found = given().states.find(handle);
  return found == given().states.end() ? nullptr : found->second.get();
}

void release(const void* handle) {
  const std::lock_guard lock(given().mutex);
  given().states.erase(handle);
}

Status getState(Instance& instance, void** state) {
  if (!state) return instance.session->refuse("there is no place for the state");
  // The handle of a former state is used again.
  if (Snapshot* const former = *state ? snapshotOf(*state) : nullptr) return instance.session->save(*former);
  Snapshot snapshot;
  const Status status = instance.session->save(snapshot);
  if (status == Status::ok) *state = keep(std::move(snapshot));
  return status;
}

Status setState(Instance& instance, const void* state) {
  const Snapshot* const snapshot = snapshotOf(state);
  return snapshot ? instance.session->restore(*snapshot)
                  : instance.session->refuse("this is no state that was given out");
}

Status freeState(Instance& instance, void** state) {
  if (!state || !*state) return Status::ok;
  if (!snapshotOf(*state)) return instance.session->refuse("this is no state that was given out");
  release(*state);
  *state = nullptr;
  return Status::ok;
}

Status sizeOfState(Instance& instance, const void* state, std::size_t* size) {
  const Snapshot* const snapshot = snapshotOf(state);
  if (!snapshot || !size) return instance.session->refuse("this is no state that was given out");
  *size = sizeOf(*snapshot);
  return Status::ok;
}

Status serialize(Instance& instance, const void* state, char* bytes, std::size_t size) {
  const Snapshot* const snapshot = snapshotOf(state);
  if (!snapshot || !bytes) return instance.session->refuse("this is no state that was given out");
  const std::vector<char> all = bytesOf(*snapshot);
  if (size < all.size())
    return instance.session->refuse(fmt::format("the state takes {} bytes, and {} are offered", all.size(), size));
  std::ranges::copy(all, bytes);
  return Status::ok;
}

Status deserialize(Instance& instance, const char* bytes, std::size_t size, void** state) {
  if (!state || (!bytes && size > 0)) return instance.session->refuse("there is no place for the state");
  std::optional<Snapshot> snapshot = snapshotFrom({bytes, size});
  if (!snapshot) return instance.session->refuse("these bytes are no state of an instance");
  if (snapshot->token != instance.session->machine().setup().token)
    return instance.session->refuse("the state belongs to another FMU");
  *state = keep(std::move(*snapshot));
  return Status::ok;
}

}  // namespace mb::fmi
