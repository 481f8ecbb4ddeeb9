#include "formats/asmt/asmt.h"

#include "tests/support/texts/asmt_text.h"

using namespace mb;
using mb::testing::kPi;

TEST_CASE("assemblies are recognised by their first lines") {
  CHECK(looksLikeAsmt("OndselSolver\nAssembly\n"));
  CHECK(looksLikeAsmt("freeCAD: 3D CAD with Motion Simulation  by  askoh.com\r\nAssembly\r\n"));
  CHECK(looksLikeAsmt("\xEF\xBB\xBF\n\nOndselSolver \n"));
  CHECK(looksLikeAsmt("some tool\nAssembly\n\tName\n"));
  CHECK_FALSE(looksLikeAsmt("<mbs version=\"1\"/>"));
  CHECK_FALSE(looksLikeAsmt(""));
  CHECK_FALSE(looksLikeAsmt("Assembly of a car\n"));
}

TEST_CASE("line ends, byte order mark, blank lines and blanks at line ends do not matter") {
  const std::string plain = pairOf("RevoluteJoint", AsmtText::kUnit, "1 2 3").text();
  std::string odd = "\xEF\xBB\xBF";
  for (const char c : plain) odd += c == '\n' ? std::string(" \t\r\n\t \r\n") : std::string(1, c);
  const CartesianModel a = readClean(plain);
  const CartesianModel b = readClean(odd);
  CHECK(a.name == b.name);
  CHECK(bodyOf(a, "P").X_WB.p == bodyOf(b, "P").X_WB.p);
  CHECK(jointOf(b, "j").type.name == "revolute");
}

TEST_CASE("lines may be indented by blanks, numbers aligned by them, and tabs mixed in") {
  const std::string plain = pairOf("RevoluteJoint", "0 -1 0; 1 0 0; 0 0 1", "1 2 3").text();
  const auto indented = [&](std::size_t width, bool aligns, bool mixes) {
    std::string text;
    bool isOdd = false;
    for (std::size_t start = 0; start < plain.size();) {
      const std::size_t end = plain.find('\n', start);
      const std::string line = plain.substr(start, end - start);
      const std::size_t tabs = line.find_first_not_of('\t');
      const std::string content = line.substr(tabs);
      const bool isNumber = content[0] >= '0' && content[0] <= '9';
      isOdd = !isOdd;
      text += mixes && isOdd ? line.substr(0, tabs) : std::string(width * tabs, ' ');
      text += (aligns && isNumber ? " " : "") + content + '\n';
      start = end + 1;
    }
    return text;
  };
  const CartesianModel wanted = readClean(plain);
  for (const std::size_t width : {1, 2, 4, 8}) {
    for (const bool aligns : {false, true}) {
      for (const bool mixes : {false, true}) {
        CAPTURE(width, aligns, mixes);
        const CartesianModel model = readClean(indented(width, aligns, mixes));
        CHECK(bodyOf(model, "P").X_WB.p == bodyOf(wanted, "P").X_WB.p);
        CHECK(relativePose(model, jointOf(model, "j")).R == relativePose(wanted, jointOf(wanted, "j")).R);
      }
    }
  }
}

TEST_CASE("marker J of an assembly's joint becomes i, and marker I becomes j") {
  const CartesianModel model = readClean(pairOf("RevoluteJoint", AsmtText::kUnit));
  CHECK(model.markers[jointOf(model, "j").i].name == "P.M");
  CHECK(model.markers[jointOf(model, "j").j].name == "ground.G");
}

TEST_CASE("a marker on the ground is placed by its reference point and the assembly's pose") {
  AsmtText a = pairOf("SphericalJoint", AsmtText::kUnit);
  a.position = "0 0 5";
  a.rotation = "0 -1 0; 1 0 0; 0 0 1";  // columns are axes: x of the assembly is y of the world
  std::string text = a.text();
  const std::string point = "\t\tRefPoint\n" + AsmtText::pose(3, "0 0 0", AsmtText::kUnit);
  text.replace(text.find(point), point.size(), "\t\tRefPoint\n" + AsmtText::pose(3, "1 0 0", AsmtText::kUnit));
  const CartesianModel model = readClean(text);
  CHECK((worldPose(model, jointOf(model, "j").j).p - Vector3(0, 1, 5)).norm() < 1e-15);
}

TEST_CASE("mass, principal moments and angular velocity") {
  AsmtText a = pairOf("SphericalJoint", AsmtText::kUnit);
  AsmtText::Part& part = a.parts[0];
  part.rotation = "0 -1 0; 1 0 0; 0 0 1";
  part.mass = "2.5";
  part.centre = "0.5 0 0";
  part.moments = "1 2 2.5";
  part.massRotation = "0 -1 0; 1 0 0; 0 0 1";  // the first principal axis is y of the part
  part.omega = "1 2 3";
  const CartesianModel model = readClean(a);
  const Body& body = bodyOf(model, "P");
  CHECK(body.massProperties.mass == 2.5);
  CHECK(body.massProperties.com == Vector3(0.5, 0, 0));
  CHECK(body.massProperties.inertia.diagonal().isApprox(Vector3(2, 1, 2.5), 1e-15));
  CHECK(body.w_WB == Vector3(1, 2, 3));  // along the axes of the world
}

