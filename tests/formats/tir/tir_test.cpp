#include "formats/tir/tir.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "formats/files/read_file.h"
#include "tests/support/test.h"
#include "tests/support/texts/sound_texts.h"

using namespace mb;

namespace {

std::shared_ptr<const SourceFile> tirFile(const std::string& text) {
  return std::make_shared<const SourceFile>(SourceFile{"t.tir", text});
}

// Without the line of the source.
std::string placedMessages(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& one : diagnostics.all()) {
    text += toText(one.at) + ": " + codeText(one) + ": " + one.message + "\n";
    if (!one.hint.empty()) text += "  hint: " + one.hint + "\n";
    for (const Diagnostic::Note& note : one.notes) text += toText(note.at) + ": note: " + note.text + "\n";
  }
  return text;
}

// Reads a text that must give neither errors nor warnings.
Tyre cleanTyre(const std::string& text, const TyreType* expected = nullptr) {
  Diagnostics diagnostics;
  const std::optional<Tyre> tyre = readTir(tirFile(text), expected, diagnostics);
  INFO(placedMessages(diagnostics));
  REQUIRE(tyre);
  CHECK(diagnostics.all().empty());
  return *tyre;
}

std::string sampleText(const std::string& name) {
  const FileText file =
      readFileText(MB_SOURCE_DIR "/samples/" + std::string(name == "hmmwv" ? "hmmwv_full" : "passenger_car") + "/" +
                   name + "_pac2002.tir");
  REQUIRE(file.fault.empty());
  return file.text;
}

std::string replaced(std::string text, const std::string& old, const std::string& now) {
  const std::size_t at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), now);
}

}  // namespace

TEST_CASE("carriage returns alone end the lines of a property file") {
  std::string text = kSpring;
  std::replace(text.begin(), text.end(), '\n', '\r');
  CHECK(cleanTyre(text).values == cleanTyre(kSpring).values);

  // What follows a comment is not part of it.
  Diagnostics diagnostics;
  CHECK_FALSE(readTir(tirFile(replaced(kSpring, "= 200000\n", "= 200000 $ N/m\rVERTICAL_DAMPING = -50\n")), nullptr,
                      diagnostics)
                  .has_value());
  CHECK(testing::contains(placedMessages(diagnostics), "VERTICAL_DAMPING is -50, must not be negative"));
  CHECK(diagnostics.all().front().at.line == 7);
}

TEST_CASE("a key on a malformed line is not reported as missing too") {
  for (const char* line :
       {"UNLOADED_RADIUS 0.3", "unloaded_radius: 0.3", "UNLOADED_RADIUS = '0.3", "UNLOADED_RADIUS ="}) {
    CAPTURE(line);
    Diagnostics diagnostics;
    CHECK_FALSE(readTir(tirFile(replaced(kSpring, "UNLOADED_RADIUS = 0.3", line)), nullptr, diagnostics));
    REQUIRE(diagnostics.all().size() == 1);
    CHECK(diagnostics.all().front().at.line == 4);
  }
  Diagnostics diagnostics;
  CHECK_FALSE(readTir(tirFile(replaced(kSpring, "FORMAT = 'SPRING'", "FORMAT 'SPRING'")), nullptr, diagnostics));
  CHECK(diagnostics.all().size() == 1);
}

TEST_CASE("a property file in UTF-16 is reported") {
  Diagnostics diagnostics;
  CHECK_FALSE(readTir(tirFile(std::string("\xFF\xFE[\0M\0", 6)), nullptr, diagnostics));
  CHECK(testing::contains(placedMessages(diagnostics), "E0106: this file is in UTF-16, not text in UTF-8"));
}

