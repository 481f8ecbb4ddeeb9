"""Machines whose numbers are rounded or disturbed: what mbconvert makes of them. scripts/check rounded-loops calls it.

For every machine and case a row: degrees of freedom, loop tolerance, the loop's miss, the largest change of a frame, how far the
motion departs from that of the exact machine (by the data error times the machine's size), and verify's verdict.
"""
import csv
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]
SHARED = sys.argv[2]
WANTED = sys.argv[3:]
DIGITS = [3, 4, 5, 6, 8, 10]
ERRORS = [1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4]
RIGHT = math.pi / 2


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    n = math.sqrt(sum(x * x for x in a))
    return [x / n for x in a]


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def transposed(a):
    return [list(row) for row in zip(*a)]


def applied(a, v):
    return [sum(a[i][k] * v[k] for k in range(3)) for i in range(3)]


def about(axis, angle):
    c, s = math.cos(angle), math.sin(angle)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    r = [[0.0] * 3 for _ in range(3)]
    r[axis][axis], r[i][i], r[j][j], r[i][j], r[j][i] = 1.0, c, c, -s, s
    return r


def euler(r):
    """Angles of R = Rz(a) Ry(b) Rx(c), in degrees: the sequence 321."""
    b = math.asin(max(-1.0, min(1.0, -r[2][0])))
    a = math.atan2(r[1][0], r[0][0])
    c = math.atan2(r[2][1], r[2][2])
    return [math.degrees(x) for x in (a, b, c)]


def of_euler(degrees):
    a, b, c = (math.radians(x) for x in degrees)
    return product(product(about(2, a), about(1, b)), about(0, c))


def frame_of(axis):
    """A rotation whose z is the axis."""
    z = unit(axis)
    x = unit(cross([0, 1, 0] if abs(z[1]) < 0.7 else [1, 0, 0], z))
    return transposed([x, cross(z, x), z])


def rotation_vector_size(r):
    t = max(-1.0, min(3.0, r[0][0] + r[1][1] + r[2][2]))
    s = math.sqrt((r[2][1] - r[1][2]) ** 2 + (r[0][2] - r[2][0]) ** 2 + (r[1][0] - r[0][1]) ** 2)
    return math.atan2(s / 2, (t - 1) / 2)


def meeting(a, ra, b, rb):
    d = math.dist(a, b)
    t = (ra * ra - rb * rb + d * d) / (2 * d)
    h = math.sqrt(ra * ra - t * t)
    u = [(b[k] - a[k]) / d for k in range(2)]
    return [a[0] + t * u[0] - h * u[1], a[1] + t * u[1] + h * u[0], 0.0]


Z = [0, 0, 1]


def four_bar():
    b = [math.cos(math.radians(60)), math.sin(math.radians(60)), 0]
    d = [3.6, 0, 0]
    return [("revolute", 0, 1, [0, 0, 0], Z), ("revolute", 1, 2, b, Z), ("revolute", 0, 3, d, Z),
            ("revolute", 2, 3, meeting(b, 3.2, d, 2.7), Z)], 2 * math.pi


def three_cranks():
    arm = [1.2 * math.cos(math.radians(70)), 1.2 * math.sin(math.radians(70)), 0]
    joints = []
    for k, p in enumerate([[0, 0, 0], [3.1, 0, 0], [1.4, 0.9, 0]]):
        joints.append(("revolute", 0, 1 + k, p, Z))
        joints.append(("revolute", 1 + k, 4, [p[i] + arm[i] for i in range(3)], Z))
    return joints, 2 * math.pi


def slider_crank():
    b = [math.cos(math.radians(40)), math.sin(math.radians(40)), 0]
    c = [b[0] + math.sqrt(2.7 * 2.7 - b[1] * b[1]), 0, 0]
    return [("revolute", 0, 1, [0, 0, 0], Z), ("revolute", 1, 2, b, Z), ("translational", 0, 3, c, [1, 0, 0]),
            ("revolute", 2, 3, c, Z)], 2 * math.pi


def bennett():
    alpha = [math.radians(35), math.radians(75)]
    a = [1.0, math.sin(alpha[1]) / math.sin(alpha[0])]
    # Between neighbouring angles: tan(t/2) tan(u/2) = sin((alpha2 + alpha1)/2) / sin((alpha2 - alpha1)/2).
    t = 1.3
    u = 2 * math.atan(math.sin((alpha[1] + alpha[0]) / 2) / math.sin((alpha[1] - alpha[0]) / 2) / math.tan(t / 2))
    r, p, joints = about(0, 0), [0.0, 0.0, 0.0], []
    for k, theta in enumerate([t, u, -t, -u]):
        joints.append(("revolute", k, (k + 1) % 4, p, [r[i][2] for i in range(3)]))
        r = product(r, about(2, theta))
        p = [p[i] + a[k % 2] * r[i][0] for i in range(3)]
        r = product(r, about(0, alpha[k % 2]))
    return joints, 2 * math.pi


