# Writes a C++ source with the texts of files by name as raw strings: cmake -DOUTPUT= -DFILES=a;b -P embed.cmake.
set(rows "")
foreach(file ${FILES})
  file(READ ${file} text)
  get_filename_component(name ${file} NAME)
  string(APPEND rows "    {\"${name}\", R\"MBC(${text})MBC\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Written by converter/export/c/embed.cmake.
#include \"converter/export/c/c_parts.h\"

namespace mb {

const std::vector<CPart>& cParts() {
  static const std::vector<CPart> parts{
${rows}  };
  return parts;
}

}  // namespace mb
")