TEST_CASE("the sample tyres give the forces of the book's equations") {
  // Pacejka's equations of MF 5.2 for combined slip, written out a second time without their scaling factors and
  // evaluated in another language.
  struct Row {
    const char* sample;
    TyreSlip slip;
    double Fx, Fy, My, Mz;
  };
  const Row rows[] = {
      {"passenger", {0.05, 0, 0, 3000, 20, 1}, 2271.85094409, 24.9110249042, -11.28, 15.3789241502},
      {"passenger", {0, 0.04, 0, 3000, 20, 1}, -87.1235448484, -1458.45030282, -11.28, 46.7592585638},
      {"passenger", {-0.1, -0.08, 0.03, 5000, 20, 1}, -3927.33903825, 2687.72483458, -18.8, -65.5647823993},
      {"passenger", {0.02, 0.02, -0.05, 3800, 20, 1}, 1242.9915969, -757.32697043, -14.288, 43.9009199517},
      {"passenger", {0.3, 0.2, 0.1, 8000, 20, 1}, 5418.80571317, -2855.87442356, -30.08, 82.0883730133},
      {"hmmwv", {-0.04, 0.03, 0, 6470, 20, 1}, -3993.50486794, -1250.77979677, -24.322024, 48.4309891651},
      {"hmmwv", {0.1, -0.05, 0.02, 20000, 20, 1}, 14511.7827688, 2728.8425546, -75.184, -81.1429708672},
      {"hmmwv", {0, 0.1, -0.04, 12000, 20, 1}, -82.3684856828, -5977.25462906, -45.1104, 120.242330154},
  };
  for (const Row& row : rows) {
    CAPTURE(row.sample, row.slip.kappa, row.slip.alpha);
    const Tyre tyre = cleanTyre(sampleText(row.sample));
    CHECK(tyre.type == findTyreType("pac2002"));
    CHECK(tyre.side == TyreSide::left);
    const TyreForces forces = makeLaw(tyre)->forces(row.slip);
    CHECK(forces.Fx == Approx(row.Fx).epsilon(1e-10));
    CHECK(forces.Fy == Approx(row.Fy).epsilon(1e-10));
    CHECK(forces.My == Approx(row.My).epsilon(1e-10));
    CHECK(forces.Mz == Approx(row.Mz).epsilon(1e-10));
  }
}

TEST_CASE("units, case, blanks, comments, line ends and a byte order mark do not change a tyre") {
  const Tyre plain = cleanTyre(kSpring);
  CHECK(valueOf(plain, "CALPHA") == 40000);
  CHECK(valueOf(plain, "FRICTION") == 1);
  CHECK(plain.name == "t");
  CHECK(plain.side == TyreSide::symmetric);
  const std::string other =
      "\xEF\xBB\xBF$ a comment = 'with quotes\r\n"
      "! another\r\n"
      "[mdi_header]\r\n"
      "file_type='tir'\r\n"
      "[dimension]\r\n"
      "  unloaded_radius=300 $ in mm's\r\n"
      "[VERTICAL] ! k\r\n"
      "Vertical_Stiffness\t=\t2.0e-1$200 N/mm\r\n"
      "CSLIP=+50\r\n"
      "CALPHA=0.69813170079773179\r\n"
      "[MODEL]\r\n"
      "property_file_format=\"spring\"\r\n"
      "[SHAPE]\r\n"
      "{radial width}\r\n"
      " 1.0 0.0\r\n"
      " 0.9 1.0\r\n"
      "[UNITS]\r\n"
      "LENGTH='MM'\r\n"
      "FORCE='kNewton'\r\n"
      "ANGLE='Degrees'\r\n"
      "MASS='kg'\r\n"
      "TIME='sec'\r\n"
      "PRESSURE='bar'";
  const Tyre tyre = cleanTyre(other);
  REQUIRE(tyre.values.size() == plain.values.size());
  for (std::size_t key = 0; key < plain.values.size(); ++key) {
    INFO(plain.type->keys[key].name);
    CHECK(tyre.values[key] == Approx(plain.values[key]).epsilon(1e-14));
    CHECK(tyre.given[key] == plain.given[key]);
  }
  CHECK(cleanTyre(replaced(kSpring, "PROPERTY_FILE_FORMAT = 'SPRING'\n", ""), findTyreType("spring")).values ==
        plain.values);
}

