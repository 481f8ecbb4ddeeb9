#!/usr/bin/env python3
"""Long runs of the samples: long_runs.py [STEPS [SAMPLE...]] runs each for a million steps (or STEPS) of rk4 and prints a table: the drift of the closing
equations, the energy, the choices of coordinates, the outcome. SAMPLE is a folder of samples/, or folder/file without .xml for a manoeuvre; by default all
of them. A run that would take more than ten minutes of processor time gets fewer steps. Summaries stay in build/long-runs."""
import glob
import json
import os
import resource
import sys

from program import call, head, row

FOLDER = "build/long-runs"
LIMIT = 600  # seconds of processor time per run
PROBE = 2000  # steps to estimate the time of a step
# Seconds per step where the machine is too fast or too stiff for 1 ms; truck_expanded tips over after 8 s.
STEPS = {"andrews_squeezer": 1e-6, "flyball_governor": 5e-5, "stiff_bushings": 1e-4, "truck_expanded": 5e-4}


def is_on_road(file):
    return "<road " in open(file, encoding="utf-8").read()


def run(file, count, step, path):
    """Seconds of processor time; the summary, which a failed run has, too, goes to the path."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = call("run", file, "--end", round(count * step, 9), "--step", step, "--json", *(["--settle"] if is_on_road(file) else []))
    open(path, "w").write(done.stdout)
    open(path + ".messages", "w").write(done.stderr)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def cells_of(name, path, seconds):
    data = json.load(open(path))
    if "steps" not in data:
        return [f"`{name}`", *["-"] * 9, data["messages"][0]["message"]]
    drift, energy, failure = data["drift"], data["energy"], data["failure"]
    outcome = "stopped: " + failure["message"] if failure else "done, but the energy is lost" if energy["relative"] > 1e-2 else "done"
    value, gap = ("%.1e" % drift["value"], "%.0e" % (drift["value"] * drift["size"] * 1e3)) if drift["at"] else ("no loops", "-")
    return [f"`{name}`", "%g" % data["step"], data["steps"], "%g" % data["time"], value, gap, "%.1e" % energy["relative"], data["repartitions"],
            data["singular_passages"], "%.3f" % seconds, outcome]


def names():
    files = sorted(glob.glob("samples/*/model.xml")) + [file for file in sorted(glob.glob("samples/*/*.xml")) if is_on_road(file)]
    return [file.removeprefix("samples/").removesuffix(".xml").removesuffix("/model") for file in files]


steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
os.makedirs(FOLDER, exist_ok=True)
head("sample | step, s | steps | time, s | drift, by size | drift, mm | energy, relative | re-partitions | singular | CPU s | outcome")
for name in sys.argv[2:] or names():
    file = f"samples/{name}/model.xml" if os.path.isdir(f"samples/{name}") else f"samples/{name}.xml"
    step = STEPS.get(name, 1e-3)
    path = f"{FOLDER}/{name.replace('/', '-')}.json"
    probed = run(file, PROBE, step, path)
    count = int(min(steps, max(PROBE, LIMIT / max(probed, 1e-3) * PROBE // 1000 * 1000)))
    row(cells_of(name, path, run(file, count, step, path)))
