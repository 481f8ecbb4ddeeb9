"""What the table of a run costs: instructions per row, and the size and time of both forms: tables.py MBCONVERT [SECONDS]."""
import os
import re
import subprocess
import sys
import tempfile
import time

PROGRAM = os.path.abspath(sys.argv[1])
SECONDS = sys.argv[2] if len(sys.argv) > 2 else "20"
VAN, TRUCK = "samples/van/model.xml", "samples/truck/model.xml"


def run(model, *options):
    subprocess.run([PROGRAM, "run", model, "--step", "0.001", "-q", *options], check=True, stdout=subprocess.DEVNULL)


def instructions(out, every, *options):
    """Of a run of 200 steps, and those of its text without the file."""
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}.callgrind", PROGRAM, "run", VAN, "--end", "0.2", "--step", "0.001", "--every", every, "-q", "-o", out, *options]
    told = subprocess.run(command, check=True, capture_output=True, text=True)
    listing = subprocess.run(["callgrind_annotate", "--inclusive=yes", f"{out}.callgrind"], check=True, capture_output=True, text=True).stdout
    parts = {name: int(count.replace(",", "")) for count, name in re.findall(r"([\d,]+) \(.*:mb::(TableWriter::add|AtomicFile::append)\(", listing)}
    return int(re.search(r"Collected : (\d+)", told.stderr)[1]), parts.get("TableWriter::add", 0) - parts.get("AtomicFile::append", 0)


def seconds(*command):
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run([PROGRAM, *command], check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return best


with tempfile.TemporaryDirectory() as folder:
    print("| table of the van | columns | instructions per row | of it for its text |\n|---|---|---|---|")
    for name, file, options in (("CSV, all columns", "a.csv", ["--columns", "@all"]), ("CSV, main columns", "m.csv", []), (".npy, all columns", "a.npy", ["--columns", "@all"])):
        out = os.path.join(folder, file)
        few, _ = instructions(out, "0.1", *options)
        many, text = instructions(out, "0.001", *options)
        columns = sum(1 for _ in open(out + ".units")) - 1
        print(f"| {name} | {columns} | {(many - few) / 198:,.0f} | {text / 201:,.0f} |", flush=True)
    print(f"\n| table of the truck, {SECONDS} s at 1 ms | MB | s to run | s to draw a column |\n|---|---|---|---|")
    for name, file, options in (("CSV, all columns", "t.csv", ["--columns", "@all"]), (".npy, all columns", "t.npy", ["--columns", "@all"]), ("CSV, main columns", "m.csv", []), (".npy, main columns", "m.npy", [])):
        out = os.path.join(folder, file)
        start = time.perf_counter()
        run(TRUCK, "--end", SECONDS, "-o", out, *options)
        took = time.perf_counter() - start
        large = os.path.getsize(out) > 256 * 2**20
        drawn = "refused: above 256 MiB" if large else f"{seconds('plot', out, '--y', 'energy.balance', '-o', os.path.join(folder, 'p.svg')):.2f}"
        print(f"| {name} | {os.path.getsize(out) / 1e6:.1f} | {took:.1f} | {drawn} |", flush=True)
        os.remove(out)
