// Words that people bring from other programs and from books.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mb {

// "did you mean 'revolute'?" for hinge and for revolut, if that is among the known words; otherwise empty.
std::string meantHint(std::string_view word, const std::vector<std::string>& known);

}  // namespace mb
