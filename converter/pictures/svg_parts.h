// The parts of a picture as SVG. No part has an id, so that a page can hold several pictures.
#pragma once

#include <string>
#include <string_view>

#include "converter/pictures/picture_parts.h"

namespace mb {

// A coordinate to a tenth of a pixel: the same text everywhere.
std::string svgNumber(double value);

// The attributes data-body and data-joint.
std::string svgSubject(const PictureSubject& subject);

// The start of the picture with its background; `label` is what is said of it to those who do not see it.
std::string svgStart(double width, double height, const std::string& label, const PictureOptions& options);

void addDisc(PicturePoint centre, double radius, std::string_view style, std::string_view letter,
             const PictureSubject& subject, std::string& svg);
void addGlyph(const PictureGlyph& glyph, std::string& svg);
void addText(const PictureText& text, std::string& svg);

}  // namespace mb
