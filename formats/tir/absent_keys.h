// Keys of property files that no tyre here uses.
#pragma once

#include <array>
#include <string_view>

namespace mb {

// They describe the file or the wheel, the numerics of a tool, or an effect that another key switches on, but have no
// meaning for a tyre law.
inline constexpr std::array<std::string_view, 26> kInformation{
    "FILE_TYPE",      "FILE_VERSION",   "FILE_FORMAT",       "FITTYP",
    "ASPECT_RATIO",   "RIM_RADIUS",     "RIM_WIDTH",         "LONGVL",
    "USER_SUB_ID",    "N_TIRE_STATES",  "FUNCTION_NAME",     "IP_NOM",
    "NOMPRES",        "PRESMIN",        "PRESMAX",           "ROAD_INCREMENT",
    "ROAD_DIRECTION", "HMAX_LOCAL",     "TIME_SWITCH_INTEG", "SWITCH_INTEG",
    "MODEL_NAME",     "TIRE_NAME",      "MANUFACTURER",      "COMMENT",
    "DATE",           "MEASUREMENT_ID",
};

// Effects that are not modelled, with the value at which they vanish.
struct AbsentNumber {
  std::string_view key;
  double neutral = 0;
};
inline constexpr std::array kAbsentNumbers{
    AbsentNumber{"PPX1"},
    AbsentNumber{"PPX2"},
    AbsentNumber{"PPX3"},
    AbsentNumber{"PPX4"},
    AbsentNumber{"PPY1"},
    AbsentNumber{"PPY2"},
    AbsentNumber{"PPY3"},
    AbsentNumber{"PPY4"},
    AbsentNumber{"QPX1"},
    AbsentNumber{"QPZ1"},
    AbsentNumber{"QPZ2"},
    AbsentNumber{"PTX4"},
    AbsentNumber{"PTY3"},
    AbsentNumber{"QSY5"},
    AbsentNumber{"QSY6"},
    AbsentNumber{"QSY7"},
    AbsentNumber{"QSY8"},
    AbsentNumber{"QTZ1"},
    AbsentNumber{"MBELT"},
    AbsentNumber{"LGYR", 1},
    AbsentNumber{"LIP", 1},
    AbsentNumber{"QFZ1"},
    AbsentNumber{"QFZ2"},
    AbsentNumber{"QFZ3"},
    AbsentNumber{"QPFZ1"},
    AbsentNumber{"QV1"},
    AbsentNumber{"QV2"},
    AbsentNumber{"BOTTOMING_RADIUS"},
    AbsentNumber{"DYNAMIC_STIFFNESS"},
    AbsentNumber{"DYNAMIC_DAMPING"},
};

// The same for switches, with the word that turns them off; a message shows the first word of a key.
struct AbsentSwitch {
  std::string_view key;
  std::string_view neutral;
};
inline constexpr std::array kAbsentSwitches{
    AbsentSwitch{"CONTACT_MODEL", "DEFAULT"},
    AbsentSwitch{"CONTACT_MODEL", "POINT_FOLLOWER"},
    AbsentSwitch{"CONTACT_MODEL", "ONE_POINT_FOLLOWER"},
    AbsentSwitch{"BELT_DYNAMICS", "NO"},
    AbsentSwitch{"BELT_DYNAMICS", "0"},
    AbsentSwitch{"FE_METHOD", "NO"},
    AbsentSwitch{"FE_METHOD", "0"},
};

// Pressures have an effect if they differ from the nominal one.
struct AbsentPressure {
  std::string_view key;
  std::string_view nominal;
};
inline constexpr std::array kAbsentPressures{AbsentPressure{"IP", "IP_NOM"}, AbsentPressure{"INFLPRES", "NOMPRES"}};

// A tyre here is a force; its mass belongs to the body of the wheel.
inline constexpr std::array<std::string_view, 4> kMassKeys{"MASS", "IXX", "IYY", "TIRE_MASS"};

}  // namespace mb
