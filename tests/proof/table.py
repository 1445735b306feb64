#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""table.py DIR: the proof's arms side by side, from DIR/ARM/BOOT/results.jsonl (medians over the boots).

Exit status 0 if the control was seen, 1 if not (then nothing is proved), 2 if arms have no results.
"""
import glob
import json
import os
import statistics
import sys

ARMS = ["ours", "debian-kernel", "debian-services", "debian"]
# Differences below this are none: boots of one arm differ as much.
SAME = 0.05


def load(directory, arm):
    boots = []
    for path in sorted(glob.glob(os.path.join(directory, arm, "*", "results.jsonl"))):
        records = [json.loads(line) for line in open(path) if line.strip()]
        if any(r["type"] == "end" for r in records):
            boots.append(records)
    return boots


def machine(records, key):
    for r in records:
        if r["type"] == "machine" and r.get("when") == "before":
            return r.get("quiet", {}).get(key)
    return None


def result(records, name):
    for r in records:
        if r["type"] == "result" and r["name"] == name and "value" in r:
            return r
    return {}


def per_cpu(name, member, cpu):
    def get(records):
        for copy in result(records, name).get("per_copy", []):
            if copy.get("cpu") == cpu:
                return copy.get(member)
        return None
    return get


def spread(name):
    return lambda records: result(records, name).get("robust_cv")


def rows(boots):
    """(name, unit, how to get it from a boot's records, why it may not be quieter)"""
    yield "programs", "", lambda r: machine(r, "programs"), "none but the program itself"
    yield "kernel threads", "", lambda r: machine(r, "kernel_threads"), "they sleep; see the switches"
    yield "idle interrupts/s", "", lambda r: machine(r, "interrupts_per_s"), "timers of the same kernel code"
    yield ("idle context switches/s", "", lambda r: machine(r, "context_switches_per_s"),
           "work queues of the same kernel code")
    for cpu in (1,):
        where = ", CPU %d" % cpu
        yield ("busy interrupts/s" + where, "", per_cpu("noise.fwq", "interrupts_per_s", cpu),
               "the tick, at 100 Hz as it is meant to be")
        yield "lost ns/s" + where, "", per_cpu("noise.fwq", "value", cpu), "the tick's work"
        yield "fwq p99, ns" + where, "", per_cpu("noise.fwq", "p99_ns", cpu), "the tick's work"
        yield "fwq p99.9, ns" + where, "", per_cpu("noise.fwq", "p999_ns", cpu), "the tick's work"
        yield "fwq max, ns" + where, "", per_cpu("noise.fwq", "max_ns", cpu), "a single event decides"
        yield ("timer late, p99, ns" + where, "", per_cpu("noise.timer", "p99_ns", cpu),
               "the path from timer to thread is the kernel's in both")
    names = sorted({r["name"] for records in boots for r in records
                    if r["type"] == "result" and not r.get("noise")})
    for name in names:
        yield ("spread of " + name.split(".")[-1], "%", spread(name),
               "the spread is the work's own, not the machine's")


def median(boots, get):
    values = [v for v in map(get, boots) if isinstance(v, (int, float))]
    return statistics.median(values) if values else None


def show(value, unit):
    if value is None:
        return "-"
    if unit == "%":
        return "%.2f %%" % (100 * value)
    return "%.0f" % value if value >= 100 else "%.3g" % value


def verdict(ours, debian, why):
    if ours is None or debian is None:
        return "not measured in one of them (p99.9 takes PROFILE=standard)"
    if ours == debian == 0 or abs(ours - debian) <= SAME * max(ours, debian):
        return "the same: " + why
    return "quieter" if ours < debian else "NOT quieter: " + why


def control_is_seen(control, ours):
    """The disturber takes CPU 1 some hundred times a second: lost time there, and marked samples."""
    lost = [median(b, per_cpu("noise.fwq", "value", 1)) for b in (ours, control)]
    marked = [r for records in control for r in records
              if r["type"] == "result" and any("preempted" in d or "off_cpu" in d
                                               for d in r.get("disturbances", []))]
    flagged = [r for r in marked if "INTERFERENCE" in r.get("flags", [])]
    print("control: lost time of CPU 1 %s ns/s with the disturber, %s without; %d results with preempted "
          "samples, %d of them flagged" % (show(lost[1], ""), show(lost[0], ""), len(marked), len(flagged)))
    return None not in lost and lost[1] > 2 * lost[0] + 1e6 and bool(flagged)


def main(directory):
    arms = {arm: load(directory, arm) for arm in ARMS + ["control"]}
    for arm, boots in arms.items():
        print("%-16s %d boots" % (arm, len(boots)))
    if not arms["ours"] or not arms["debian"]:
        print("the arms 'ours' and 'debian' must have results: nothing to compare", file=sys.stderr)
        return 2
    print("\n| per measured CPU, median of boots | %s | ours against debian |" % " | ".join(ARMS))
    print("|%s" % (" --- |" * (len(ARMS) + 2)))
    tally = {}
    for name, unit, get, why in rows(arms["ours"] + arms["debian"]):
        values = [median(arms[arm], get) for arm in ARMS]
        judged = verdict(values[0], values[-1], why)
        tally[judged.split(":")[0]] = tally.get(judged.split(":")[0], 0) + 1
        print("| %s | %s | %s |" % (name, " | ".join(show(v, unit) for v in values), judged))
    print("\n" + ", ".join("%s: %d rows" % item for item in sorted(tally.items())))
    if not control_is_seen(arms["control"], arms["ours"]):
        print("VOID: the control's disturber was not seen, so the instrument proves nothing")
        return 1
    return 0


sys.exit(main(sys.argv[1]))