TEST_CASE("a load curve takes the place of the stiffness") {
  const std::string curve =
      "[DEFLECTION_LOAD_CURVE]\n"
      "{pen fz}\n"
      "0 0 $ no load\n"
      "10, 2.83\n"
      "20 6.212\n"
      "[UNITS]\n"
      "LENGTH = 'mm'\n"
      "FORCE = 'kN'\n";
  const Tyre tyre =
      cleanTyre("[MODEL]\nPROPERTY_FILE_FORMAT='MULTIDISC'\nUNLOADED_RADIUS = 300\nCSLIP = 50\nCALPHA = 40\n" + curve);
  CHECK(tyre.type->contactByDiscs);
  CHECK(tyre.deflection == std::vector<double>{0, 10 * 1e-3, 20 * 1e-3});
  CHECK(tyre.load == std::vector<double>{0, 2830, 6212});
  CHECK(makeLaw(tyre)->load(0.015, 0) == Approx(4521));
}

TEST_CASE("files of MF 5.2 under other names are read as PAC2002, those of MF 6 are refused") {
  for (const char* const format : {"MF_05", "mf-tyre", "USER"}) {
    INFO(format);
    cleanTyre(replaced(sampleText("passenger"), "'PAC2002'", std::string("'") + format + "'\nFITTYP = 6"));
  }
}