def sarrus():
    return [("revolute", 0, 1, [1, 0, 0], [0, 1, 0]), ("revolute", 1, 2, [1.6, 0, 0.8], [0, 1, 0]),
            ("revolute", 2, 5, [1, 0, 1.6], [0, 1, 0]), ("revolute", 0, 3, [0, 1, 0], [1, 0, 0]),
            ("revolute", 3, 4, [0, 1.6, 0.8], [1, 0, 0]), ("revolute", 4, 5, [0, 1, 1.6], [1, 0, 0])], 0.5


class Drawn:
    """A machine of joints at world frames: bodies turned at random, markers on them, everything written by Euler angles."""

    def __init__(self, joints, travel):
        self.joints, self.travel = joints, travel
        count = 1 + max(max(j[1], j[2]) for j in joints)
        chance = random.Random(5)
        points = [[j[3] for j in joints if k in j[1:3]] for k in range(count)]
        centre = [[sum(p[i] for p in own) / len(own) for i in range(3)] for own in points]
        turn = [of_euler([chance.uniform(-180, 180), chance.uniform(-80, 80), chance.uniform(-180, 180)]) for _ in range(count)]
        self.bodies = [([0.0] * 3, about(0, 0))] + [(centre[k], turn[k]) for k in range(1, count)]
        low = [min(j[3][i] for j in joints) for i in range(3)]
        high = [max(j[3][i] for j in joints) for i in range(3)]
        self.size = math.dist(low, high)
        self.markers = []
        for _, f, m, point, axis in joints:
            world = product(frame_of(axis), about(2, chance.uniform(-3, 3)))  # so that no two are rounded alike
            pair = []
            for body in (f, m):
                p, r = self.bodies[body]
                back = transposed(r)
                pair.append((applied(back, [point[i] - p[i] for i in range(3)]), product(back, world)))
            self.markers.append(pair)

    def write(self, folder, digits=None, tilt=0.0, shift=0.0, points=False, seed=1):
        """The model's file, and the largest error of its data. With points, the axes of joints are given by two of them."""
        chance = random.Random(seed)
        error = 0.0

        def text(p, angles):
            return tuple(" ".join(f"{x:.{digits}g}" if digits else repr(x) for x in v) for v in (p, angles))

        def frame(p, r, disturbed):
            nonlocal error
            q, s = list(p), r
            if disturbed and tilt:
                for axis in range(3):
                    s = product(s, about(axis, tilt * chance.uniform(-1, 1)))
            if disturbed and shift:
                q = [x + shift * chance.uniform(-1, 1) for x in q]
            if disturbed and points:
                far = self.size / 5
                marks = [[q[i] + far * s[i][k] for i in range(3)] for k in (2, 0)]
                pos, on_z = text(q, marks[0])
                _, on_x = text(q, marks[1])
                at = [float(x) for x in pos.split()]
                z = unit([float(x) - y for x, y in zip(on_z.split(), at)])
                tilted = math.acos(min(1.0, sum(z[i] * r[i][2] for i in range(3))))
                error = max(error, math.dist(at, p) / self.size, tilted)
                return f'pqr="{pos}; {on_z}; {on_x}"'
            pos, angles = text(q, euler(s))
            back = of_euler([float(x) for x in angles.split()])
            off = math.dist([float(x) for x in pos.split()], p) / self.size
            error = max(error, off, rotation_vector_size(product(transposed(r), back)))
            return f'pos="{pos}" euler="321: {angles}"'

        lines = ['<mbs version="1" name="machine"><units angle="deg"/><gravity vector="0 0 0"/>']
        for k, (p, r) in enumerate(self.bodies):
            own = []
            for n, (_, f, m, _, _) in enumerate(self.joints):
                for side, body in enumerate((f, m)):
                    if body == k:
                        own.append(f'  <marker name="m{n}{"fm"[side]}"><pose {frame(*self.markers[n][side], True)}/></marker>')
            if k == 0:
                lines.append('<body name="ground" ground="true">')
            else:
                lines.append(f'<body name="b{k}"><pose {frame(p, r, False)}/><mass value="1"/><inertia xx="0.1" yy="0.2" zz="0.15"/>')
            lines += own + ["</body>"]
        name = lambda body: "ground" if body == 0 else f"b{body}"
        for n, (kind, f, m, _, _) in enumerate(self.joints):
            lines.append(f'<joint name="j{n}" type="{kind}" i="{name(m)}.m{n}m" j="{name(f)}.m{n}f"/>')
        lines.append(f'<motion name="drive" joint="j0" function="{self.travel!r}*(time-sin(2*pi*time)/(2*pi))*180/pi"/></mbs>')
        path = os.path.join(folder, "model.xml")
        with open(path, "w") as file:
            file.write("\n".join(lines))
        return path, error


