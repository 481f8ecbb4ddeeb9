// Places of elements, attributes and values; what is refused before any model is read is in bad/.
#include "formats/xml/xml_reader.h"

#include "formats/formats.h"
#include "formats/xml/other_words.h"
#include "formats/xml/xml_scan.h"
#include "tests/support/brief.h"
#include "tests/support/test.h"

namespace mb {
namespace {

using testing::brief;

std::shared_ptr<const SourceFile> xmlFile(std::string text) {
  return std::make_shared<const SourceFile>(SourceFile{"test.xml", std::move(text)});
}

std::string at(const SourceRef& ref) { return toText(ref); }

}  // namespace

TEST_CASE("elements, attributes and values know their line and column") {
  Diagnostics diagnostics;
  const XmlDocument document(xmlFile("<?xml version=\"1.0\"?>\n"
                                     "<!-- two\n lines -->\n"
                                     "<mbs  version=\"1\">\n"
                                     "  <body name = 'a'\n"
                                     "        label=\"x\"/><body name=\"b\"/>\n"
                                     "</mbs>\n"),
                             diagnostics);
  REQUIRE(document.root());
  XmlElement root(document, *document.root(), diagnostics);
  CHECK(at(root.at()) == "test.xml:4:1");
  CHECK(at(root.attribute("version")->at) == "test.xml:4:7");
  CHECK(at(root.attribute("version")->valueAt) == "test.xml:4:16");
  std::vector<XmlElement> bodies = root.children("body");
  REQUIRE(bodies.size() == 2);
  CHECK(at(bodies[0].at()) == "test.xml:5:3");
  CHECK(at(bodies[0].attribute("name")->at) == "test.xml:5:9");
  CHECK(at(bodies[0].attribute("name")->valueAt) == "test.xml:5:17");
  CHECK(at(bodies[0].attribute("label")->at) == "test.xml:6:9");
  CHECK(at(bodies[1].at()) == "test.xml:6:20");
  CHECK(bodies[1].attribute("name")->text == "b");
  CHECK(!diagnostics.hasErrors());
}

TEST_CASE("places are the same with CRLF, a byte order mark and entities before them") {
  Diagnostics diagnostics;
  const XmlDocument document(xmlFile("\xef\xbb\xbf<mbs version=\"1\" name=\"a &amp; &#98;\">\r\n"
                                     "  text &lt;&gt; <body label=\"&quot;\" name=\"b\"/>\r\n"
                                     "  <body name=\"c\"/>\r\n"
                                     "</mbs>\r\n"),
                             diagnostics);
  REQUIRE(document.root());
  XmlElement root(document, *document.root(), diagnostics);
  CHECK(root.attribute("name")->text == "a & b");
  std::vector<XmlElement> bodies = root.children("body");
  REQUIRE(bodies.size() == 2);
  CHECK(at(bodies[0].at()) == "test.xml:2:17");
  CHECK(at(bodies[0].attribute("name")->at) == "test.xml:2:38");
  CHECK(at(bodies[1].attribute("name")->at) == "test.xml:3:9");
}

TEST_CASE("a carriage return alone ends a line of XML, and a byte order mark takes no column") {
  Diagnostics diagnostics;
  const XmlDocument document(xmlFile("\xef\xbb\xbf<mbs version=\"1\">\r  <body\r name=\"b\"/>\r</mbs>\r"), diagnostics);
  REQUIRE(document.root());
  XmlElement root(document, *document.root(), diagnostics);
  CHECK(at(root.at()) == "test.xml:1:1");
  CHECK(at(root.attribute("version")->at) == "test.xml:1:6");
  XmlElement body = root.children("body").at(0);
  CHECK(at(body.at()) == "test.xml:2:3");
  CHECK(at(body.attribute("name")->valueAt) == "test.xml:3:8");

  Diagnostics faulty;
  const XmlDocument cut(xmlFile("\xef\xbb\xbf<mbs>\r <body>\r</mbs>\r"), faulty);
  REQUIRE(faulty.errorCount() == 1);
  CHECK(at(faulty.all()[0].at) == "test.xml:3:1");
  CHECK(at(faulty.all()[0].notes.at(0).at) == "test.xml:2:2");
}

TEST_CASE("characters have the right place after references and line ends of any kind") {
  Diagnostics diagnostics;
  const XmlDocument document(xmlFile("<a><p>&#49; x</p><q>1\r\n2\n\r3\rx</q><r>&#xE4;x<![CDATA[&y;z]]></r></a>"),
                             diagnostics);
  REQUIRE(document.root());
  XmlElement root(document, *document.root(), diagnostics);
  std::vector<XmlElement> parts = root.children();
  CHECK(parts[0].text() == "1 x");
  CHECK(at(parts[0].textAt(2)) == "test.xml:1:13");
  CHECK(parts[1].text() == "1\n2\n3\nx");
  CHECK(at(parts[1].textAt(2)) == "test.xml:2:1");
  CHECK(at(parts[1].textAt(4)) == "test.xml:4:1");
  CHECK(at(parts[1].textAt(6)) == "test.xml:5:1");
  CHECK(parts[2].text() == "\xC3\xA4x&y;z");
  CHECK(at(parts[2].textAt(2)) == "test.xml:5:15");
  CHECK(at(parts[2].textAt(6)) == "test.xml:5:28");

  const XmlDocument blocks(xmlFile("<a><![CDATA[1\r\n&amp;\r\nx]]></a>"), diagnostics);
  REQUIRE(blocks.root());
  const XmlElement block(blocks, *blocks.root(), diagnostics);
  CHECK(block.text() == "1\n&amp;\nx");
  CHECK(at(block.textAt(2)) == "test.xml:2:1");
  CHECK(at(block.textAt(8)) == "test.xml:3:1");
}

TEST_CASE("an empty file is reported without the name of a format") {
  const XmlScan scan = scanXml("");
  REQUIRE(scan.fault);
  CHECK(scan.fault->code == Code::emptyFile);
  CHECK_FALSE(testing::contains(scan.fault->hint, "mbs"));
}

TEST_CASE("places can be asked for in any order") {
  std::string text = "<mbs>\n";
  for (int k = 0; k < 100; ++k) text += "  <body\n    name=\"b\"/>\n";
  text += "</mbs>\n";
  Diagnostics diagnostics;
  const XmlDocument document(xmlFile(text), diagnostics);
  XmlElement root(document, *document.root(), diagnostics);
  std::vector<XmlElement> bodies = root.children("body");
  REQUIRE(bodies.size() == 100);
  for (const std::size_t k : {50u, 3u, 99u, 0u, 4u, 5u, 98u}) {
    CHECK(bodies[k].at().line == static_cast<int>(2 * k + 2));
    CHECK(bodies[k].attribute("name")->at.line == static_cast<int>(2 * k + 3));
  }
}

TEST_CASE("unknown attributes and elements are reported with the known name they resemble") {
  Diagnostics diagnostics;
  const XmlDocument document(xmlFile("<body nmae=\"a\">\n  stray\n  <maker/>\n  <marker/>\n</body>"), diagnostics);
  XmlElement root(document, *document.root(), diagnostics);
  root.attribute("name");
  root.children("marker");
  root.finish();
  REQUIRE(diagnostics.errorCount() == 3);
  CHECK(brief(diagnostics.all()[0]) ==
        "test.xml:1:7: error: <body> has no attribute 'nmae' here\n  hint: did you mean 'name'?\n");
  CHECK(at(diagnostics.all()[1].at) == "test.xml:2:3");
  CHECK(brief(diagnostics.all()[2]) ==
        "test.xml:3:3: error: <maker> does not belong in <body>\n  hint: did you mean 'marker'?\n");
}

TEST_CASE("words of other programs are known where ours would do") {
  CHECK(meantHint("hinge", {"fixed", "revolute"}) == "did you mean 'revolute'?");
  CHECK(meantHint("position", {"name", "pos"}) == "did you mean 'pos'?");
  CHECK(meantHint("hinge", {"fixed", "planar"}).empty());
  CHECK(meantHint("revolut", {"fixed", "revolute"}) == "did you mean 'revolute'?");
}

TEST_CASE("hostile input is refused quickly") {
  const auto faultOf = [](const std::string& text) {
    const XmlScan scan = scanXml(text);
    return scan.fault ? scan.fault->message : std::string();
  };
  std::string attributes = "<mbs";
  for (int k = 0; k < 200000; ++k) attributes += " a" + std::to_string(k) + "=\"\"";
  CHECK(faultOf(attributes + "/>") == "<mbs> has more than 64 attributes, the limit");
  std::string deep;
  for (int k = 0; k < 200000; ++k) deep += "<a>";
  CHECK(faultOf(deep) == "elements are nested 65 deep, the limit is 64");
  CHECK(faultOf("<mbs a=\"\xed\xa0\x80\"/>") == "the byte 0xed is not UTF-8");  // a surrogate
  CHECK(faultOf("<mbs a=\"\xc0\xaf\"/>") == "the byte 0xc0 is not UTF-8");      // overlong
  CHECK(faultOf("<mbs a=\"\xc3") == "the byte 0xc3 is not UTF-8");              // cut off
  CHECK(faultOf("<mbs a=\"&#0;\"/>") == "this '&' does not begin a known entity");
  CHECK(faultOf("<mbs a=\"\xc3\xbc &#xfc;\"/>").empty());
  CHECK(faultOf("") == "there is no XML element in this file");
}

TEST_CASE("elements are nested 64 deep and no deeper") {
  const auto nested = [](int depth) {
    std::string text;
    for (int k = 0; k < depth; ++k) text += "<a>";
    for (int k = 0; k < depth; ++k) text += "</a>";
    return text;
  };
  Diagnostics diagnostics;
  CHECK(XmlDocument(xmlFile(nested(64)), diagnostics).root());
  CHECK(!diagnostics.hasErrors());
  CHECK(!XmlDocument(xmlFile(nested(65)), diagnostics).root());
  CHECK(diagnostics.errorCount() == 1);
}

TEST_CASE("formats are recognised by the root element") {
  CHECK(recogniseFormat("<mbs version='1'/>")->name == "mbx");
  CHECK(recogniseFormat("\xef\xbb\xbf<?xml version='1.0'?>\n<!-- <recursive> -->\n<mbs/>")->name == "mbx");
  CHECK(recogniseFormat("<recursive/>")->name == "recursive");
  CHECK(recogniseFormat("<mbsx/>") == nullptr);
  CHECK(recogniseFormat("robot") == nullptr);
  CHECK(recogniseFormat("") == nullptr);
}

}  // namespace mb
