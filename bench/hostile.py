#!/usr/bin/env python3
"""Files that are made to hurt: hostile.py MBCONVERT MEASURE [PATTERN...] writes each into a folder of its own, runs the program on it and
prints a row: input, command, bytes, seconds (wall and processor), peak MB, exit code, code of the first message. See scripts/bench hostile."""
import fnmatch
import os
import re
import signal
import subprocess
import sys
import tempfile

SIZE = 1_000_000
GIVE_UP = 60  # seconds of wall time

CASES = {}  # name: (files by name, commands)


def case(name, files, *commands):
    """files: a text or bytes or a dict of them (`main` first); a function that gives one, so that only what runs is made."""
    CASES[name] = (files, commands or ("check",))


def fill(head, unit, tail="", size=SIZE):
    room = size - len(head) - len(tail)
    return head + unit * max(1, room // len(unit)) + tail


def numbered(head, row, tail, size=SIZE, most=None):
    """row(k) for k = 0, 1, ... up to the size."""
    rows, length, k = [head], len(head) + len(tail), 0
    while length < size and (most is None or k < most):
        rows.append(row(k))
        length += len(rows[-1])
        k += 1
    return "".join(rows) + tail


# ---- heads and tails that make a reader take the rest for its own ----
MBS = '<mbs version="1" name="m">'
GROUND = '<body name="ground" ground="true"/>'
BODY = '<body name="{0}"><pose pos="{1} 0 0"/><mass value="1"/><inertia xx="1" yy="1" zz="1"/></body>'
ADAMS = "title\nUNITS/FORCE=NEWTON,MASS=KILOGRAM,LENGTH=METER,TIME=SECOND\nPART/1, GROUND\nPART/2, MASS=1, CM=3, IP=1,1,1\nMARKER/2, PART=1\nMARKER/3, PART=2\n"
ASMT = "OndselSolver\nAssembly\n\tName\n\t\tA\n"
SDF = '<sdf version="1.9"><model name="m">'
CHRONO = '{"Name": "x", "Type": "Vehicle", "Template": "WheeledVehicle", "Chassis": '
TIR = "[MODEL]\nPROPERTY_FILE_FORMAT = 'PAC2002'\n"
RECURSIVE = '<recursive version="1" name="m">'
PLAN = '<plan version="1">'
CSV = "time,a\n"
TWO = MBS + GROUND + BODY.format("a", 0) + BODY.format("b", 1)
PENDULUM = TWO + '<joint name="j" type="revolute" i="a" j="ground" point="0 0 0" axis="0 1 0"/><joint name="k" type="revolute" i="b" j="a" point="1 0 0" axis="0 1 0"/></mbs>'
TYRED = TWO + '<tyre name="t" file="t.tir"/></mbs>'

READERS = {  # what stands before, the command, further files
    "native": (MBS, "check"),
    "adams": (ADAMS, "check"),
    "asmt": (ASMT, "check"),
    "sdf": (SDF, "check"),
    "chrono": (CHRONO, "check"),
    "recursive": (RECURSIVE, "run"),
    "tir": (TIR, "tir"),
    "plan": (PLAN, "plan-in"),
    "csv": (CSV, "plot"),
}
BYTES = {"less": b"<", "amp": b"&", "quote": b'"', "apostrophe": b"'", "bracket": b"[", "brace": b"{", "paren": b"(", "minus": b"-", "slash": b"/",
         "backslash": b"\\", "comma": b",", "exclamation": b"!", "nul": b"\0", "ff": b"\xff", "blank": b" ", "tab": b"\t", "newline": b"\n", "semicolon": b";",
         "letter": b"a", "digit": b"1", "equals": b"=", "dot": b".", "colon": b":", "e": b"1e"}
for reader, (head, command) in READERS.items():
    for what, byte in BYTES.items():
        case(f"{reader}/fill-{what}", lambda h=head, b=byte: h.encode() + b * (SIZE // len(b)), command)
    case(f"{reader}/empty", "", command)
    case(f"{reader}/newline-comma", lambda h=head: fill(h, "\n,"), command)
    case(f"{reader}/newline-paren", lambda h=head: fill(h, "(\n"), command)

# ---- XML ----
for reader, head, root in (("native", MBS, "mbs"), ("sdf", SDF, "model></sdf"), ("recursive", RECURSIVE, "recursive"), ("plan", PLAN, "plan")):
    command = READERS[reader][1]
    tail = f"</{root}>"
    case(f"{reader}/xml-100000-deep", lambda h=head, t=tail: h + "<a>" * 100_000 + "</a>" * 100_000 + t, command)
    case(f"{reader}/xml-million-elements", lambda h=head, t=tail: h + "<a/>" * 1_000_000 + t, command)
    case(f"{reader}/xml-empty-elements", lambda h=head, t=tail: fill(h, "<a/>", t), command)
    case(f"{reader}/xml-many-attributes", lambda h=head, t=tail: numbered(h + "<body", lambda k: f' a{k}=""', "/>" + t), command)
    case(f"{reader}/xml-unknown-attributes", lambda h=head, t=tail: numbered(h, lambda k: "<body " + "".join(f'b{i}="" ' for i in range(60)) + "/>", t), command)
    case(f"{reader}/xml-long-attribute", lambda h=head, t=tail: fill(h + '<body name="', "x", '"/>' + t), command)
    case(f"{reader}/xml-long-name", lambda h=head, t=tail: fill(h + "<", "x", "/>" + t), command)
    case(f"{reader}/xml-long-text", lambda h=head, t=tail: fill(h, "x", t), command)
    case(f"{reader}/xml-long-comment", lambda h=head, t=tail: fill(h + "<!--", "x", "-->" + t), command)
    case(f"{reader}/xml-many-comments", lambda h=head, t=tail: fill(h, "<!---->", t), command)
    case(f"{reader}/xml-many-texts", lambda h=head, t=tail: fill(h, "x<!---->", t), command)
    case(f"{reader}/xml-entities", lambda h=head, t=tail: fill(h, "&amp;", t), command)
    case(f"{reader}/xml-cdata", lambda h=head, t=tail: fill(h, "<![CDATA[]]>", t), command)
    case(f"{reader}/xml-long-digits", lambda h=head, t=tail: fill(h + '<gravity vector="', "1", '"/>' + t), command)
    case(f"{reader}/xml-processing", lambda h=head, t=tail: fill(h, "<?a?>", t), command)
case("native/xml-doctype-bomb", '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;&b;">]>' + MBS + "&c;</mbs>")
case("native/xml-stray-texts", lambda: fill(MBS, "<body>x</body>", "</mbs>"))


# ---- native: names, numbers, expressions, includes ----
def bodies(row, tail="</mbs>", head=MBS + GROUND, **more):
    return lambda: numbered(head, row, tail, **more)


case("native/same-names", bodies(lambda k: BODY.format("a", k)))
case("native/bodies", bodies(lambda k: BODY.format(f"b{k}", k)))
case("native/nameless", bodies(lambda k: "<body/>"))
case("native/markers", bodies(lambda k: f'<marker name="m{k}"/>', "</body></mbs>", MBS + GROUND + '<body name="a">'))
case("native/same-markers", bodies(lambda k: '<marker name="m"/>', "</body></mbs>", MBS + GROUND + '<body name="a">'))
case("native/unknown-bodies", bodies(lambda k: f'<joint name="j{k}" type="fixed" i="x{k}" j="y{k}"/>'))
case("native/unknown-names-among-many", lambda: numbered(MBS + GROUND, lambda k: BODY.format(f"body_number_{k}", k), "", SIZE // 2)
     + numbered("", lambda k: f'<joint name="j{k}" type="fixed" i="bodi_number_{k}" j="ground"/>', "</mbs>", SIZE // 2))
case("native/pose-chain", bodies(lambda k: f'<body name="b{k}"><pose relative_to="b{k + 1}"/></body>'))
case("native/pose-chain-back", bodies(lambda k: f'<body name="b{k + 1}"><pose relative_to="b{k}"/></body>', head=MBS + GROUND + '<body name="b0"/>'))
case("native/pose-circle", bodies(lambda k: f'<body name="b{k}"><pose relative_to="b{(k + 1) % 1000}"/></body>', most=1000))
case("native/parameters-double", bodies(lambda k: f'<param name="p{k + 1}" value="p{k}+p{k}"/>', "</parameters></mbs>", MBS + '<parameters><param name="p0" value="1"/>'))
case("native/unknown-parameters", bodies(lambda k: f'<param name="p{k}" value="q{k}"/>', "</parameters></mbs>", MBS + "<parameters>"))
for what, unit in (("sum", "1+"), ("product", "1*"), ("power", "1^"), ("minus", "-"), ("parens", "("), ("call", "sin("), ("blanks", "1 "), ("arguments", "max(1,"), ("names", "a."), ("quotes", "dm('")):
    case(f"native/expression-{what}", lambda u=unit: fill(TWO + '<force name="f" type="general" i="a.m" fx="', u, '1"/></mbs>'))
    case(f"native/number-{what}", lambda u=unit: fill(MBS + GROUND + '<body name="a"><mass value="', u, '1"/></body></mbs>'))
case("native/expression-flat-max", lambda: fill(TWO + '<force name="f" type="general" i="a.m" fx="max(', "1,", '1)"/></mbs>'))
case("native/expressions", bodies(lambda k: '<force type="general" i="a" point="0 0 0" fx="' + "+".join(["time"] * 800) + '"/>', head=TWO), "check", "run")
case("native/spline", lambda: numbered(TWO + '<spline name="s" x="', lambda k: f"{k} ", '" y="', SIZE // 2) + numbered("", lambda k: f"{k} ", '"/></mbs>', SIZE // 2))
case("native/splines", bodies(lambda k: f'<spline name="s{k}" x="0 1" y="0 1"/>', head=TWO))
case("native/numbers", lambda: TWO + "".join(f'<body name="n{k}"><mass value="{v}"/></body>' for k, v in enumerate(
    ["1e999", "1e-999", "4.9e-324", "0x10", "nan", "inf", "-inf", "1" * 10_000, "0." + "0" * 10_000 + "1", "1e30", "1e31", "--1", "1e", "+", "1_000", "1,5", "-0"] * 200)) + "</mbs>")
case("native/couplers", bodies(lambda k: f'<coupler terms="j:1 k:{k}"/>', head=PENDULUM[:-6]))
case("native/coupler-terms", bodies(lambda k: "j:1 ", '"/></mbs>', PENDULUM[:-6] + '<coupler name="c" terms="'))
case("native/motions", bodies(lambda k: '<motion joint="j" function="0"/>', head=PENDULUM[:-6]))
case("native/probes", bodies(lambda k: f'<probe name="p{k}" marker="a.j_i"/>', head=PENDULUM[:-6]), "check", "run")
case("native/limits", bodies(lambda k: '<limit dof="rz" lower="0"/>', "</joint></mbs>", TWO + '<joint name="j" type="revolute" i="a" j="ground" point="0 0 0" axis="0 1 0">'))
case("native/foreign", bodies(lambda k: '<foreign format="x">y</foreign>', head=PENDULUM[:-6]))
case("native/remarks", bodies(lambda k: "<remark>y</remark>", head=PENDULUM[:-6]))
case("native/road", bodies(lambda k: f'<bump x="{k}" length="0.5" height="0.1"/>', "</road></mbs>", TWO + '<road name="r">'))
case("native/road-count", TWO + '<road name="r"><bump x="0" length="0.5" height="0.1" count="2000000000" spacing="1"/></road></mbs>', "check", "run")
case("native/road-grid", lambda: fill(TWO + '<road name="r"><grid x="0" y="0" dx="1" dy="1" columns="2" z="', "0 ", '"/></road></mbs>'))
case("native/slalom-count", TWO + '<driver name="d" i="a.m" wheelbase="1"><slalom start="0" spacing="1" amplitude="1" count="2000000000"/></driver></mbs>')
case("native/tyres", bodies(lambda k: f'<tyre name="t{k}" type="pac2002"/>', head=TWO))
case("native/tyre-properties", bodies(lambda k: f'<property key="K{k}" value="1"/>', "</tyre></mbs>", TWO + '<tyre name="t" type="pac2002">'))
case("native/include-self", {"main": MBS + '<include file="main"/></mbs>'})
case("native/include-mutual", {"main": MBS + '<include file="a.xml"/></mbs>', "a.xml": MBS + '<include file="main"/></mbs>'})
case("native/include-fan", lambda: {"main": MBS + '<include file="f1.xml" prefix="a"/><include file="f1.xml" prefix="b"/></mbs>', **{
    f"f{k}.xml": MBS + f'<include file="f{k + 1}.xml" prefix="a"/><include file="f{k + 1}.xml" prefix="b"/></mbs>' for k in range(1, 15)}, "f15.xml": MBS + '<body name="x"/></mbs>'})
case("native/include-large-often", lambda: {"main": numbered(MBS, lambda k: f'<include file="big.xml" prefix="p{k}_"/>', "</mbs>", most=1000),
                                            "big.xml": numbered(MBS, lambda k: f'<body name="b{k}"/>', "</mbs>")})
case("native/include-missing", bodies(lambda k: f'<include file="no{k}.xml"/>'))
case("native/include-device", MBS + '<include file="../../../../../dev/zero"/></mbs>')
case("native/include-folder", MBS + '<include file="."/></mbs>')

# ---- ADAMS ----
MEASURED = ADAMS + "JOINT/1, REVOLUTE, I=3, J=2\n"
case("adams/one-statement", lambda: fill(ADAMS + "SFORCE/1, I=2, J=3, TRANSLATION, FUNCTION=1\n", ", +1\n", "END\n"))
case("adams/arguments", lambda: numbered(ADAMS + "PART/5", lambda k: f", A{k}=1", "\nEND\n"))
case("adams/commas", lambda: fill(ADAMS + "PART/5", ",", "\nEND\n"))
case("adams/parens", lambda: fill(ADAMS + "VARIABLE/1, FUNCTION=", "(", "\nEND\n"))
case("adams/sum", lambda: fill(ADAMS + "SFORCE/1, I=2, J=3, TRANSLATION, FUNCTION=1", "+1", "\nEND\n"))
case("adams/million-statements", lambda: ADAMS + "A/\n" * 1_000_000 + "END\n")
case("adams/statements", lambda: fill(ADAMS, "A/\n", "END\n"))
case("adams/same-statements", lambda: fill(ADAMS, "PART/5\n", "END\n"))
case("adams/not-statements", lambda: fill(ADAMS, "!\nx\n", "END\n"))
case("adams/markers", lambda: numbered(ADAMS, lambda k: f"MARKER/{k + 10},PART=2\n", "END\n"))
case("adams/markers-nowhere", lambda: numbered(ADAMS, lambda k: f"MARKER/{k + 10},PART=99\n", "END\n"))
case("adams/parts", lambda: numbered(ADAMS, lambda k: f"PART/{k + 10},MASS=1\n", "END\n"))
case("adams/joints-nowhere", lambda: numbered(ADAMS, lambda k: f"JOINT/{k},FIXED,I=7,J=8\n", "END\n"))
case("adams/unused", lambda: numbered(ADAMS, lambda k: f"GRAPHICS/{k}\n", "END\n"))
case("adams/variables-double", lambda: ADAMS + "VARIABLE/1, FUNCTION=TIME\n" + "".join(
    f"VARIABLE/{k + 1}, FUNCTION=VARVAL({k})+VARVAL({k})\n" for k in range(1, 20_000)) + "SFORCE/1, I=3, J=2, TRANSLATION, FUNCTION=VARVAL(20000)\nEND\n")
case("adams/variables-chain-used", lambda: ADAMS + "VARIABLE/1, FUNCTION=TIME\n" + "".join(
    f"VARIABLE/{k + 1}, FUNCTION=VARVAL({k})+VARVAL({k})\nSFORCE/{k}, I=3, J=2, TRANSLATION, FUNCTION=VARVAL({k})\n" for k in range(1, 9_000)) + "END\n")
case("adams/variables-circle", lambda: ADAMS + "".join(f"VARIABLE/{k + 1}, FUNCTION=VARVAL({(k + 1) % 9000 + 1})\n" for k in range(9_000)) + "SFORCE/1, I=3, J=2, TRANSLATION, FUNCTION=VARVAL(1)\nEND\n")
case("adams/series", lambda: numbered(ADAMS, lambda k: f"SFORCE/{k}, I=3, J=2, TRANSLATION, FUNCTION=POLY(TIME,0" + ",1" * 30 + ")\n", "END\n"), "check", "run")
case("adams/spline", lambda: numbered(ADAMS + "SPLINE/1, X=0", lambda k: f",{k + 1}", "", SIZE // 2) + numbered(", Y=0", lambda k: f",{k + 1}", "\nEND\n", SIZE // 2))
case("adams/array", lambda: fill(ADAMS + "ARRAY/1, IC, NUMBERS=1", ",1", "\nEND\n"))
case("adams/long-line", lambda: fill(ADAMS + "STRING/1, STRING=", "x", "\nEND\n"))
case("adams/long-digits", lambda: fill(ADAMS + "PART/7, MASS=", "1", "\nEND\n"))
case("adams/long-id", lambda: fill(ADAMS + "PART/", "1", "\nEND\n"))
case("adams/view-names", lambda: fill(ADAMS, "! adams_view_name='a'\nPART/", "5\nEND\n"))

# ---- ASMT ----
case("asmt/deep-blocks", lambda: ASMT + "".join("\t" * (k + 1) + "x\n" for k in range(1400)))
case("asmt/100000-deep", lambda: ASMT + "".join(" " * (k % 3000) + "x\n" for k in range(2000)) + "\tParts\n" * 100_000)
case("asmt/million-lines", lambda: ASMT + "\tx\n" * 1_000_000)
case("asmt/lines", lambda: fill(ASMT, "\tx\n"))
case("asmt/parts", lambda: fill(ASMT + "\tParts\n", "\t\tPart\n"))
case("asmt/joints", lambda: fill(ASMT + "\tParts\n\tConstraintSets\n\t\tJoints\n", "\t\t\tRevoluteJoint\n"))
case("asmt/markers", lambda: fill(ASMT + "\tRefPoints\n\t\tRefPoint\n\t\t\tMarkers\n", "\t\t\t\tMarker\n"))
case("asmt/unknown-blocks", lambda: numbered(ASMT, lambda k: f"\tBlock{k}\n"  , ""))
case("asmt/motion-function", lambda: fill(ASMT + "\tConstraintSets\n\t\tMotions\n\t\t\tRotationalMotion\n\t\t\t\tRotationZ\n\t\t\t\t\t", "sin(", "\n"))
case("asmt/numbers", lambda: fill(ASMT + "\tPosition3D\n\t\t", "1 ", "\n"))
case("asmt/long-digits", lambda: fill(ASMT + "\tPosition3D\n\t\t", "1", "\n"))
case("asmt/series", lambda: fill(ASMT + "TimeSeries\n\tNumber\tTime\n\t1", "\t0.1", "\n"))
PART = "\t\tPart\n\t\t\tName\n\t\t\t\tp{0}\n\t\t\tPosition3D\n\t\t\t\t0 0 0\n\t\t\tRotationMatrix\n\t\t\t\t1 0 0\n\t\t\t\t0 1 0\n\t\t\t\t0 0 1\n"
case("asmt/named-parts", lambda: numbered(ASMT + "\tParts\n", lambda k: PART.format(k), ""))
case("asmt/same-parts", lambda: numbered(ASMT + "\tParts\n", lambda k: PART.format(1), ""))

# ---- SDF ----
LINK = '<link name="l{0}"/>'
case("sdf/nested-models", lambda: SDF + "".join(f'<model name="m{k}">' for k in range(50)) + "<link name='a'/>" + "</model>" * 50 + "</model></sdf>")
case("sdf/many-models", lambda: numbered('<sdf version="1.9"><world name="w">', lambda k: f'<model name="m{k}"><link name="l"/></model>', "</world></sdf>"))
case("sdf/links", lambda: numbered(SDF, lambda k: LINK.format(k), "</model></sdf>"))
case("sdf/same-links", lambda: numbered(SDF, lambda k: LINK.format(1), "</model></sdf>"))
case("sdf/frame-chain", lambda: numbered(SDF + LINK.format(1), lambda k: f'<frame name="f{k}" attached_to="f{k + 1}"/>', "</model></sdf>"))
case("sdf/frame-chain-ends", lambda: numbered(SDF + '<link name="f0"/>', lambda k: f'<frame name="f{k + 1}" attached_to="f{k}"/>', "</model></sdf>"))
case("sdf/frame-pose-chain", lambda: numbered(SDF + '<link name="f0"/>', lambda k: f'<frame name="f{k + 1}"><pose relative_to="f{k}"/></frame>', "</model></sdf>"))
case("sdf/frame-chain-backwards", lambda: numbered(SDF, lambda k: f'<frame name="f{k}"><pose relative_to="f{k + 1}"/></frame>', '<link name="l"/></model></sdf>', most=10_000))
case("sdf/frame-circle", lambda: numbered(SDF + LINK.format(1), lambda k: f'<frame name="f{k}" attached_to="f{(k + 1) % 5000}"/>', "</model></sdf>", most=5000))
case("sdf/unknown-frames", lambda: numbered(SDF + LINK.format(1), lambda k: f'<frame name="f{k}" attached_to="nowhere{k}"/>', "</model></sdf>"))
case("sdf/joints", lambda: numbered(SDF + LINK.format(1) + LINK.format(2), lambda k: f'<joint name="j{k}" type="ball"><parent>l1</parent><child>l2</child></joint>', "</model></sdf>"))
case("sdf/joints-nowhere", lambda: numbered(SDF + LINK.format(1), lambda k: f'<joint name="j{k}" type="ball"><parent>a{k}</parent><child>b</child></joint>', "</model></sdf>"))
case("sdf/visuals", lambda: numbered(SDF + '<link name="l">', lambda k: '<visual name="v"/>', "</link></model></sdf>"))
case("sdf/unknown", lambda: numbered(SDF, lambda k: f"<u{k}/>", "<link name='a'/></model></sdf>"))
case("sdf/collisions", lambda: fill(SDF + '<link name="l"><inertial auto="true"/>', '<collision name="c"><geometry><sphere><radius>1</radius></sphere></geometry></collision>', "</link></model></sdf>"))
case("sdf/include-self", {"main": SDF + "<include><uri>main</uri></include></model></sdf>"})
case("sdf/include-fan", lambda: {"main": SDF + "<include><uri>f1.sdf</uri><name>a</name></include>" * 2 + "</model></sdf>", **{
    f"f{k}.sdf": SDF + "".join(f"<include><uri>f{k + 1}.sdf</uri><name>{n}</name></include>" for n in "ab") + "</model></sdf>" for k in range(1, 15)},
    "f15.sdf": SDF + LINK.format(1) + "</model></sdf>"})
case("sdf/include-missing", lambda: numbered(SDF, lambda k: f"<include><uri>model://x{k}</uri></include>", "</model></sdf>"))
case("sdf/include-large-often", lambda: {"main": numbered(SDF, lambda k: f"<include><uri>big.sdf</uri><name>n{k}</name></include>", "</model></sdf>", most=1000),
                                         "big.sdf": numbered(SDF, lambda k: LINK.format(k), "</model></sdf>")})

# ---- Chrono ----
case("chrono/100000-deep-arrays", lambda: CHRONO + "[" * 100_000 + "]" * 100_000 + "}")
case("chrono/100000-deep-objects", lambda: CHRONO + '{"a":' * 100_000 + "0" + "}" * 100_000 + "}")
case("chrono/million-values", lambda: CHRONO + "[" + "0," * 1_000_000 + "0]}")
case("chrono/values", lambda: fill(CHRONO + "[", "0,", "0]}"))
case("chrono/empty-arrays", lambda: fill(CHRONO + "[", "[],", "0]}"))
case("chrono/empty-objects", lambda: fill(CHRONO + "[", "{},", "0]}"))
case("chrono/small-objects", lambda: fill(CHRONO + "[", '{"":0},', "0]}"))
case("chrono/duplicate-keys", lambda: fill(CHRONO + "{", '"a":0,', '"a":0}}'))
case("chrono/keys", lambda: numbered(CHRONO + "{", lambda k: f'"a{k}":0,', '"a":0}}'))
case("chrono/long-string", lambda: fill(CHRONO + '"', "x", '"}'))
case("chrono/escapes", lambda: fill(CHRONO + '"', "\\u0041", '"}'))
case("chrono/surrogates", lambda: fill(CHRONO + '"', "\\ud83d\\ude00", '"}'))
case("chrono/half-surrogates", lambda: fill(CHRONO + '"', "\\ud83d", '"}'))
case("chrono/long-number", lambda: fill(CHRONO, "1", "}"))
case("chrono/long-fraction", lambda: fill(CHRONO + "0.", "1", "}"))
case("chrono/comments", lambda: fill(CHRONO, "/**/", "0}"))
case("chrono/line-comments", lambda: fill(CHRONO, "//\n", "0}"))
case("chrono/axles", lambda: fill(CHRONO + '{}, "Axles": [', "{},", "{}]}"))
case("chrono/axles-missing-files", lambda: fill(CHRONO + '{"Input File":"main"}, "Axles": [', '{"Suspension Input File":"x"},', "{}]}"))
case("chrono/axles-self", lambda: fill(CHRONO + '{"Input File":"main"}, "Axles": [', '{"Suspension Input File":"main"},', "{}]}"))
case("chrono/long-path", lambda: CHRONO + '{"Input File":"' + "a/" * 2000 + '"}}')
case("chrono/very-long-path", lambda: fill(CHRONO + '{"Input File":"', "a/", '"}}'))

# ---- property files, plans, tables ----
case("tir/lines", lambda: numbered(TIR, lambda k: f"K{k} = 1\n", ""), "tir")
case("tir/100000-lines", lambda: TIR + "".join(f"K{k} = 1\n" for k in range(100_000)), "tir")
case("tir/million-lines", lambda: TIR + "K = 1\n" * 1_000_000, "tir")
case("tir/same-keys", lambda: fill(TIR, "K = 1\n"), "tir")
case("tir/sections", lambda: fill(TIR, "[A]\n"), "tir")
case("tir/tables", lambda: fill(TIR, "{a}\n"), "tir")
case("tir/table-rows", lambda: fill(TIR + "[DEFLECTION_LOAD_CURVE]\n{pen fz}\n", "0 0\n"), "tir")
case("tir/table-row", lambda: fill(TIR + "[DEFLECTION_LOAD_CURVE]\n{pen fz}\n", "0 ", "\n"), "tir")
case("tir/long-key", lambda: fill(TIR, "K", " = 1\n"), "tir")
case("tir/long-number", lambda: fill(TIR + "K = ", "1", "\n"), "tir")
case("plan/cuts", lambda: numbered(PLAN, lambda k: f'<cut joint="j{k}"/>', "</plan>"), "plan-in")
case("plan/same-cuts", lambda: fill(PLAN, '<cut joint="j"/>', "</plan>"), "plan-in")
case("plan/prefers", lambda: fill(PLAN, '<prefer joint="j"/>', "</plan>"), "plan-in")
case("plan/weights", lambda: fill(PLAN, '<weight of="j" value="1"/>', "</plan>"), "plan-in")
case("plan/rods", lambda: numbered(PLAN + '<rods mode="listed" bodies="', lambda k: f"b{k} ", '"/></plan>'), "plan-in")
case("csv/columns", lambda: numbered("time", lambda k: f",c{k}", "\n0\n"), "plot", "compare")
case("csv/same-columns", lambda: fill("time", ",a", "\n0\n"), "plot")
case("csv/rows", lambda: numbered(CSV, lambda k: f"{k},1\n", ""), "plot", "compare")
case("csv/bad-rows", lambda: fill(CSV, "x,y\n"), "plot")
case("csv/million-rows", lambda: numbered(CSV, lambda k: f"{k},1\n", "", 20_000_000, 1_000_000), "plot")
case("csv/long-cell", lambda: fill(CSV + "0,", "1", "\n"), "plot")
case("csv/square", lambda: numbered("time", lambda k: f",c{k}", "\n", most=700) + ("0" + ",1" * 700 + "\n") * 700, "plot", "compare")
case("recursive/links", lambda: numbered(RECURSIVE, lambda k: f'<link name="l{k + 1}" parent="l{k}" number="{k + 1}"><joint type="free"/></link>', "</recursive>"), "run")
case("recursive/same-links", lambda: fill(RECURSIVE, '<link name="l"/>', "</recursive>"), "run")
case("recursive/unknown-parents", lambda: numbered(RECURSIVE, lambda k: f'<link name="l{k}" parent="p{k}"/>', "</recursive>"), "run")
case("recursive/cuts", lambda: fill(RECURSIVE, '<cut/>', "</recursive>"), "run")

# ---- what is a model, and hard on graph and conversion ----
ALL = ("check", "convert", "tree", "plan", "run")


def joints(body_count, edges, kind, size=SIZE, extra="", mass=BODY):
    rows = [MBS, GROUND]
    rows += [mass.format(f"b{k}", k) for k in range(body_count)]
    length = sum(map(len, rows))
    for k, (i, j) in enumerate(edges):
        def name(b):
            return "ground" if b < 0 else f"b{b}"
        rows.append(f'<joint name="j{k}" type="{kind}" i="{name(i)}" j="{name(j)}" point="0 0 0" axis="0 1 0"{extra}/>')
        length += len(rows[-1])
        if length > size:
            break
    return "".join(rows) + "</mbs>"


def pairs(n):
    return ((i, j) for i in range(n) for j in range(i))


for kind in ("revolute", "spherical", "translational", "universal", "fixed", "free", "in-plane", "planar"):
    extra = ' axis2="1 0 0"' if kind == "universal" else ""
    case(f"graph/two-bodies-{kind}", lambda t=kind, e=extra: joints(2, ((0, 1) for _ in range(100_000)), t, extra=e), *(ALL if kind in ("revolute", "spherical") else ("check",)))
case("graph/ball-pair-3000", lambda: joints(2, ((0, 1) for _ in range(3000)), "spherical"), *ALL)
for n in (30, 60, 100, 150):
    case(f"graph/complete-{n}-revolute", lambda n=n: joints(n, pairs(n), "revolute", 10 * SIZE), *ALL)
case("graph/complete-100-spherical", lambda: joints(100, pairs(100), "spherical"), *ALL)
case("graph/complete-140-in-plane", lambda: joints(140, pairs(140), "in-plane"), *ALL)
case("graph/star", lambda: joints(4500, ((k, 0) for k in range(1, 4500)), "revolute"), *ALL)
case("graph/star-ground", lambda: joints(4500, ((k, -1) for k in range(4500)), "revolute"), *ALL)
case("graph/chain", lambda: joints(5000, ((k, k - 1) for k in range(5000)), "revolute", 2 * SIZE), *ALL)
case("graph/chain-free", lambda: joints(5000, ((k, k - 1) for k in range(1, 5000)), "revolute", 2 * SIZE), *ALL)
case("graph/chain-spherical", lambda: joints(5000, ((k, k - 1) for k in range(5000)), "spherical", 2 * SIZE), *ALL)
# A single loop of thousands of links is a machine like any other: what its simulation takes is no matter of the file.
for kind in ("revolute", "spherical"):
    case(f"graph/ring-{kind}", lambda t=kind: joints(4500, ((k, (k + 1) % 4500) for k in range(4500)), t, 2 * SIZE), *ALL[:-1])
    case(f"graph/ring-400-{kind}", lambda t=kind: joints(400, ((k, (k + 1) % 400) for k in range(400)), t), *ALL)
case("graph/wheel", lambda: joints(3300, [e for k in range(1, 3300) for e in ((k, 0), (k, k % 3299 + 1))], "revolute", 2 * SIZE), *ALL)
case("graph/ladder", lambda: joints(4000, [e for k in range(0, 3998, 2) for e in ((k, k + 1), (k, k + 2), (k + 1, k + 3))], "revolute", 2 * SIZE), *ALL)
case("graph/grid", lambda: joints(3600, [e for k in range(3600) for e in (((k, k + 1),) if k % 60 < 59 else ()) + (((k, k + 60),) if k < 3540 else ())], "revolute", 2 * SIZE), *ALL)
case("graph/grid-spherical", lambda: joints(900, [e for k in range(900) for e in (((k, k + 1),) if k % 30 < 29 else ()) + (((k, k + 30),) if k < 870 else ())], "spherical", 2 * SIZE), *ALL)
case("graph/fan-of-loops", lambda: joints(4500, [e for k in range(1, 4500) for e in ((k, 0), (k, 0))], "revolute", 2 * SIZE), *ALL)
case("graph/welds-chain", lambda: joints(5000, ((k, k - 1) for k in range(5000)), "fixed", 2 * SIZE), *ALL)
case("graph/welds-star", lambda: joints(5000, ((k, 0) for k in range(1, 5000)), "fixed", 2 * SIZE), *ALL)
case("graph/welds-complete", lambda: joints(100, pairs(100), "fixed"), *ALL)
case("graph/free-bodies", lambda: joints(7000, (), "fixed"), *ALL)
case("graph/far-away", lambda: joints(2000, ((k, k - 1) for k in range(2000)), "revolute").replace('pos="', 'pos="1e30 '), *ALL)
case("graph/at-1e30", lambda: joints(2000, ((k, k - 1) for k in range(2000)), "spherical").replace(' 0 0"/><mass', ' 1e30 -1e30"/><mass'), *ALL)
case("graph/massless", lambda: joints(3000, ((k, k - 1) for k in range(3000)), "revolute", mass='<body name="{0}"><pose pos="{1} 0 0"/></body>'), *ALL)
BAR = '<body name="r{0}"><pose pos="0 {0} 0.5"/><mass value="1"/><inertia xx="1" yy="1" zz="0"/></body><joint name="p{0}" type="spherical" i="r{0}" j="a" point="0 {0} 0"/><joint name="q{0}" type="spherical" i="r{0}" j="b" point="0 {0} 1"/>'
case("graph/rods", lambda: numbered(TWO, lambda k: BAR.format(k), "</mbs>"), *ALL)
case("graph/rods-from-ground", lambda: numbered(TWO, lambda k: BAR.format(k).replace('j="b"', 'j="ground"'), "</mbs>"), *ALL)
case("graph/distances", lambda: numbered(TWO, lambda k: f'<joint name="d{k}" type="distance" i="a" j="b" point="0 {k} 0" point2="0 {k} 1"/>', "</mbs>"), *ALL)
case("graph/distance-star", lambda: numbered(TWO, lambda k: f'<joint name="d{k}" type="distance" i="a" j="ground" point="{k} {k * k % 17} 0" point2="{k} {k % 5} 1"/>', "</mbs>"), *ALL)
case("graph/gears", lambda: numbered(PENDULUM[:-6], lambda k: '<gear joints="j k" ratio="1"/>', "</mbs>"), *ALL)
case("graph/springs", lambda: numbered(PENDULUM[:-6], lambda k: '<force type="tsda" i="a" j="b" point="0 0 0" point2="1 0 0" k="1"/>', "</mbs>"), *ALL)
case("graph/four-bars", lambda: numbered(MBS + GROUND, lambda k: "".join(BODY.format(f"{c}{k}", 2 * k + x) for c, x in (("c", 0), ("d", 0.5), ("e", 1))) + "".join(
    f'<joint name="{n}{k}" type="revolute" i="{i}{k}" j="{j if j == "ground" else j + str(k)}" point="{2 * k + x} 0 {z}" axis="0 1 0"/>'
    for n, i, j, x, z in (("s", "c", "ground", 0, 0), ("t", "d", "c", 0, 1), ("u", "d", "e", 1, 1), ("v", "e", "ground", 1, 0))), "</mbs>"), *ALL)

# ---- small things said very often: what once took the square of the size ----
case("adams/commas-in-function", lambda: fill(ADAMS + "SFORCE/1,TRANSLATIONAL,I=3,J=2,FUNCTION=1", ",", "\nEND\n"))
case("adams/moving-parts-with-markers", lambda: numbered("title\nUNITS/SYSTEM=MKS\nPART/1, GROUND\n", lambda k: f"PART/{k + 2},MASS=1,CM={k + 2},VX=1\nMARKER/{k + 2},PART={k + 2},QP=1,0,0\n", "END\n"))
case("native/pose-of-many-points", lambda: fill(MBS + '<body name="a"><pose zx="', "0 0 0;", '"/></body></mbs>'))
case("native/unnamed-forces-in-the-world", lambda: numbered(TWO, lambda k: '<force type="tsda" i="a" j="b" point="0 0 0" point2="1 0 0" k="1"/>', "</mbs>"))
case("native/references-in-a-function", lambda: numbered(TWO + '<force type="general" i="a" fx="', lambda k: ("+" if k % 900 else ")+(" if k else "(") + f"dm(b{k:06}.m)", ')"/></mbs>'))
case("native/includes-that-multiply", lambda: {"main": fill(MBS, '<include file="b"/>', "</mbs>", 20_000), "b": fill(MBS, "<remark/>", "</mbs>")})
case("native/few-includes-of-much", lambda: {"main": MBS + '<include file="b"/>' * 255 + "</mbs>", "b": fill(MBS, "<remark/>", "</mbs>")})
case("sdf/includes-that-multiply", lambda: {"main": SDF + "<include><uri>b</uri></include>" * 900 + "</model></sdf>", "b": fill(SDF, "<z/>", "</model></sdf>", 960_000)})
case("chrono/one-member-again-and-again", lambda: "{" + "".join(f'"k{k}":1,' for k in range(9_990)) + '"Name":1,' * 90_000 + '"Name":1}')
case("plan/unknown-cuts-of-a-long-chain", lambda: {"main": numbered(PLAN, lambda k: f'<cut joint="jount{k}"/>', "</plan>", 400_000),
                                                    "pendulum": joints(3000, ((k, k - 1) for k in range(3000)), "revolute", SIZE // 2)}, "plan-in")
case("plan/unknown-weights-of-a-long-chain", lambda: {"main": numbered(PLAN, lambda k: f'<weight of="jount{k}" value="1"/>', "</plan>", 400_000),
                                                       "pendulum": joints(3000, ((k, k - 1) for k in range(3000)), "revolute", SIZE // 2)}, "plan-in")
case("csv/20000-other-names", lambda: {"main": ",".join(["time"] + [f"a{k}" for k in range(19_999)]) + "\n" + ",".join(["0"] * 20_000) + "\n",
                                       "other": ",".join(["time"] + [f"b{k}" for k in range(19_999)]) + "\n" + ",".join(["0"] * 20_000) + "\n"}, "compare-other")
for reader, row, head, tail in (("native", lambda k: f'<body name="{k}"/>', MBS, "</mbs>"), ("adams", lambda k: f"PART/{k + 9}\n", ADAMS, "END\n"),
                                ("sdf", lambda k: f'<link name="{k}"/>', SDF, "</model></sdf>")):
    case(f"{reader}/as-many-bodies-as-fit", lambda r=row, h=head, t=tail: numbered(h, r, t), *ALL)

COMMANDS = {
    "check": ["check", "{main}"],
    "convert": ["{main}", "-o", "{out}"],
    "tree": ["tree", "{main}"],
    "plan": ["plan", "{main}", "-o", "{out}"],
    "run": ["run", "{main}", "--end", "1e-3", "--step", "1e-3"],
    "tir": ["check", "{tyred}"],
    "plan-in": ["{pendulum}", "--plan", "{main}", "-o", "{out}"],
    "plot": ["plot", "{main}", "--y", "a", "-o", "{out}"],
    "compare": ["compare", "{main}", "{main}"],
    "compare-other": ["compare", "{main}", "{other}"],
}


def run(mbconvert, measure, name, command, folder):
    def at(file):
        return os.path.join(folder, file)
    places = {"main": at("t.tir" if command == "tir" else "main"), "out": at("out"), "pendulum": at("pendulum"), "tyred": at("tyred"), "other": at("other")}
    arguments = [word.format(**places) for word in COMMANDS[command]]
    process = subprocess.Popen([measure, mbconvert, *arguments], stdout=subprocess.DEVNULL, stderr=open(at("err"), "wb"), stdin=subprocess.DEVNULL,
                               start_new_session=True)
    try:
        process.wait(GIVE_UP)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return GIVE_UP, GIVE_UP, 0, "killed", ""
    text = open(at("err"), "rb").read().decode("utf-8", "replace")
    seconds, kilobytes, code, cpu = (text.rstrip().rsplit("\n", 1)[-1].split() + ["0"])[:4]
    first = re.search(r"(?:error|warning)\[([EW]\d+)\]", text) or re.search(r"(error|warning): ([^\n]{0,60})", text)
    return float(seconds), float(cpu), int(kilobytes) / 1024, code, first.group(first.lastindex) if first else ""


def main():
    mbconvert, measure, patterns = sys.argv[1], sys.argv[2], sys.argv[3:] or ["*"]
    chosen = [name for name in CASES if any(fnmatch.fnmatch(name, pattern) for pattern in patterns)]
    print("| input | command | bytes | seconds | processor s | peak MB | exit | first message |\n|---|---|---|---|---|---|---|---|")
    rows = []
    for name in chosen:
        files, commands = CASES[name]
        made = files() if callable(files) else files
        if not isinstance(made, dict):
            made = {"main": made}
        with tempfile.TemporaryDirectory() as folder:
            for file, text in {"pendulum": PENDULUM, "tyred": TYRED, **made}.items():
                place = "t.tir" if file == "main" and commands[0] == "tir" else file
                with open(os.path.join(folder, place), "wb") as out:
                    out.write(text if isinstance(text, bytes) else text.encode())
            for command in commands:
                seconds, cpu, megabytes, code, first = run(mbconvert, measure, name, command, folder)
                rows.append((name, command, seconds, cpu, megabytes))
                print(f"| {name} | {command} | {len(made['main'])} | {seconds:.3f} | {cpu:.3f} | {megabytes:.1f} | {code} | {first} |", flush=True)
    for what, index in (("seconds", 2), ("processor seconds", 3), ("MB", 4)):
        if rows:
            worst = max(rows, key=lambda row: row[index])
            print(f"worst {what}: {worst[index]:.3f} ({worst[0]}, {worst[1]})")
    print(f"{len(rows)} runs")


main()