def rounded_text(text, digits, pattern):
    return re.sub(pattern, lambda m: f"{float(m.group(0)):.{digits}g}", text)


NUMBER = r"(?<![\w.])[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?(?![\w.])"


class Assembly:
    """An assembly of FreeCAD: its text is rounded, imported, and one of its joints driven."""

    def __init__(self, name, joint, travel):
        self.path = os.path.join(SHARED, "corpus", "asmt", name)
        self.joint, self.travel = joint, travel
        self.size = 1.0

    def write(self, folder, digits=None, tilt=0.0, shift=0.0, seed=1):
        with open(self.path) as file:
            text = file.read()
        if digits:
            text = rounded_text(text, digits, r"(?<![\w.])[-+]?\d+\.\d*(?:[eEdD][-+]?\d+)?(?![\w.])")
        source = os.path.join(folder, "model.asmt")
        with open(source, "w") as file:
            file.write(text)
        path = os.path.join(folder, "model.xml")
        done = subprocess.run([PROGRAM, "import", source, "-o", path], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr)
        with open(path) as file:
            native = file.read()
        if tilt or shift:
            chance = random.Random(seed)
            native = re.sub(r'(<marker [^>]*>\s*<pose pos=")([^"]*)"', lambda m: m.group(1) + " ".join(
                repr(float(x) + shift * chance.uniform(-1, 1)) for x in m.group(2).split()) + '"', native)
        if self.joint:
            native = re.sub(r"<motion.*?/>|<motion.*?</motion>", "", native, flags=re.S)
            drive = f'<motion name="drive" joint="{self.joint}" function="{self.travel!r}*(time-sin(2*pi*time)/(2*pi))"/>'
            native = native.replace("</mbs>", drive + "</mbs>")
        with open(path, "w") as file:
            file.write(native)
        points = [[float(x) for x in m.split()] for m in re.findall(r'<pose pos="([^"]*)"', native)]
        self.size = math.dist([min(p[i] for p in points) for i in range(3)], [max(p[i] for p in points) for i in range(3)])
        return path, (10.0 ** (1 - digits) if digits else max(tilt, shift / self.size))


class Vehicle:
    """The HMMWV: every number of its files rounded; it drives over its road."""

    def __init__(self, folder):
        self.folder, self.size, self.travel = folder, 5.0, None

    def write(self, folder, digits=None, tilt=0.0, shift=0.0, seed=1):
        chance = random.Random(seed)
        for name in os.listdir(self.folder):
            if not name.endswith(".xml"):
                continue
            with open(os.path.join(self.folder, name)) as file:
                text = file.read()
            if digits:
                text = re.sub(r'(?<== )"[^"]*"|"[^"]*"', lambda m: rounded_text(m.group(0), digits, NUMBER), text)
            if shift:
                text = re.sub(r'(point2?=")([-\d. eE]+)"', lambda m: m.group(1) + " ".join(
                    repr(float(x) + shift * chance.uniform(-1, 1)) for x in m.group(2).split()) + '"', text)
            text = text.replace('version="1.0"', 'version="1.0"').replace('version="1.00"', 'version="1.0"')
            text = re.sub(r'<mbs version="[^"]*"', '<mbs version="1"', text)
            text = re.sub(r'<\?xml version="[^"]*"', '<?xml version="1.0"', text)
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        return os.path.join(folder, "model.xml"), (10.0 ** (1 - digits) if digits else max(tilt, shift / self.size))


MACHINES = {
    "four-bar": lambda: Drawn(*four_bar()),
    "three cranks": lambda: Drawn(*three_cranks()),
    "slider-crank": lambda: Drawn(*slider_crank()),
    "Bennett": lambda: Drawn(*bennett()),
    "Sarrus": lambda: Drawn(*sarrus()),
    "Schmidt coupling": lambda: Assembly("Schmidt_Coupling_Ass_1-1.asmt", "r1", 1.0),
    "wobble pump": lambda: Assembly("wobpump.asmt", "", 0),
    "HMMWV": lambda: Vehicle("samples/hmmwv"),
}


def positions(path, folder, name):
    out = os.path.join(folder, name)
    run = subprocess.run([PROGRAM, "run", path, "--end", "1", "--step", "0.002", "--every", "0.02", "--columns", "@all", "-o", out, "-q"],
                         capture_output=True, text=True)
    if run.returncode:
        return None
    with open(out) as file:
        rows = list(csv.DictReader(file))
    names = sorted(c for c in rows[0] if re.search(r"\.[xyz]$", c))  # the order of columns follows the tree
    return [[float(row[c]) for c in names] for row in rows]


