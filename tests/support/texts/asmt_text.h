// Small assemblies as text, for tests of the reader of .asmt files.
#pragma once

#include <string>
#include <string_view>

#include "formats/asmt/asmt.h"
#include "tests/support/test.h"
#include "tests/support/texts/asmt_writer.h"
#include "tests/support/texts/named_parts.h"

namespace mb {

inline constexpr std::string_view kHalfX = "1 0 0; 0 -1 0; 0 0 -1";
inline constexpr std::string_view kHalfZ = "-1 0 0; 0 -1 0; 0 0 1";

inline std::shared_ptr<const SourceFile> asmtFile(std::string text) {
  return std::make_shared<const SourceFile>(SourceFile{"t.asmt", std::move(text)});
}

inline CartesianModel readClean(const std::string& text) {
  Diagnostics diagnostics;
  CartesianModel model = readAsmt(asmtFile(text), {}, diagnostics);
  std::string messages;
  for (const Diagnostic& one : diagnostics.all()) messages += toText(one);
  INFO(messages);
  REQUIRE(diagnostics.all().empty());
  return model;
}
inline CartesianModel readClean(const AsmtText& text) { return readClean(text.text()); }

inline Pose relativePose(const CartesianModel& model, const Joint& joint) {
  return inverse(worldPose(model, joint.j)) * worldPose(model, joint.i);
}
inline std::string functionOf(const Drive& drive) { return toText(std::get<Expression>(drive.function)); }

// The ground with marker G, a part P with marker M, joined by one joint.
inline AsmtText pairOf(std::string_view kind, std::string_view turned, std::string_view at = "0 0 0",
                       std::string_view key = "", std::string_view value = "") {
  AsmtText a;
  a.ground("G");
  AsmtText::mark(a.part("P", at), "M", "0 0 0", turned);
  if (key.empty()) {
    a.joint(kind, {{"Name", "j"}, {"MarkerI", "/A/G"}, {"MarkerJ", "/A/P/M"}});
  } else {
    a.joint(kind, {{"Name", "j"}, {"MarkerI", "/A/G"}, {"MarkerJ", "/A/P/M"}, {key, value}});
  }
  return a;
}

}  // namespace mb