TEST_CASE("joint axes that start in opposite directions are turned") {
  for (const std::string_view kind : {"RevoluteJoint", "CylindricalJoint", "PlanarJoint", "ParallelAxesJoint"}) {
    const CartesianModel model = readClean(pairOf(kind, kHalfX));
    CHECK(relativePose(model, jointOf(model, "j")).R.isApprox(Matrix3::Identity(), 1e-15));
  }
  for (const std::string_view kind : {"FixedJoint", "TranslationalJoint", "NoRotationJoint"}) {
    for (const std::string_view turned : {kHalfX, kHalfZ}) {
      const CartesianModel model = readClean(pairOf(kind, turned));
      CHECK(relativePose(model, jointOf(model, "j")).R.isApprox(Matrix3::Identity(), 1e-15));
    }
  }
  // Their constant velocity joint holds x.y + y.x = 0, ours y.x - x.y: the z axes of theirs point at each other.
  const CartesianModel model = readClean(pairOf("ConstantVelocityJoint", kHalfX));
  CHECK(relativePose(model, jointOf(model, "j")).R.isApprox(Matrix3::Identity(), 1e-15));
}

TEST_CASE("joint types of an assembly are mapped by name") {
  struct Row {
    std::string_view kind, type;
  };
  for (const Row& row :
       {Row{"FixedJoint", "fixed"}, Row{"SphericalJoint", "spherical"}, Row{"AtPointJoint", "spherical"},
        Row{"PointInLineJoint", "in-line"}, Row{"InLineJoint", "in-line"}, Row{"PointInPlaneJoint", "in-plane"},
        Row{"InPlaneJoint", "in-plane"}, Row{"TranslationalJoint", "translational"},
        Row{"NoRotationJoint", "orientation"}}) {
    const CartesianModel model = readClean(pairOf(row.kind, AsmtText::kUnit));
    CHECK(jointOf(model, "j").type.name == row.type);
  }
  for (const std::string_view kind : {"UniversalJoint", "PerpendicularJoint"}) {
    const CartesianModel model = readClean(pairOf(kind, "1 0 0; 0 0 -1; 0 1 0"));
    CHECK(relativePose(model, jointOf(model, "j")).R(2, 2) == 0);
  }
}

TEST_CASE("a plane lies off its marker by the offset along z; a line in it is normal to z") {
  const CartesianModel model =
      readClean(pairOf("LineInPlaneJoint", "1 0 0; 0 0 -1; 0 1 0", "0 0 0.25", "offset", "0.25"));
  CHECK(jointOf(model, "j").type.name == "in-plane");
  CHECK(relativePose(model, jointOf(model, "j")).p.norm() == 0);
  CHECK(jointOf(model, "j_perpendicular").type.name == "perpendicular");
}

TEST_CASE("an angle joint of 0 or 90 degrees becomes a parallel or perpendicular joint") {
  CHECK(jointOf(readClean(pairOf("AngleJoint", kHalfX, "0 0 0", "theIzJz", "0.0")), "j").type.name == "parallel");
  CHECK(jointOf(readClean(pairOf("AngleJoint", "1 0 0; 0 0 -1; 0 1 0", "0 0 0", "theIzJz", "1.5707963267949")), "j")
            .type.name == "perpendicular");
  if (!findJointType("angle")) return;
  CHECK(jointOf(readClean(pairOf("AngleJoint", AsmtText::kUnit, "0 0 0", "theIzJz", "-0.7")), "j").angle ==
        Approx(0.7).epsilon(1e-15));
}

TEST_CASE("a joint with a link of zero length becomes the joint without the link") {
  struct Row {
    std::string_view kind, with, without;
  };
  for (const Row& row :
       {Row{"SphSphJoint", "distance", "spherical"}, Row{"RevRevJoint", "revolute-revolute", "revolute"},
        Row{"RevCylJoint", "revolute-cylindrical", "cylindrical"},
        Row{"CylSphJoint", "cylindrical-spherical", "in-line"}}) {
    CHECK(jointOf(readClean(pairOf(row.kind, kHalfX, "0 0 0", "distanceIJ", "0")), "j").type.name == row.without);
    if (!findJointType(row.with)) continue;
    const CartesianModel model = readClean(pairOf(row.kind, kHalfX, "0.3 0 0", "distanceIJ", "0.3"));
    CHECK(jointOf(model, "j").type.name == row.with);
    CHECK(jointOf(model, "j").length == 0.3);
  }
}

