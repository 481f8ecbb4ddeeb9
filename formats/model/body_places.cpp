#include "formats/model/body_places.h"

namespace mb {
namespace {

void add(std::vector<BodyPlace>& places, const BodyPlace& carrier, const std::vector<Member>& members) {
  places.push_back(carrier);
  for (const Member& member : members)
    places.push_back({member.name, carrier.link, carrier.rod, carrier.X_LB * member.X_BM});
}

}  // namespace

std::vector<BodyPlace> bodyPlaces(const RecursiveModel& model) {
  std::vector<BodyPlace> places;
  for (const Member& member : model.world) places.push_back({member.name, -1, -1, member.X_BM});
  for (const LinkIndex index : model.links.indexes())
    add(places, {model.links[index].name, index.value, -1, {}}, model.links[index].members);
  for (std::size_t k = 0; k < model.rods.size(); ++k) {
    const Rod& rod = model.rods[k];
    add(places, {rod.body, -1, static_cast<int>(k), rod.X_RB}, rod.members);
  }
  return places;
}

}  // namespace mb