def told(message):
    found = re.search(r"misses by up to ([^a-z]*mm, [^a-z]*deg)", message)
    return found.group(1) if found else ""


def look_at(machine, folder, exact, **how):
    """What becomes of the machine: its facts, by name."""
    try:
        path, error = machine.write(folder, **how)
    except RuntimeError as fault:
        return {"end": "cannot be read: " + str(fault).splitlines()[0][-90:]}
    check = subprocess.run([PROGRAM, "check", path, "--json", "-q"], capture_output=True, text=True)
    if check.returncode:
        message = next(m for m in json.loads(check.stdout)["messages"] if m["severity"] == "error")
        return {"end": f"{message['code']}, exit {check.returncode}", "miss": told(message["message"])}
    facts = json.loads(check.stdout)
    blocks = facts["idealised"]
    row = {"dof": facts["dof"]}
    if blocks:
        gap = lambda some: "{:.2g} mm, {:.2g} deg".format(max(x["length"] for x in some) * 1e3,
                                                         math.degrees(max(x["angle"] for x in some)))
        row["tolerance"] = max(b["tolerance"] for b in blocks)
        row["miss"] = gap([b["miss"] for b in blocks])
        row["change"] = gap([j[side] for b in blocks for j in b["joints"] for side in ("moved_i", "moved_j")])
    run = positions(path, folder, "run.csv")
    if run is None:
        row["end"] = "the run fails"
    elif exact and error:
        far = max(abs(a - b) for x, y in zip(run, exact) for a, b in zip(x, y))
        row["departure"] = far / (error * machine.size)
    verify = subprocess.run([PROGRAM, "verify", path, "--states", "20", "--end", "0.05", "-q"], capture_output=True, text=True)
    row["verdict"] = (verify.stdout.strip().splitlines() or [f"exit {verify.returncode}"])[-1]
    return row


def line_of(label, row):
    number = lambda key, form: format(row[key], form) if key in row else ""
    cells = [label, row.get("end", str(row.get("dof", ""))), number("tolerance", ".1g"), row.get("miss", ""), row.get("change", ""),
             number("departure", ".2g"), row.get("verdict", "")]
    return "| " + " | ".join(cells) + " |"


def cases_of(machine):
    """(family, label, how) of every case."""
    for digits in DIGITS:
        yield "3 digits" if digits == 3 else "4 to 10 digits", f"{digits} digits", {"digits": digits}
    if isinstance(machine, Drawn):
        for digits in DIGITS:
            family = "3 digits" if digits == 3 else "4 to 10 digits"
            yield family, f"{digits} digits, axes by points", {"digits": digits, "points": True}
        for error in ERRORS:
            yield "axes off", f"axes off by {error:.0e} rad", {"tilt": error}
    for error in ERRORS:
        yield "points off", f"points off by {error:.0e} m", {"shift": error}


def summary_of(name, rows):
    """One line a family: how many, degrees of freedom, the worst departure, what verify says, how those that end otherwise end."""
    lines = []
    for family in dict.fromkeys(f for f, _ in rows):
        own = [row for f, row in rows if f == family]
        far = [row["departure"] for row in own if "departure" in row]
        verdicts = [row.get("verdict", row.get("end")) for row in own]
        counted = ", ".join(f"{verdicts.count(v)} {v}" for v in dict.fromkeys(verdicts))
        freedoms = ", ".join(sorted({str(row["dof"]) for row in own if "dof" in row}))
        lines.append(f"| {name} | {family} | {len(own)} | {freedoms} | {max(far):.2g} | {counted} |" if far else
                     f"| {name} | {family} | {len(own)} | {freedoms} | | {counted} |")
    return lines


def main():
    summary = []
    for name, make in MACHINES.items():
        if WANTED and name not in WANTED:
            continue
        try:
            machine = make()
            with tempfile.TemporaryDirectory() as folder:
                path, _ = machine.write(folder)
                exact = positions(path, folder, "exact.csv")
                print(f"\n### {name}\n\n| data | dof | tolerance | missed by up to | frames moved by up to | departure / (error × size) | verify |")
                print("|---|---|---|---|---|---|---|")
                print(line_of("as it is", look_at(machine, folder, exact)), flush=True)
                rows = []
                for family, label, how in cases_of(machine):
                    rows.append((family, look_at(machine, folder, exact, **how)))
                    print(line_of(label, rows[-1][1]), flush=True)
                summary += summary_of(name, rows)
        except OSError as fault:
            print(f"\n### {name}\n\nskipped: {fault}", flush=True)
    print("\n### Summary\n\n| machine | data | cases | dof | largest departure / (error × size) | outcome |\n|---|---|---|---|---|---|")
    print("\n".join(summary))


main()
