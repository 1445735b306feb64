#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""table.py DIR BOOTS: the proof's arms side by side, from DIR/ARM/1..BOOTS/results.jsonl.

A cell is the median over the boots, and their range. Exit status 0 if all boots have results and each
boot of the control was seen, 1 if the control was not seen (then nothing is proved), 2 if results lack.
"""
import json
import os
import statistics
import sys

ARMS = ["ours", "debian-kernel", "debian-services", "debian"]


def load(directory, arm, wanted):
    """Records of boots 1..wanted that ran to their end; what an earlier run left beyond them does not count."""
    boots = []
    for number in range(1, wanted + 1):
        path = os.path.join(directory, arm, str(number), "results.jsonl")
        if not os.path.exists(path):
            continue
        with open(path) as lines:
            records = [json.loads(line) for line in lines if line.strip()]
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
    """Not robust_cv: that leaves out what a disturber does, and is smaller beside one than without."""
    return lambda records: result(records, name).get("cv")


def rows(boots):
    """(name, unit, how to get it from a boot's records, why it may not be quieter)"""
    yield "programs", "", lambda r: machine(r, "programs"), "none but the program itself"
    yield "kernel threads", "", lambda r: machine(r, "kernel_threads"), "more drivers built in, each with its threads, that sleep"
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


def measured(boots, get):
    return [v for v in map(get, boots) if isinstance(v, (int, float))]


def number(value, unit):
    if unit == "%":
        return "%.2f" % (100 * value)
    return "%.0f" % value if value >= 100 else "%.3g" % value


def show(values, unit):
    if not values:
        return "-"
    text = number(statistics.median(values), unit)
    low, high = number(min(values), unit), number(max(values), unit)
    if low != high:
        text += " (%s to %s)" % (low, high)
    return text + (" %" if unit == "%" else "")


def verdict(ours, debian, wanted, why):
    """Boots of one arm differ, in some figures twofold: only ranges that lie apart are a difference."""
    if len(ours) < wanted or len(debian) < wanted:
        return "not measured in each boot (p99.9 takes PROFILE=standard)"
    if wanted < 2:
        return "not judged: one boot does not show how boots differ"
    if max(ours) < min(debian):
        return "quieter"
    if min(ours) > max(debian):
        return "NOT quieter: " + why
    return "no difference seen: " + why


def flagged(records):
    """(results of the work, those of them flagged for what ran beside it)"""
    work = [r for r in records if r["type"] == "result" and not r.get("noise")]
    return work, [r for r in work if "INTERFERENCE" in r.get("flags", [])]


def control_is_seen(control, ours):
    """In each boot: lost time on CPU 1 of at least half of what the disturber takes, every result flagged."""
    quiet = measured(ours, per_cpu("noise.fwq", "value", 1))
    for number_of_boot, records in enumerate(control, 1):
        lost = measured([records], per_cpu("noise.fwq", "value", 1))
        work, marked = flagged(records)
        print("control, boot %d: lost time of CPU 1 %s ns/s with the disturber, %s without; %d of %d results "
              "flagged" % (number_of_boot, show(lost, ""), show(quiet, ""), len(marked), len(work)))
        # 1 ms a hundred times a second is 100 ms
        if not lost or not quiet or lost[0] < max(quiet) + 50e6 or not work or len(marked) < len(work):
            return False
    print("without it: %d of %d results flagged" % tuple(
        sum(len(flagged(records)[i]) for records in ours) for i in (1, 0)))
    return True


def main(directory, wanted):
    arms = {arm: load(directory, arm, wanted) for arm in ARMS + ["control"]}
    for arm, boots in arms.items():
        print("%-16s %d of %d boots" % (arm, len(boots), wanted))
    if any(len(boots) < wanted for boots in arms.values()):
        print("boots without results: see their serial.log in %s; nothing is proved" % directory, file=sys.stderr)
        return 2
    print("\n| per measured CPU, median of boots (range) | %s | ours against debian |" % " | ".join(ARMS))
    print("|%s" % (" --- |" * (len(ARMS) + 2)))
    tally = {}
    for name, unit, get, why in rows(arms["ours"] + arms["debian"]):
        values = [measured(arms[arm], get) for arm in ARMS]
        judged = verdict(values[0], values[-1], wanted, why)
        tally[judged.split(":")[0]] = tally.get(judged.split(":")[0], 0) + 1
        print("| %s | %s | %s |" % (name, " | ".join(show(v, unit) for v in values), judged))
    print("\n" + ", ".join("%s: %d rows" % item for item in sorted(tally.items())))
    if not control_is_seen(arms["control"], arms["ours"]):
        print("VOID: the control's disturber was not seen, so the instrument proves nothing")
        return 1
    return 0


sys.exit(main(sys.argv[1], int(sys.argv[2])))
