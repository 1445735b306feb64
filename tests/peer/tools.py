#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Our CPU and memory figures beside the real tools': same machine, same minutes, alternating.

usage: tools.py [--pairs N] [--seconds S] [--only PATTERN] [--stream PROGRAM]

Peers: Debian's sysbench, mbw and stress-ng (packages-peers.txt), and a STREAM 5.10 built outside of this
tree, whose program is given. What is not there is said and left out. One copy runs on CPU 1 on both sides,
N copies run on all CPUs. Prints Markdown: the median of the ratios ours / theirs, the ratio of the best
figures of both (noise only ever slows), and all ratios. The peak rows set our quickest kernel against the
best that any of the peers does; only there more than 1 is what we want.
"""
import argparse, fnmatch, json, os, re, shutil, statistics, subprocess, sys, tempfile

CPU = "1"  # CPU 0 takes most interrupts
MIB, MB = 2**20, 10**6


def said(command, env=None):
    done = subprocess.run(command, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env=dict(os.environ, LANG="C", **(env or {})))
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}: {done.stdout[-500:]}")
    return done.stdout


def number(pattern, text, scale):
    found = re.search(pattern, text)
    if not found:
        sys.exit(f"no {pattern!r} in {text[-800:]!r}")
    return float(found.group(1)) * scale


def pinned(copies):
    return ["taskset", "-c", CPU] if copies == 1 else []


def sysbench_cpu(copies, o):
    text = said(pinned(copies) + ["sysbench", "cpu", "--cpu-max-prime=20000", f"--threads={copies}",
                                  f"--time={o.seconds}", "run"])
    return number(r"events per second:\s*([\d.]+)", text, 1)


def sysbench_memory(block, oper, mode):
    def run(copies, o):
        text = said(pinned(copies) + ["sysbench", "memory", f"--memory-block-size={block}", f"--memory-oper={oper}",
                                      f"--memory-access-mode={mode}", "--memory-total-size=100T",
                                      f"--threads={copies}", f"--time={o.seconds}", "run"])
        return number(r"\(([\d.]+) MiB/sec\)", text, MIB)
    return run


def sysbench_threads(copies, o):
    text = said(pinned(copies) + ["sysbench", "threads", f"--threads={copies}", f"--time={o.seconds}", "run"])
    return number(r"total number of events:\s*(\d+)", text, 1) / number(r"total time:\s*([\d.]+)s", text, 1)


def sysbench_mutex(copies, o):
    """One event a thread, and its time: over in less than a second, so several."""
    times = [number(r"total time:\s*([\d.]+)s", said(pinned(copies) + ["sysbench", "mutex", f"--threads={copies}", "run"]), 1)
             for _ in range(5)]
    return copies / statistics.median(times)


def mbw(method):
    return lambda copies, o: number(r"AVG.*Copy: ([\d.]+) MiB/s",
                                    said(pinned(copies) + ["mbw", "-q", "-n", "20", f"-t{method}", "256"]), MIB)


def stream(kernel):
    def run(copies, o):
        return number(kernel + r":\s*([\d.]+)", said(pinned(copies) + [o.stream], {"OMP_NUM_THREADS": str(copies)}), MB)
    return run


def stress(kind):
    """What stress-ng's stream reads (0) or writes (1); it takes over ten seconds to tell."""
    def run(copies, o):
        text = said(pinned(copies) + ["stress-ng", "--stream", str(copies), "-t", "15", "--metrics"])
        rates = re.findall(r"rate: ([\d.]+) MB read/sec, ([\d.]+) MB write/sec", text)
        if not rates:
            sys.exit(f"no rate in {text!r}")
        return sum(float(r[kind]) for r in rates) * MB
    return run


def best_of(scaled):
    return lambda copies, o: max(scale * peer(copies, o) for scale, peer in scaled if peer)


# ours -> (peer, does it have N copies); STREAM counts what it reads and writes, a copy counts once.
def rows(o):
    table = {"sysbench.cpu": (sysbench_cpu, True), "sysbench.threads": (sysbench_threads, True),
             "sysbench.mutex": (sysbench_mutex, True)}
    for block in ("1k", "4k", "8k", "32k", "1m"):
        for mode in ("seq", "rnd"):
            for oper in ("write", "read"):
                table[f"sysbench.memory_{block}_{oper}_{mode}_global"] = (sysbench_memory(block.upper(), oper, mode), True)
    table["mbw.memcpy"] = (mbw(1), False)
    table["mbw.dumb"] = (mbw(0), False)
    table["mbw.mcblock_122"] = (mbw(2), False)
    for kernel in ("Copy", "Scale", "Add", "Triad") if o.stream else ():
        table["stream." + kernel.lower()] = (stream(kernel), True)
    s = o.stream
    table["memory.copy"] = (best_of([(1, mbw(1)), (0.5, s and stream("Copy")), (0.5, s and stream("Scale"))]), True)
    table["memory.read"] = (best_of([(1, sysbench_memory("1G", "read", "seq")), (2 / 3, s and stream("Add")), (1, stress(0))]), True)
    table["memory.write"] = (best_of([(1, sysbench_memory("1G", "write", "seq")), (0.5, s and stream("Copy")), (1, stress(1))]), True)
    return table


def ours(name, copies, o):
    with tempfile.TemporaryDirectory() as store:
        said(pinned(copies) + [o.bootmark, "run", "--profile", o.profile, "--copies", str(copies), "--set",
                               "certificate=off", "--store", store, "--workdir", store, name])
        for path, _, files in os.walk(store):
            for line in open(os.path.join(path, "results.jsonl")) if "results.jsonl" in files else ():
                record = json.loads(line)
                if record["type"] == "result":
                    if "value" not in record:
                        sys.exit(f"{name}: {record['status']}: {record.get('why')}")
                    return record["value"]
    sys.exit(f"{name}: no result")


def compare(name, peer, copies, o):
    pairs = []
    for i in range(o.pairs):
        # Who goes first changes, so that a drift of the machine favours nobody.
        both = [lambda: ours(name, copies, o), lambda: peer(copies, o)]
        values = [f() for f in (both if i % 2 else reversed(both))]
        pairs.append(values if i % 2 else values[::-1])
    ratios = sorted(a / b for a, b in pairs)
    print("| %s | %d | %.4g | %.4g | **%.3f** | %.3f | %s |" % (
        name, copies, statistics.median(b for _, b in pairs), statistics.median(a for a, _ in pairs),
        statistics.median(ratios), max(a for a, _ in pairs) / max(b for _, b in pairs),
        " ".join("%.2f" % r for r in ratios)), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--profile", default="quick")
    parser.add_argument("--only", default="*")
    parser.add_argument("--stream")
    o = parser.parse_args()
    o.bootmark = os.path.abspath(os.path.join(os.environ.get("O", "out"), "bin", "bootmark"))
    for tool in ("sysbench", "mbw", "stress-ng"):
        if not shutil.which(tool):
            sys.exit(f"{tool} is missing: apt-get install $(cat packages-peers.txt)")
    if not o.stream:
        print("no STREAM was given (--stream PROGRAM): its rows are left out")
    print("| test | copies | theirs (median) | ours (median) | ratio (median) | ratio of the best | ratios |\n"
          "| --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for name, (peer, many) in rows(o).items():
        for copies in (1, os.cpu_count()) if many else (1,):
            if fnmatch.fnmatch(name, o.only):
                compare(name, peer, copies, o)


main()
