#!/usr/bin/env python3
"""Linkages at and through positions where their closing equations lose rank: singular_positions.py [SECONDS [STEP]], by default 20 s at 1 ms. Writes the
models to build/singular, runs them and prints a table; fails when one ends with anything but success or a named failure (exit code 5)."""
import json
import os
import sys
from math import acos, atan2, cos, dist, pi, sin, sqrt

from program import call, head, row

FOLDER = "build/singular"
seconds, step = [*sys.argv[1:], *["20", "0.001"][len(sys.argv) - 1:]]
os.makedirs(FOLDER, exist_ok=True)


# Uniform bars of 1 kg in the plane of x and z on spatial joints; rates about y, in rad/s, are given where the dictionary names the joint.
def write(name, bars, joints, rates, slider=None):
    lines = ['<mbs version="1" name="%s">' % name, '<gravity vector="0 0 -9.81"/>', '<body name="ground" ground="true"/>']
    for bar, (p, q) in bars.items():
        J = dist(p, q) ** 2 / 12
        lines.append('<body name="%s"><pose pos="%r 0 %r"/><mass value="1"/><inertia xx="%r" yy="%r" zz="%r"/></body>' % (bar, (p[0] + q[0]) / 2, (p[1] + q[1]) / 2, J, J, J))
    if slider:
        lines.append('<body name="slider"><pose pos="%r 0 %r"/><mass value="1"/><inertia xx="0.01" yy="0.01" zz="0.01"/></body>' % slider)
    for joint, i, j, p in joints:
        kind, axis = ("translational", "1 0 0") if joint == "guide" else ("revolute", "0 1 0")
        rate = '<initial rate="%r"/>' % rates[joint] if joint in rates else ""
        lines.append('<joint name="%s" type="%s" i="%s" j="%s" point="%r 0 %r" axis="%s">%s</joint>' % (joint, kind, i, j, p[0], p[1], axis, rate))
    path = f"{FOLDER}/{name}.xml"
    open(path, "w").write("\n".join(lines + ["</mbs>"]) + "\n")
    return path


# Ground, crank, coupler and rocker of these lengths, the crank at an angle from x towards z.
def four_bar(name, lengths, angle, side=1, **rates):
    g, a, b, c = lengths
    A = (a * cos(angle), a * sin(angle))
    d = dist(A, (g, 0))
    turn = atan2(-A[1], g - A[0]) + side * acos(max(-1, min(1, (b * b + d * d - c * c) / (2 * b * d))))
    B = (A[0] + b * cos(turn), A[1] + b * sin(turn))
    return write(name, {"crank": ((0, 0), A), "coupler": (A, B), "rocker": ((g, 0), B)},
                 [("crank", "crank", "ground", (0, 0)), ("pin", "coupler", "crank", A), ("top", "coupler", "rocker", B), ("rocker", "rocker", "ground", (g, 0))], rates)


def slider_crank(name, a, b, angle, **rates):
    A = (a * cos(angle), a * sin(angle))
    S = (A[0] + sqrt(max(0, b * b - A[1] ** 2)), 0.0)
    return write(name, {"crank": ((0, 0), A), "rod": (A, S)},
                 [("crank", "crank", "ground", (0, 0)), ("pin", "rod", "crank", A), ("end", "rod", "slider", S), ("guide", "slider", "ground", S)], rates, S)


def windows(name, count, angle, rate=None):
    bars, joints = {}, []
    top = lambda k: (k + cos(angle), sin(angle))
    for k in range(count + 1):
        bars["crank%d" % k] = ((k, 0), top(k))
        joints.append(("foot%d" % k, "crank%d" % k, "ground", (k, 0)))
    for k in range(1, count + 1):
        bars["coupler%d" % k] = (top(k - 1), top(k))
        joints.append(("left%d" % k, "coupler%d" % k, "crank%d" % (k - 1), top(k - 1)))
        joints.append(("right%d" % k, "coupler%d" % k, "crank%d" % k, top(k)))
    return write(name, bars, joints, {"foot%d" % k: rate for k in range(count + 1)} if rate else {})

