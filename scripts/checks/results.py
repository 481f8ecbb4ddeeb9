#!/usr/bin/env python3
"""Compares runs of other tools' models with the results of those tools, and prints the worst difference by quantity, relative to the range of the other
tool's column: results.py [FOLDER], by default ../shared/corpus. FOLDER/adams holds NAME.adm with results/NAME_ADAMS_{Pos,Vel,...}.txt; FOLDER/asmt holds
files that carry their results."""
import json
import pathlib
import re
import sys

from program import call, head, row

QUANTITIES = {"Pos": ("x y z", "X_Pos Y_Pos Z_Pos"), "Vel": ("vx vy vz", "X_Vel Y_Vel Z_Vel"), "Quat": ("qw qx qy qz", "e0 e1 e2 e3"),
              "Avel": ("wx wy wz", "X_AngVel Y_AngVel Z_AngVel"), "Acc": ("ax ay az", "X_Acc Y_Acc Z_Acc"), "Aacc": ("alx aly alz", "X_AngAcc Y_AngAcc Z_AngAcc")}
TABLE, SERIES = "build/compared.csv", "build/series.csv"


def output(*words):
    done = call(*words)
    if done.returncode > 1:
        sys.exit(done.stderr)
    return done.stdout


def columns_of(reference, maps=()):
    options = [word for entry in maps for word in ("--map", entry)]
    return json.loads(output("compare", TABLE, reference, "--json", "--tolerance", 1, *options))["columns"]


def adams_cell(probe, reference, ours):
    names = next(line for line in open(reference) if not line.startswith("#")).split()[1:]
    columns = columns_of(reference, [f"{probe}.{a}={b}" for a, b in zip(ours.split(), names)])
    # A quantity that is nothing but round-off in the reference has no range to be measured by.
    moving = [column for column in columns if column["scale"] > 1e-6]
    if not moving:
        return "(%.0e)" % max(column["difference"] for column in columns)
    return "%.1e" % max(column["relative"] for column in moving)


def compare_adams(folder):
    head("ADAMS dataset | " + " | ".join(QUANTITIES))
    for model in sorted(folder.glob("*.adm")):
        name = model.stem.removeprefix("test_").replace("TransSpring", "TranSpring")
        results = folder / "results"
        if not (results / f"{name}_ADAMS_Pos.txt").exists():
            continue
        output("run", model, "-q", "--end", 5, "--step", 0.0005, "--every", 0.01, "--accelerations", "--columns", "@all", "-o", TABLE)
        titles = open(TABLE).readline().split(",")
        probe = next(title[:-2] for title in titles if re.fullmatch(r"marker_\w+\.x", title, re.I))
        row([name, *[adams_cell(probe, results / f"{name}_ADAMS_{quantity}.txt", ours) for quantity, (ours, _) in QUANTITIES.items()]])


def worst(columns, endings):
    return max((column for column in columns if column["ours"].rsplit(".", 1)[-1] in endings), key=lambda column: column["difference"])


def compare_asmt(folder):
    head("FreeCAD assembly | samples | position, m | velocity | worst position at")
    for model in sorted(folder.glob("*.asmt")):
        if call("import", model, "-q", "-o", "build/compared.xml", "--series", SERIES).returncode:
            row([model.name, "carries no results", "", "", ""])
            continue
        times = [line.split(",")[0] for line in open(SERIES)][1:]
        end = float(times[-1])
        every = end / (len(times) - 1)
        output("run", model, "-q", "--end", end, "--step", every / max(1, round(every / 0.001)), "--every", every, "--columns", "@all", "-o", TABLE)
        columns = columns_of(model)
        position, velocity = worst(columns, ("x", "y", "z")), worst(columns, ("vx", "vy", "vz"))
        row([model.name, len(times), "%.1e" % position["difference"], "%.1e" % velocity["difference"], "%s at %.4g s" % (position["ours"], position["time"])])


folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/corpus")
if not folder.is_dir():
    print(f"there is no folder {folder}: nothing to compare", file=sys.stderr)
    sys.exit(2)
compare_adams(folder / "adams")
print()
compare_asmt(folder / "asmt")