TEST_CASE("motions drive the coordinate along or about z") {
  AsmtText a = pairOf("CylindricalJoint", AsmtText::kUnit);
  a.motion("RotationalMotion", {{"Name", "turn"}, {"MotionJoint", "/A/j"}, {"RotationZ", "2.0d*pi*time"}});
  a.motion("TranslationalMotion", {{"Name", "slide"}, {"MotionJoint", "/A/j"}, {"TranslationZ", "1.0d-1*time^2"}});
  const CartesianModel model = readClean(a);
  REQUIRE(model.drives.size() == 2);
  CHECK(model.drives[0].coordinate->coordinate == 1);
  CHECK(valueAt(std::get<Expression>(model.drives[0].function), 0.25) == Approx(kPi / 2).epsilon(1e-15));
  CHECK(model.drives[1].coordinate->coordinate == 0);
  CHECK(valueAt(std::get<Expression>(model.drives[1].function), 2) == Approx(0.4).epsilon(1e-15));
}

TEST_CASE("a driven angle that starts closer to half a turn more keeps that half turn") {
  AsmtText a = pairOf("RevoluteJoint", kHalfZ);
  a.motion("RotationalMotion", {{"Name", "turn"}, {"MotionJoint", "/A/j"}, {"RotationZ", "time"}});
  CHECK(relativePose(readClean(a), jointOf(readClean(a), "j")).R.isApprox(Matrix3::Identity(), 1e-15));
}

TEST_CASE("functions are shifted so that a run starts at time 0 instead of the file's start") {
  AsmtText a = pairOf("RevoluteJoint", AsmtText::kUnit);
  a.start = "0.5";
  a.motion("RotationalMotion", {{"Name", "turn"}, {"MotionJoint", "/A/j"}, {"RotationZ", "2*time - 1"}});
  CHECK(valueAt(std::get<Expression>(readClean(a).drives[0].function), 1) == Approx(2).epsilon(1e-15));
}

TEST_CASE("motions without a joint coordinate drive their markers, and those without a function are lost") {
  AsmtText a = pairOf("SphericalJoint", AsmtText::kUnit);
  a.motion("RotationalMotion", {{"Name", "m"}, {"MotionJoint", "/A/j"}, {"RotationZ", ""}});
  CartesianModel model = readClean(a);
  CHECK_FALSE(model.drives[0].coordinate);
  CHECK(model.drives[0].component == 5);
  CHECK(model.markers[model.drives[0].i].name == "P.M");
  CHECK(functionOf(model.drives[0]) == "0");  // an empty function is 0

  AsmtText b = pairOf("SphericalJoint", AsmtText::kUnit);
  b.motion("GeneralMotion", {{"Name", "m"}, {"MarkerI", "/A/G"}, {"MarkerJ", "/A/P/M"}});
  model = readClean(b);
  CHECK(model.drives.empty());
  REQUIRE(!model.foreign.empty());
  CHECK(model.foreign[0].what == "GeneralMotion 'm'");
  CHECK(model.foreign[0].changesMotion);
}

TEST_CASE("a general motion is a chain of driven joints") {
  AsmtText a;
  a.ground("G");
  AsmtText::mark(a.part("P", "1 0 0"), "M");
  a.motion("GeneralMotion", {{"Name", "m"},
                             {"MarkerI", "/A/G"},
                             {"MarkerJ", "/A/P/M"},
                             {"rIJI1", "1 + time"},
                             {"rIJI2", "0"},
                             {"rIJI3", "0"},
                             {"angIJJ1", "time"},
                             {"angIJJ2", "0.0"},
                             {"angIJJ3", "2*time"},
                             {"RotationOrder", "3 1 2"}});
  const CartesianModel model = readClean(a);
  REQUIRE(model.bodies.size() == 3);  // one between: the second angle is 0
  CHECK(model.bodies[BodyIndex{2}].massProperties.mass == 0);
  REQUIRE(model.joints.size() == 2);
  const std::vector<CoordinateName> names = coordinateNames(jointOf(model, "m").type);
  REQUIRE(names.size() == 4);
  CHECK(names[3].name == "rz");  // axis 3 first
  const Joint& second = jointOf(model, "m_2");
  CHECK(model.markers[second.i].X_BM.R.col(2) == Vector3::UnitY());  // then axis 2
  REQUIRE(model.drives.size() == 5);
  CHECK(functionOf(model.drives[4]) == "2*time");
}

TEST_CASE("frames know the digits they were written with") {
  AsmtText text;
  text.ground("G", "0.125 0 0");
  AsmtText::mark(text.part("P", "0.123456 0 0"), "M", "2.50d-3 0 0",
                 "0.7071068 -0.7071068 0; 0.7071068 0.7071068 0; 0 0 1");
  text.joint("RevoluteJoint", {{"Name", "j"}, {"MarkerI", "/A/G"}, {"MarkerJ", "/A/P/M"}});
  const CartesianModel model = readClean(text);
  CHECK(bodyOf(model, "P").digits == 6);
  CHECK(model.markers[jointOf(model, "j").j].digits == 3);
  CHECK(model.markers[jointOf(model, "j").i].digits == 7);
}