TEST_CASE("every bad property file gives a message with a place") {
  struct Row {
    std::string text;
    std::string messages;
  };
  const Row rows[] = {
      {"",
       "t.tir:1:1: E0105: the property file is empty\n"
       "  hint: lines are [SECTION], KEY = value, or comments after $ or !\n"},
      {"$ nothing but comments\n[MODEL]\n",
       "t.tir:1:1: E0105: the property file is empty\n"
       "  hint: lines are [SECTION], KEY = value, or comments after $ or !\n"},
      {std::string("abc\nPK\x03\x04", 8),
       "t.tir:2:3: E0106: byte 3 is not text; this is not a property file\n  hint: property files are plain text: "
       "unpack one that is compressed or encrypted, or save it as UTF-8\n"},
      {"[MODEL\nPROPERTY_FILE_FORMAT = 'PAC2003'\n",
       "t.tir:1:1: E0209: section '[MODEL' has no ']'\n"
       "  hint: a section is written [NAME]\n"
       "t.tir:2:24: E0103: property files of format 'PAC2003' cannot be read\n"
       "  hint: did you mean 'PAC2002'?\n"},
      {"[MODEL]\nPROPERTY_FILE_FORMAT = 'FTIRE'\n",
       "t.tir:2:24: E0103: property files of format 'FTIRE' cannot be read\n"
       "  hint: one of SPRING, MULTIDISC, PAC87, PAC89, PAC2002\n"},
      {"[MODEL]\nUSE_MODE = 4\n",
       "t.tir:1:1: E0303: PROPERTY_FILE_FORMAT is missing, so the type of tyre is unknown\n  hint: one of SPRING, "
       "MULTIDISC, PAC87, PAC89, PAC2002\n"},
      {"PROPERTY_FILE_FORMAT = 'USER'\nFITTYP = 61\n",
       "t.tir:2:10: E0113: FITTYP = 61 is magic formula 6.1, of which only 5.2 and earlier can be read\n"
       "  hint: export the tyre as PAC2002 or MF 5.2\n"},
      {replaced(kSpring, "= 0.3", "= 0,3"),
       "t.tir:4:19: E0308: UNLOADED_RADIUS is '0,3', must be a number\n"
       "  hint: comments begin with $ or !\n"},
      {replaced(kSpring, "= 0.3", "= '0.3'"),
       "t.tir:4:19: E0308: UNLOADED_RADIUS is '0.3', must be a number\n  hint: write numbers without quotes\n"},
      {replaced(replaced(kSpring, "= 0.3", "= nan"), "50000", "1e999"),
       "t.tir:4:19: E0308: UNLOADED_RADIUS is 'nan', must be a number\n"
       "  hint: comments begin with $ or !\n"
       "t.tir:7:9: E0308: CSLIP is '1e999', must be a number\n"
       "  hint: comments begin with $ or !\n"},
      {replaced(kSpring, "CSLIP = 50000", "CSLIP 50000\nFRICTION ="),
       "t.tir:7:1: E0209: 'CSLIP 50000' has no '='\n  hint: lines are [SECTION], KEY = value, or comments after $ "
       "or !\nt.tir:8:1: E0314: FRICTION has no value\n  hint: write the value after the '=', or remove the line\n"},
      {kSpring + "cslip = 1\n",
       "t.tir:9:1: E0211: CSLIP is given twice\n"
       "  hint: remove one of the two\n"
       "t.tir:7:1: note: first given here\n"},
      {replaced(kSpring, "UNLOADED_RADIUS = 0.3\n", "= 3\n"),
       "t.tir:4:1: E0209: '' is not the name of a key\n"
       "  hint: lines are [SECTION], KEY = value, or comments after $ or !\n"
       "t.tir:1:1: E0303: UNLOADED_RADIUS is missing (radius without load); a tyre of type 'spring' needs it\n"
       "  hint: add a line UNLOADED_RADIUS = value\n"},
      {kSpring + "[UNITS]\nLENGTH = 'metre'\nFORCE = 'newtan'\nANGLE = 'furlong'\n",
       "t.tir:11:9: E0311: 'newtan' is not a unit of FORCE\n"
       "  hint: did you mean 'newton'?\n"
       "t.tir:12:9: E0311: 'furlong' is not a unit of ANGLE\n"
       "  hint: units are rad, radian, mrad, milliradian, deg, degree, rev, revolution, turn, gon, arcmin, arcminute, "
       "arcsec, arcsecond\n"},
      {replaced(kSpring, "= 0.3", "= -0.3"),
       "t.tir:4:19: E0513: this cannot be a tyre: UNLOADED_RADIUS is -0.3, must be more than 0\n"
       "  hint: check the values, their signs and units, and that no line is missing\n"},
      {replaced(kSpring, "VERTICAL_STIFFNESS = 200000\n", ""),
       "t.tir:1:1: E0513: this cannot be a tyre: it has neither VERTICAL_STIFFNESS nor a load curve\n"
       "  hint: check the values, their signs and units, and that no line is missing\n"},
      {kSpring + "[DEFLECTION_LOAD_CURVE]\n{pen fz}\n0 0\n0.01 100\n0.02 x\n0.03\n0.02 300\n",
       "t.tir:13:6: E0308: 'x' is not a number\n"
       "  hint: the rows below a heading are numbers with blanks between them, up to the next section\n"
       "t.tir:13:1: E0506: the load curve does not increase at 0.02 0\n"
       "  hint: deflection and load must both be larger than in the row before\n"
       "t.tir:14:1: E0310: a row of the load curve has 1 numbers, must have 2: deflection and load\n"
       "  hint: write a deflection and a load with blanks between them\n"
       "t.tir:15:1: E0506: the load curve does not increase at 0.02 300\n"
       "  hint: deflection and load must both be larger than in the row before\n"},
      {kSpring + "[DEFLECTION_LOAD_CURVE]\n{pen fz\n0.001 5\n",
       "t.tir:10:1: E0209: heading '{pen fz' has no '}'\n"
       "  hint: the heading of a table is written {name name}\n"
       "t.tir:11:1: E0513: the load curve starts at 0.001 5, must start at 0 0\n"
       "  hint: put the row 0 0 before it: a tyre that is not pressed carries nothing\n"
       "t.tir:10:1: E0310: the load curve has 1 rows, must have 2 or more\n"
       "  hint: add rows of deflection and load, or remove the table and give VERTICAL_STIFFNESS\n"},
      {replaced(kSpring, "'SPRING'", "'SPRING"),
       "t.tir:2:24: E0209: the quotes of PROPERTY_FILE_FORMAT are not closed at its end\n"
       "  hint: end the value with the quote that it begins with; nothing but a comment follows\n"},
      {kSpring + "TYRESIDE = 'TOP'\n",
       "t.tir:9:12: E0307: TYRESIDE is 'TOP', must be LEFT, RIGHT, SYMMETRIC or UNKNOWN\n"
       "  hint: leave it out for a tyre that is the same on both sides\n"},
      {kSpring + "[X] y\n",
       "t.tir:9:5: E0209: 'y' after the section's ']'\n"
       "  hint: comments begin with $ or !\n"},
  };
  for (const Row& row : rows) {
    Diagnostics diagnostics;
    CHECK_FALSE(readTir(tirFile(row.text), nullptr, diagnostics));
    CHECK(placedMessages(diagnostics) == row.messages);
  }
  Diagnostics diagnostics;
  CHECK_FALSE(readTir(tirFile(kSpring), findTyreType("pac2002"), diagnostics));
  CHECK(placedMessages(diagnostics) ==
        "t.tir:2:24: E0104: the file has format 'SPRING', a tyre of type 'pac2002' is expected\n"
        "  hint: type=\"spring\" reads this format\n");
}

