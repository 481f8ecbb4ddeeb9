// Malformed property files of tyres.
#include "tests/malformed/malformed.h"
#include "tests/support/texts/sound_texts.h"

namespace mb {
namespace {

std::string with(std::string_view old, std::string_view now) {
  std::string text = kSpring;
  return text.replace(text.find(old), old.size(), now);
}

}  // namespace

std::vector<BadInput> badTyres() {
  const std::string curve = kSpring + "[DEFLECTION_LOAD_CURVE]\n{pen fz}\n0 0\n0.01 100\n";  // lines 9 to 12
  const BadRow rows[] = {
      {"empty", "", 1, "", Code::emptyFile, "the property file is empty"},
      {"nothing but comments", "$ nothing\n[MODEL]\n", 1, "", Code::emptyFile, "the property file is empty"},
      {"a compressed file", std::string("abc\nPK\x03\x04", 8), 2, "\x03", Code::notText, "byte 3 is not text"},
      {"a section that stays open", with("[DIMENSION]", "[DIMENSION"), 3, "[DIMENSION", Code::malformedLine,
       "section '[DIMENSION' has no ']'"},
      {"a format misspelt", with("'SPRING'", "'SPRNG'"), 2, "'SPRNG'", Code::unknownFormat, "'SPRNG' cannot be read"},
      {"a format that is not modelled", with("'SPRING'", "'FTIRE'"), 2, "'FTIRE'", Code::unknownFormat,
       "'FTIRE' cannot be read"},
      {"no format", "[MODEL]\nUSE_MODE = 4\n", 1, "", Code::missingAttribute, "PROPERTY_FILE_FORMAT is missing"},
      {"a later formula", "PROPERTY_FILE_FORMAT = 'USER'\nFITTYP = 61\n", 2, "61", Code::unknownVersion,
       "FITTYP = 61 is magic formula 6.1"},
      {"a decimal comma", with("= 0.3", "= 0,3"), 4, "0,3", Code::notANumber, "UNLOADED_RADIUS is '0,3'"},
      {"a number in quotes", with("= 0.3", "= '0.3'"), 4, "'0.3'", Code::notANumber, "UNLOADED_RADIUS is '0.3'"},
      {"not a number", with("= 0.3", "= nan"), 4, "nan", Code::notANumber, "UNLOADED_RADIUS is 'nan'"},
      {"beyond all numbers", with("50000", "1e999"), 7, "1e999", Code::notANumber, "CSLIP is '1e999'"},
      {"no sign of equality", with("CSLIP = 50000", "CSLIP 50000"), 7, "CSLIP 50000", Code::malformedLine,
       "has no '='"},
      {"a required key without its sign", with("UNLOADED_RADIUS =", "UNLOADED_RADIUS"), 4, "UNLOADED_RADIUS",
       Code::malformedLine, "has no '='"},
      {"a key without its value", with("CSLIP = 50000", "CSLIP ="), 7, "CSLIP", Code::missingValue,
       "CSLIP has no value"},
      {"a key twice", kSpring + "cslip = 1\n", 9, "cslip", Code::givenTwice, "CSLIP is given twice"},
      {"a value without a key", with("UNLOADED_RADIUS = 0.3\n", "= 3\n"), 4, "= 3", Code::malformedLine,
       "is not the name of a key"},
      {"a key that is missing", with("UNLOADED_RADIUS = 0.3\n", ""), 1, "", Code::missingAttribute,
       "UNLOADED_RADIUS is missing"},
      {"a unit misspelt", kSpring + "[UNITS]\nFORCE = 'newtan'\n", 10, "'newtan'", Code::unknownUnit,
       "'newtan' is not a unit of FORCE"},
      {"a unit of another quantity", kSpring + "[UNITS]\nANGLE = 'metre'\n", 10, "'metre'", Code::unknownUnit,
       "'metre' is not a unit of ANGLE"},
      {"a negative radius", with("= 0.3", "= -0.3"), 4, "-0.3", Code::impossibleTyre, "UNLOADED_RADIUS is -0.3"},
      {"no stiffness", with("VERTICAL_STIFFNESS = 200000\n", ""), 1, "", Code::impossibleTyre,
       "neither VERTICAL_STIFFNESS nor a load curve"},
      {"a word in the load curve", curve + "0.02 x\n", 13, "x", Code::notANumber, "'x' is not a number"},
      {"a number that does not end", with("50000", std::string(500, '1')), 7, "111", Code::tooLong,
       "a number of 500 characters"},
      {"a load beyond all measure", curve + "0.02 1e300\n", 13, "1e300", Code::outOfRange, "absurdly large"},
      {"a row of one number", curve + "0.03\n", 13, "0.03", Code::wrongCount, "has 1 numbers, must have 2"},
      {"a load curve that goes back", curve + "0.02 300\n0.015 400\n", 14, "0.015", Code::mustIncrease,
       "the load curve does not increase"},
      {"a load curve that starts loaded", kSpring + "[DEFLECTION_LOAD_CURVE]\n{pen fz}\n0.001 5\n0.01 9\n", 11, "0.001",
       Code::impossibleTyre, "must start at 0 0"},
      {"a load curve of one row", kSpring + "[DEFLECTION_LOAD_CURVE]\n{pen fz}\n0 0\n", 10, "{pen", Code::wrongCount,
       "has 1 rows, must have 2 or more"},
      {"a heading that stays open", kSpring + "[DEFLECTION_LOAD_CURVE]\n{pen fz\n0 0\n0.01 5\n", 10, "{pen",
       Code::malformedLine, "heading '{pen fz' has no '}'"},
      {"a quote that stays open", with("'SPRING'", "'SPRING"), 2, "'SPRING", Code::malformedLine,
       "the quotes of PROPERTY_FILE_FORMAT are not closed"},
      {"a side that is none", kSpring + "TYRESIDE = 'TOP'\n", 9, "'TOP'", Code::unknownWord, "TYRESIDE is 'TOP'"},
      {"words after a section", kSpring + "[X] y\n", 9, "y", Code::malformedLine, "'y' after the section's ']'"},
      {"a mass in words", kSpring + "MASS = heavy\n", 9, "heavy", Code::notANumber, "MASS is 'heavy'"},
      {"a least load in words", kSpring + "FZMIN = none\n", 9, "none", Code::notANumber, "FZMIN is 'none'"},
      {"two load curves", curve + "{pen fz}\n0 0\n0.01 100\n", 13, "{pen", Code::secondElement, "a second load curve"},
  };
  std::vector<BadInput> inputs = inputsOf(rows);
  const Planted errors[] = {
      {4, "0,3", Code::notANumber, "UNLOADED_RADIUS is '0,3'"},
      {7, "CSLIP 50000", Code::malformedLine, "has no '='"},
      {8, "CALPHA", Code::missingValue, "CALPHA has no value"},
  };
  inputs.push_back(planted("three in one file",
                           "[MODEL]\nPROPERTY_FILE_FORMAT = 'SPRING'\n[DIMENSION]\nUNLOADED_RADIUS = 0,3\n[VERTICAL]\n"
                           "VERTICAL_STIFFNESS = 200000\nCSLIP 50000\nCALPHA =\n",
                           errors));
  return inputs;
}

}  // namespace mb
