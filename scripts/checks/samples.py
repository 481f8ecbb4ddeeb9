#!/usr/bin/env python3
"""Verifies every sample and prints a table: samples.py [STATES [SECONDS [STEPS]]], by default 100 random states each and runs of 0.5 s in at most
320 steps of the Cartesian model. The certificates stay in build/certificates. Fails when a sample is not equivalent."""
import glob
import json
import os
import sys

from program import call, head, row

states, seconds, steps = [*sys.argv[1:], *["100", "0.5", "320"][len(sys.argv) - 1:]]
os.makedirs("build/certificates", exist_ok=True)


def number(value):
    return "-" if value is None else f"{value:.1e}"


def models():
    yield from sorted(glob.glob("samples/*/model.xml"))
    for path in sorted(glob.glob("samples/*/*.xml")):
        if "<road " in open(path, encoding="utf-8").read():
            yield path


head("sample | verdict | dof | joints hold | accelerations | reactions | trajectory, m | order | energy | drift")
failed = False
for model in models():
    folder, file = model.split("/")[-2:]
    certificate = f"build/certificates/{folder}{'' if file == 'model.xml' else '-' + file.removesuffix('.xml')}.json"
    if os.path.exists(certificate):
        os.remove(certificate)
    done = call("verify", model, "--states", states, "--end", seconds, "--steps", steps, "--json", "-o", certificate)
    failed = failed or done.returncode != 0
    if not os.path.exists(certificate):
        print(f"{model}: {done.stderr}", file=sys.stderr)
        continue
    data = json.load(open(certificate))
    run, at = data.get("trajectory") or {}, data["states"]
    row([data["model"], "EQUIVALENT" if data["equivalent"] else "NOT EQUIVALENT", data["dof"]["recursive"], number(at["max_constraint_error"]),
         number(at["max_acceleration_error"]), number(at["max_reaction_error"]), number(run.get("max_position_error")),
         f"{run.get('order') or 0:.2f}", number(data["energy_error"]), number(data["drift"])])
sys.exit(failed)
