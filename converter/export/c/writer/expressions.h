// The text of values.
#pragma once

#include "converter/export/c/writer/values.h"

namespace mb {

std::string inputText(const Values& values, int n);
std::string operandText(const Values& values, int n, int width = 1);  // by its name if it has one
std::string expressionText(const Values& values, int n);
// A statement that makes named values, with its declarations.
std::string statementText(const Values& values, int n);

}  // namespace mb
