# The files that generated C is shipped with, and that the runtime is made of, as a source file.
set(mb_c_embed ${CMAKE_CURRENT_LIST_DIR}/embed.cmake)
set(mb_elementary ${PROJECT_SOURCE_DIR}/formats/model/elementary)
set(mb_roads ${PROJECT_SOURCE_DIR}/runtime/laws/roads)
set(mb_c_files ${mb_elementary}/mb_numbers.h ${mb_elementary}/mb_circular.h ${mb_elementary}/mb_exponential.h
  ${mb_roads}/mb_curve.h ${mb_roads}/mb_road.h ${mb_roads}/mb_disc_piece.h ${mb_roads}/mb_crossings.h
  ${mb_roads}/mb_disc_area.h ${mb_roads}/mb_contact.h ${CMAKE_CURRENT_LIST_DIR}/mb_lanes.h)
file(GLOB mb_fmi_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/converter/export/fmu/parts/*.h)
list(APPEND mb_c_files ${mb_fmi_files})
set(mb_c_parts ${CMAKE_CURRENT_BINARY_DIR}/c_parts.cpp)
string(REPLACE ";" "\\;" mb_c_list "${mb_c_files}")
add_custom_command(OUTPUT ${mb_c_parts}
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${mb_c_parts} "-DFILES=${mb_c_list}" -P ${mb_c_embed}
  DEPENDS ${mb_c_embed} ${mb_c_files}
  COMMENT "Embedding the parts of generated C")