share = (3 + sqrt(24)) / 15  # of the rocker's rate on one branch of the linkage 4, 1, 2, 3 in line
parallelogram, change, kite = (2, 1, 2, 1), (4, 1, 2, 3), (1, 1, 2, 2)
cases = [
    ("slider-crank 1 : 2 from the outer dead centre, at rest", slider_crank("crank_outer_rest", 1, 2, 0)),
    ("slider-crank 1 : 2 from the outer dead centre, at 3 rad/s", slider_crank("crank_outer", 1, 2, 0, crank=3.0)),
    ("slider-crank 1 : 2 from the inner dead centre, at 3 rad/s", slider_crank("crank_inner", 1, 2, pi, crank=3.0)),
    ("slider-crank 1 : 1 through its folded position", slider_crank("crank_equal", 1, 1, 0.3, crank=3.0)),
    ("slider-crank 1 : 1 at rest in its folded position", slider_crank("crank_equal_rest", 1, 1, pi / 2)),
    ("slider-crank 1 : 1 from it, crank and slider given", slider_crank("crank_equal_from", 1, 1, pi / 2, crank=3.0, guide=6.0)),
    ("slider-crank 1 : 1 from it, only the crank given", slider_crank("crank_equal_vague", 1, 1, pi / 2, crank=3.0)),
    ("parallelogram through the line", four_bar("parallelogram", parallelogram, 1.0, crank=6.0)),
    ("parallelogram at rest in line", four_bar("parallelogram_rest", parallelogram, 0)),
    ("parallelogram from the line, crank and rocker given", four_bar("parallelogram_from", parallelogram, pi, crank=6.0, rocker=6.0)),
    ("parallelogram from the line, only the crank given", four_bar("parallelogram_vague", parallelogram, pi, crank=6.0)),
    ("antiparallelogram through the line", four_bar("antiparallelogram", parallelogram, 1.0, -1, crank=6.0)),
    ("four-bar 4, 1, 2, 3 (Grashof's limit) through the line", four_bar("change", change, 1.0, crank=6.0)),
    ("four-bar 4, 1, 2, 3 started 1e-3 rad beside the line", four_bar("change_beside", change, pi - 1e-3, crank=6.0)),
    ("four-bar 4, 1, 2, 3 at rest in line", four_bar("change_rest", change, pi)),
    ("four-bar 4, 1, 2, 3 from the line, crank and rocker given", four_bar("change_from", change, pi, crank=6.0, rocker=6.0 * share)),
    ("kite 1, 1, 2, 2 through its folded position", four_bar("kite", kite, 1.0, crank=12.0)),
    ("kite at rest in its folded position", four_bar("kite_rest", kite, 1e-9)),
    ("two windows through the line", windows("windows_2", 2, 1.0, 6.0)),
    ("ten windows through the line", windows("windows_10", 10, 1.0, 6.0)),
    ("ten windows from the line", windows("windows_10_from", 10, 0, 6.0)),
    ("ten windows at rest in line", windows("windows_10_rest", 10, 0)),
    ("Bricard's linkage", "samples/bricard/model.xml"),
]
head("linkage | outcome | exit code | energy, relative | drift, by size | singular evaluations")
failed = False
for name, path in cases:
    done = call("run", path, "--end", seconds, "--step", step, "--json")
    data = json.loads(done.stdout)
    failed = failed or done.returncode not in (0, 5)
    if data.get("failure"):
        row([name, "%g s: %s" % (data["failure"]["time"], data["failure"]["message"].split(":")[0]), done.returncode, "", "", ""])
    else:
        row([name, "passes", done.returncode, "%.0e" % data["energy"]["relative"], "%.0e" % data["drift"]["value"], data["singular_passages"]])
sys.exit(failed)
