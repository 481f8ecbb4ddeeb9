// A Chrono suspension in its generic template.
#pragma once

#include <string>

namespace mb {

// A double wishbone by name.
inline const std::string kGenericWishbone = R"({
"Type": "Suspension",
"Template": "GenericWheeledSuspension",
"Independent": true,
"Steerable": true,
"Spindle": { "Attachment Body": "Upright", "Mass": 10, "COM": [0, 0.9, 0], "Inertia": [0.5, 0.6, 0.5] },
"Bodies": [
{ "Name": "Upright", "Mirrored": true, "Position": [0, 0.75, 0], "Rotation": [1, 0, 0, 0], "Mass": 20, "Moments of Inertia": [0.2, 0.2, 0.1], "Products of Inertia": [0, 0, 0] },
{ "Name": "UCA", "Mirrored": true, "Position": [0, 0.6, 0.2], "Rotation": [0.8, 0.6, 0, 0], "Mass": 6, "Moments of Inertia": [0.03, 0.04, 0.06], "Products of Inertia": [0.001, 0.002, 0.003] },
{ "Name": "LCA", "Mirrored": true, "Position": [0, 0.5, -0.1], "Rotation": [1, 0, 0, 0], "Mass": 24, "Moments of Inertia": [0.4, 0.5, 0.8], "Products of Inertia": [0, 0, 0] }
],
"Joints": [
{ "Name": "RevoluteUCA", "Type": "Revolute", "Mirrored": true, "Body1": "Chassis", "Body2": "UCA", "Position": [0, 0.45, 0.22], "Rotation": [0.5, 0.5, 0.5, 0.5] },
{ "Name": "SphericalUCA", "Type": "Spherical", "Mirrored": true, "Body1": "UCA", "Body2": "Upright", "Position": [-0.02, 0.7, 0.2], "Rotation": [1, 0, 0, 0] },
{ "Name": "RevoluteLCA", "Type": "Revolute", "Mirrored": true, "Body1": "Chassis", "Body2": "LCA", "Position": [0, 0.3, 0], "Rotation": [0.5, 0.5, 0.5, 0.5] },
{ "Name": "SphericalLCA", "Type": "Spherical", "Mirrored": true, "Body1": "LCA", "Body2": "Upright", "Position": [0.02, 0.8, -0.12], "Rotation": [1, 0, 0, 0] }
],
"Distance Constraints": [
{ "Name": "Tierod", "Mirrored": true, "Body1": "Steering", "Body2": "Upright", "Point1": [-0.25, 0.4, 0.05], "Point2": [-0.2, 0.8, 0] }
],
"TSDAs": [
{ "Name": "Spring", "Mirrored": true, "Body1": "Chassis", "Body2": "LCA", "Point1": [0.1, 0.5, 0.3], "Point2": [0.1, 0.55, -0.05], "Spring Coefficient": 1e5, "Free Length": 0.4 }
],
"RSDAs": [
{ "Name": "Torsion bar", "Mirrored": true, "Body1": "Chassis", "Body2": "LCA", "Position": [0, 0.3, 0], "Axis": [1, 2, 0], "Spring Coefficient": 500, "Free Angle": 0.1 }
],
"Antiroll Body": "LCA",
"Axle": { "Inertia": 0.25 }
})";

}  // namespace mb
