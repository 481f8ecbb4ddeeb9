// NumPy's .npy: a header that names the columns, then the rows as doubles (numpy.lib.format, versions 1 to 3). The
// bytes of a row follow each other, so that rows are written as they are computed.
#pragma once

#include "converter/tables/files/csv.h"

namespace mb {

// Whether a table of this name is written so.
bool isNpyName(std::string_view path);
bool looksLikeNpy(std::string_view bytes);

// Of the same length for any number of rows.
std::string npyHeader(const std::vector<std::string>& names, std::size_t rows);

// Appends the bytes of a double.
void appendNpyNumber(double number, std::string& bytes);

// Arrays of records of doubles, as np.save writes them for a structured type. Nothing and an error for other ones.
std::optional<CsvTable> readNpy(const SourceFile& file, Diagnostics& diagnostics);

}  // namespace mb
