#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""repeat.py [TEST [RUNS [PROFILE]]]: does what a run expects of the next one come true?

Runs the same test again and again and looks, for each run, whether the value of the run after it lies
where 95 % of them should (next_low to next_high), and whether it lies in the interval of the value itself
(ci_low to ci_high: 88 % of them with five trials). Exit status 1 if the former is so less than 9 times in
10.
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

test = sys.argv[1] if len(sys.argv) > 1 else "unixbench.arith_int"
runs = int(sys.argv[2]) if len(sys.argv) > 2 else 11
profile = sys.argv[3] if len(sys.argv) > 3 else "quick"
bootmark = os.path.join(os.environ.get("O", "out"), "bin", "bootmark")


def run(store):
    subprocess.run([bootmark, "run", "--profile", profile, "--copies", "1", "--set", "certificate=off",
                    "--store", store, "--workdir", store, test],
                   stdout=subprocess.DEVNULL, check=True)
    newest = sorted(glob.glob(store + "/results/*/*/results.jsonl"))[-1]
    return [r for r in map(json.loads, open(newest)) if r["type"] == "result"][0]


def main():
    with tempfile.TemporaryDirectory() as store:
        results = [run(store) for _ in range(runs)]
    expected = inside = 0
    for this, following in zip(results, results[1:]):
        value = following["value"]
        hit = this["next_low"] <= value <= this["next_high"]
        expected += hit
        inside += this["ci_low"] <= value <= this["ci_high"]
        print("%.5g +-%.1f %% grade %s expects [%.5g, %.5g]: next %.5g grade %s: %s" % (
            this["value"], 50 * (this["ci_high"] - this["ci_low"]) / this["value"], this["grade"],
            this["next_low"], this["next_high"], value, following["grade"], "inside" if hit else "OUTSIDE"))
    print("%s, profile %s: the next value lay where it was expected %d times of %d, in the interval of the "
          "value %d times" % (test, profile, expected, runs - 1, inside))
    return 0 if expected >= 0.9 * (runs - 1) else 1


sys.exit(main())
