// Malformed plans, for a model with a body 'arm' on a joint 'hinge'.
#include "tests/malformed/malformed.h"

namespace mb {
namespace {

std::string plan(std::string_view content) {
  return "<plan version=\"1\" model=\"planned\">\n" + std::string(content) + "\n</plan>\n";
}

}  // namespace

std::vector<BadInput> badPlans() {
  const BadRow rows[] = {
      {"empty", "", 1, "", Code::emptyFile, "no XML element"},
      {"another root", "<mbs version=\"1\"/>", 1, "<mbs", Code::otherKindOfFile, "a plan has <plan>"},
      {"another version", "<plan version=\"2\"/>", 1, "2", Code::unknownVersion, "plan version '2' is not known"},
      {"no version", "<plan/>", 1, "<plan", Code::missingAttribute, "has no attribute 'version'"},
      {"never closed", "<plan version=\"1\">\n<base body=\"arm\"/>\n", 1, "<plan", Code::unclosedTag, "never closed"},
      {"crossed tags", plan("<base body=\"arm\"></cut>"), 2, "</cut>", Code::unclosedTag, "closes <base>"},
      {"text beside the plan", plan("") + "and so on\n", 4, "and", Code::notOneRoot, "outside the root"},
      {"text in the plan", plan("arm"), 2, "arm", Code::strayText, "has no text content"},
      {"an element misspelt", plan("<bases body=\"arm\"/>"), 2, "<bases", Code::unknownElement, "does not belong"},
      {"an attribute misspelt", plan("<base bdoy=\"arm\"/>"), 2, "<base", Code::missingAttribute,
       "has no attribute 'body'"},
      {"an attribute too much", plan("<base body=\"arm\" weight=\"1\"/>"), 2, "weight", Code::unknownAttribute,
       "has no attribute 'weight'"},
      {"a cut of nothing", plan("<cut/>"), 2, "<cut", Code::missingAttribute, "has no attribute 'joint'"},
      {"a cut of two things", plan("<cut joint=\"hinge\" rod=\"arm\"/>"), 2, "joint", Code::unknownAttribute,
       "has no attribute 'joint'"},
      {"a weight in words", plan("<weight of=\"revolute\" value=\"heavy\"/>"), 2, "heavy", Code::unknownParameter,
       "'heavy'"},
      {"a weight of nothing", plan("<weight value=\"1\"/>"), 2, "<weight", Code::missingAttribute,
       "has no attribute 'of'"},
      {"a negative weight", plan("<weight of=\"revolute\" value=\"-1\"/>"), 2, "-1", Code::outOfRange, "-1"},
      {"a weight twice", plan("<weight of=\"revolute\" value=\"1\"/>\n<weight of=\"revolute\" value=\"2\"/>"), 3,
       "revolute", Code::givenTwice, "the weight of 'revolute' is given a second time"},
      {"a mode that is none", plan("<rods mode=\"all\"/>"), 2, "all", Code::unknownWord, "'all' is not one of"},
      {"a tolerance that is none", plan("<rods mode=\"auto\" tolerance=\"1e-6x\"/>"), 2, "1e-6x", Code::notANumber,
       "'1e-6x' is not a number"},
      {"a tolerance beyond 1", plan("<rods mode=\"auto\" tolerance=\"2\"/>"), 2, "2", Code::outOfRange, "2"},
      {"rods twice", plan("<rods mode=\"auto\"/><rods mode=\"keep\"/>"), 2, "<rods mode=\"keep\"", Code::secondElement,
       "second <rods>"},
      {"an attribute twice", plan("<base body=\"arm\" body=\"arm\"/>"), 2, "body=\"arm\"/>", Code::givenTwice, "body"},
      {"a value without quotes", plan("<base body=arm/>"), 2, "body", Code::malformedTag, "not in quotes"},
      {"a document type", "<!DOCTYPE plan>\n" + plan(""), 1, "<!DOCTYPE", Code::forbiddenXml, "document type"},
      {"an unknown entity", plan("<base body=\"&arm;\"/>"), 2, "&arm", Code::malformedText, "known entity"},
  };
  std::vector<BadInput> inputs = inputsOf(rows);
  const Planted errors[] = {
      {2, "<base", Code::missingAttribute, "has no attribute 'body'"},
      {3, "al\"", Code::unknownWord, "'al' is not one of"},
      {4, "<keeps", Code::unknownElement, "does not belong"},
  };
  inputs.push_back(
      planted("three in one file", plan("<base/>\n<rods mode=\"al\"/>\n<keeps joint=\"hinge\"/>"), errors));
  return inputs;
}

}  // namespace mb