TEST_CASE("keys that have no effect are reported") {
  Diagnostics diagnostics;
  const std::string text = replaced(sampleText("passenger"), "[MODEL]",
                                    "[UNITS2]\n{a b}\n1 2\n[MODEL]\nPCX2 = 1\nPPX1 = 0\nPTX4 = 0.1\nLGYR = 1\n"
                                    "UNLOADED_RADUIS = 3\nBELT_DYNAMICS = 'NO'");
  const std::size_t line = static_cast<std::size_t>(std::count(
                               text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("PCX2")), '\n')) +
                           1;
  CHECK(readTir(tirFile(text), nullptr, diagnostics));
  const auto at = [&](std::size_t offset) { return "t.tir:" + std::to_string(line + offset) + ":1: "; };
  CHECK(placedMessages(diagnostics) == at(0) +
                                           "W0302: PCX2 is not a key of tyres of type 'pac2002'; ignored\n"
                                           "  hint: did you mean 'PCX1'?\n" +
                                           at(2) +
                                           "W0315: PTX4 = 0.1 has no effect: this is not modelled\n"
                                           "  hint: the tyre behaves as with PTX4 = 0\n" +
                                           at(4) +
                                           "W0302: UNLOADED_RADUIS is not a key of tyres of type 'pac2002'; ignored\n"
                                           "  hint: did you mean 'UNLOADED_RADIUS'?\n" +
                                           "t.tir:" + std::to_string(line - 3) +
                                           ":1: W0301: unknown table in [UNITS2]; ignored\n");
}

TEST_CASE("keys of effects that are not modelled are reported unless they are neutral") {
  struct Row {
    std::string lines;    // behind the eight of a spring
    std::string message;  // none: nothing is reported
    std::string hint;
    int line = 9;
  };
  const std::string wheel = "the mass of the tyre belongs to the body of the wheel: add it there";
  const auto file = [](const std::string& line) { return "the tyre behaves as with " + line; };
  const Row rows[] = {
      {"CONTACT_MODEL = '3D_ENVELOPING'\n", "CONTACT_MODEL = 3D_ENVELOPING", file("CONTACT_MODEL = 'DEFAULT'")},
      {"CONTACT_MODEL = 'default'\n", "", ""},
      {"CONTACT_MODEL = 'POINT_FOLLOWER'\n", "", ""},
      {"BELT_DYNAMICS = 'YES'\n", "BELT_DYNAMICS = YES", file("BELT_DYNAMICS = 'NO'")},
      {"BELT_DYNAMICS = 'no'\n", "", ""},
      {"FE_METHOD = 1\n", "FE_METHOD = 1", file("FE_METHOD = 'NO'")},
      {"FE_METHOD = 0\n", "", ""},
      {"IP = 250000\nIP_NOM = 200000\n", "IP = 250000", file("IP = IP_NOM")},
      {"IP_NOM = 200000\nIP = 2e5\n", "", ""},
      {"IP = 250000\n", "", ""},
      {"NOMPRES = 2\nINFLPRES = 2.5\n", "INFLPRES = 2.5", file("INFLPRES = NOMPRES"), 10},
      {"MASS = 12\n", "MASS = 12", wheel},
      {"IYY = 0.5\n", "IYY = 0.5", wheel},
      {"MASS = 0\n", "", ""},
      {"[UNITS]\nMASS = 'kg'\n", "", ""},
      {"FZMIN = 1500\n", "FZMIN = 1500", file("FZMIN = 0")},
      {"FZMIN = 0\n", "", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.lines);
    Diagnostics diagnostics;
    CHECK(readTir(tirFile(kSpring + row.lines), nullptr, diagnostics));
    const std::string place = "t.tir:" + std::to_string(row.line) + ":1: W0315: ";
    CHECK(placedMessages(diagnostics) ==
          (row.message.empty()
               ? ""
               : place + row.message + " has no effect: this is not modelled\n  hint: " + row.hint + "\n"));
  }
}

