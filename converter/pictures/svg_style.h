// The style sheet of pictures. Colours have names, so that a page gives its own.
#pragma once

#include <string>

namespace mb {

// For a page with pictures inside: every colour is a custom property of the page (--ink, --card, --cut …). The rules
// concern only what is inside of an element of the class "picture".
std::string pictureRules();

// For a picture in a file of its own: the colours themselves, for light pages and for dark ones. Custom properties are
// unknown to programs that print or convert SVG.
std::string pictureRulesWithColours();

}  // namespace mb
