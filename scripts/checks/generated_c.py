#!/usr/bin/env python3
"""C of every sample that it is made for: compiled by gcc and clang without a warning, in double, float and without
vectors; its self-test compares accelerations with those of the runtime, those of a batch with them, and the linker finds nothing but sqrt, memcpy and
memset."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

FLAGS = ("-std=c99 -pedantic -Wall -Wextra -Wconversion -Wdouble-promotion -Werror -ffp-contract=off "
         "-fstack-usage").split()


def run(command, folder):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def check(name, folder):
    """The faults of one generated program, and what it takes."""
    faults = []
    seconds = size = stack = 0
    for compiler in ("gcc", "clang"):
        if not shutil.which(compiler):
            continue
        for kind in ("", "-DMB_FLOAT", "-DMB_PLAIN_LANES"):
            flags = FLAGS + ["-O2"] + ([kind] if kind else [])
            start = time.time()
            made = run([compiler, *flags, "-c", f"{name}.c"], folder)
            if made.returncode:
                faults.append(f"{compiler} {kind}: {made.stderr.splitlines()[0] if made.stderr else 'fails'}")
                continue
            if compiler == "gcc" and not kind:
                seconds = time.time() - start
                size = int(run(["size", f"{name}.o"], folder).stdout.splitlines()[1].split()[0])
                usage = (folder / f"{name}.su").read_text().splitlines()
                stack = max(int(line.split()[1]) for line in usage)
            wanted = [line.split()[-1] for line in run(["nm", "-u", f"{name}.o"], folder).stdout.splitlines()]
            others = set(wanted) - {"sqrt", "sqrtf", "memcpy", "memset"}
            if others:
                faults.append(f"{compiler} {kind}: needs {', '.join(sorted(others))}")
            run([compiler, *flags, f"{name}_test.c", f"{name}.o", "-lm", "-o", "known"], folder)
            told = run(["./known"], folder)
            if told.returncode:
                faults.append(f"{compiler} {kind}: {told.stdout.splitlines()[0] if told.stdout else told.returncode}")
            made = run([compiler, *flags, f"{name}_batch_test.c", f"{name}_batch.c", f"{name}.o", "-lm", "-o", "batch"],
                       folder)
            told = run(["./batch"], folder) if made.returncode == 0 else made
            if told.returncode:
                text = told.stdout + told.stderr
                faults.append(f"{compiler} {kind}, batch: {text.splitlines()[0] if text else told.returncode}")
    return faults, seconds, size, stack


def main():
    program = os.environ["MBCONVERT"]
    samples = sys.argv[1:] or sorted(path.parent.name for path in pathlib.Path("samples").glob("*/model.xml"))
    failed = 0
    for sample in samples:
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch) / "c"
            made = run([program, "export", f"samples/{sample}/model.xml", "--to", "c", "--batch", "--step", "0.0001", "--integrator",
                        "rk4", "-o", str(folder)], ".")
            if made.returncode:
                reason = next((line for line in made.stderr.splitlines() if "error" in line), made.stderr[:100])
                print(f"{sample:22} refused: {reason}")
                continue
            name = next(path.stem for path in folder.glob("*.c") if not path.stem.endswith(("_test", "_batch")))
            faults, seconds, size, stack = check(name, folder)
            failed += bool(faults)
            print(f"{sample:22} {'; '.join(faults) or 'ok'}  ({seconds:.1f} s, {size / 1000:.0f} kB, stack {stack} B)")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