TEST_CASE("a minimum load above a tenth of the nominal load is reported") {
  const std::string sample = sampleText("passenger");  // 190 N of 3800 N
  cleanTyre(sample);
  Diagnostics diagnostics;
  CHECK(readTir(tirFile(replaced(sample, "= 190\n", "= 1900\n")), nullptr, diagnostics));
  REQUIRE(diagnostics.warningCount() == 1);
  CHECK(testing::contains(placedMessages(diagnostics), "FZMIN = 1900 has no effect"));
}

TEST_CASE("reading a file of nonsense stops after too many errors") {
  std::string text;
  for (int k = 0; k < 5000; ++k) text += "nonsense\n";
  Diagnostics diagnostics;
  CHECK_FALSE(readTir(tirFile(text), nullptr, diagnostics));
  CHECK(diagnostics.errorCount() == 101);
}

TEST_CASE("no mutilated file crashes the reader or makes a tyre without finite forces") {
  using namespace std::string_literals;
  const std::string bytes = "=$!'\"[]{}\n\r\t 0123456789.eE+-\xEF\xBB\xBF\0xL"s;
  std::mt19937 random(20021);
  const auto below = [&](std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random); };
  int tyres = 0;
  int infinite = 0;
  for (const char* const name : {"passenger", "hmmwv"}) {
    const std::string whole = sampleText(name) + "[DEFLECTION_LOAD_CURVE]\n{pen fz}\n0 0\n0.01 2000\n0.03 7000\n";
    for (int trial = 0; trial < 400; ++trial) {
      std::string text = trial % 4 == 0 ? whole.substr(0, below(whole.size())) : whole;
      for (std::size_t change = below(6); change > 0 && !text.empty(); --change) {
        const std::size_t place = below(text.size());
        if (below(3) == 0) {
          text.erase(place, below(20));
        } else if (below(2) == 0) {
          text.insert(place, 1, bytes[below(bytes.size())]);
        } else {
          text[place] = bytes[below(bytes.size())];
        }
      }
      Diagnostics diagnostics;
      const std::optional<Tyre> tyre = readTir(tirFile(text), nullptr, diagnostics);
      CHECK(tyre.has_value() == !diagnostics.hasErrors());
      if (!tyre) continue;
      ++tyres;
      const auto law = makeLaw(*tyre);
      for (const double load : {0.0, 10.0, 4000.0, 1e5}) {
        for (const double slip : {-2.0, -0.1, 0.0, 0.07, 2.0}) {
          const TyreForces f = law->forces({slip, -slip, 0.1, load, 10, 0.8});
          if (!std::isfinite(f.Fx + f.Fy + f.Mx + f.My + f.Mz)) ++infinite;
        }
      }
    }
  }
  CHECK(tyres > 100);
  CHECK(infinite == 0);
}
