#!/usr/bin/env python3
"""How the conversion grows with the model: scale.py MBCONVERT FOLDER [--structure NAME]... [N...] converts machines of N parts
(tests/support/machines/structures.h; default all structures, N 10, 100, 1000, 10000) and prints processor seconds and peak memory of the
least of three runs, microseconds per part at the largest N, and the exponents from the last but one N to the last: log(seconds) and
log(MB) over log(N), where the last takes at least 0.1 s. A machine that is refused has its exit code in place of figures. FOLDER holds make_structure and measure."""
import argparse
import math
import os
import subprocess
import tempfile

STRUCTURES = ["chain", "ground", "hub", "rings", "stars", "lines", "springs", "gears"]
SIZES = [10, 100, 1000, 10000]


def least_run(options, structure, size, folder):
    """(exit code, seconds, MB) of the least of three conversions."""
    model = os.path.join(folder, "model.xml")
    with open(model, "w") as file:
        subprocess.run([os.path.join(options.folder, "make_structure"), structure, str(size)], stdout=file, check=True)
    runs = []
    for _ in range(3):
        command = [os.path.join(options.folder, "measure"), options.program, "-q", model, "-o", os.path.join(folder, "recursive.xml")]
        figures = subprocess.run(command, capture_output=True, text=True).stderr.splitlines()[-1].split()
        runs.append((float(figures[3]), int(figures[2]), float(figures[1]) / 1024))
    seconds, code, megabytes = min(runs)
    return code, seconds, megabytes


def exponent(before, after, sizes):
    return "%.2f" % (math.log(after / before) / math.log(sizes[1] / sizes[0])) if before > 0 and after > 0 else ""


def row(structure, sizes, runs):
    cells = ["%.3f" % seconds if code == 0 else f"exit code {code}" for code, seconds, _ in runs]
    done = [(size, seconds, megabytes) for size, (code, seconds, megabytes) in zip(sizes, runs) if code == 0]
    if not done:
        return [structure, *cells, "", "", "", ""]
    size, seconds, megabytes = done[-1]
    cells += ["%.0f" % megabytes, "%.0f" % (1e6 * seconds / size)]
    if len(done) < 2 or seconds < 0.1:  # below, the start of the program counts, not the model
        return [structure, *cells, "", ""]
    between = (done[-2][0], size)
    return [structure, *cells, exponent(done[-2][1], seconds, between), exponent(done[-2][2], megabytes, between)]


parser = argparse.ArgumentParser(description="how the conversion grows with the model")
parser.add_argument("program")
parser.add_argument("folder")
parser.add_argument("sizes", nargs="*", type=int, default=SIZES)
parser.add_argument("--structure", action="append", choices=STRUCTURES)
options = parser.parse_intermixed_args()
titles = ["structure", *[f"N = {size}, s" for size in options.sizes], "MB", "µs per part", "exponent of time", "of memory"]
print("| " + " | ".join(titles) + " |\n" + "|---" * len(titles) + "|", flush=True)
with tempfile.TemporaryDirectory() as folder:
    for structure in options.structure or STRUCTURES:
        runs = [least_run(options, structure, size, folder) for size in options.sizes]
        print("| " + " | ".join(row(structure, options.sizes, runs)) + " |", flush=True)
