#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Our UnixBench figures beside the real tool's: same machine, same minutes, alternating.

usage: unixbench.py UNIXBENCH [UNIXBENCH_STATIC] [--pairs N] [--seconds S] [--only NAME,NAME] [--factors]

UNIXBENCH is a built tree of the tool, outside of this one; UNIXBENCH_STATIC the same built with
musl-gcc -static, which execl, spawn and the shell scripts are compared with: a static program does
less work at each exec and fork than a dynamic one, and the ratio must not hide behind that.
With --factors these four are compared with the dynamic programs and the host's own shell and tools: how
much the static ones gain by nature. Prints a Markdown table: the median of the ratios ours / theirs, the
ratio of the best figures of both (noise only ever slows), and all ratios.
"""
import argparse, json, os, statistics, subprocess, sys, tempfile

CPU = "1"  # CPU 0 takes most interrupts

# name -> (directory, program and arguments, our unit -> theirs, pinned)
TESTS = {
    "dhrystone": ("dynamic", ["dhry2reg", "{s}"], 1, True),
    "whetstone": ("dynamic", ["whetstone-double"], 1e-6, True),
    "fcopy_1024": ("dynamic", ["fstime", "-c", "-t", "{s}", "-d", "{tmp}", "-b", "1024", "-m", "2000"], 1 / 1024, True),
    "fcopy_256": ("dynamic", ["fstime", "-c", "-t", "{s}", "-d", "{tmp}", "-b", "256", "-m", "500"], 1 / 1024, True),
    "fcopy_4096": ("dynamic", ["fstime", "-c", "-t", "{s}", "-d", "{tmp}", "-b", "4096", "-m", "8000"], 1 / 1024, True),
    "pipe": ("dynamic", ["pipe", "{s}"], 1, True),
    "context1": ("dynamic", ["context1", "{s}"], 1, True),
    "syscall": ("dynamic", ["syscall", "{s}"], 1, True),
    "execl": ("static", ["execl", "{s}"], 1, True),
    "spawn": ("static", ["spawn", "{s}"], 1, True),
    "shell1": ("static", ["looper", "{s}", "{bin}/multi.sh", "1"], 60, False),
    "shell8": ("static", ["looper", "{s}", "{bin}/multi.sh", "8"], 60, False),
}
# Both sides of a shell test run in a mount namespace whose /bin/sh and tools are this busybox.
BUSYBOX = "/bin/busybox"
SHELL = ["unshare", "-m", BUSYBOX, "sh", "-c", f'mount --bind {BUSYBOX} "$(readlink -f /bin/sh)" && exec "$@"', "sh"]


def count_of(stderr):
    """The tool's last COUNT|value|timebase|unit and TIME|seconds."""
    count = seconds = base = None
    for line in stderr.splitlines():
        part = line.split("|")
        if part[0] == "COUNT":
            count, base = float(part[1]), float(part[2])
        elif part[0] == "TIME":
            seconds = float(part[1])
    return count, base, seconds


def theirs(test, trees, seconds, tmp, env, factors):
    tree, program, _, pinned = TESTS[test]
    if factors:
        tree, env = "dynamic", dict(env, PATH="/usr/bin:/bin")
    bin_dir = os.path.join(trees[tree], "pgms")
    words = [w.format(s=seconds, tmp=tmp, bin=bin_dir) for w in program]
    command = [os.path.join(bin_dir, words[0])] + words[1:]
    env = dict(env, UB_BINDIR=bin_dir, UB_TMPDIR=tmp)
    command = (["taskset", "-c", CPU] if pinned else [] if factors else SHELL) + command
    clock = [os.times().elapsed]
    done = subprocess.run(command, cwd=os.path.join(trees[tree], "testdir"), env=env, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
    clock.append(os.times().elapsed)
    count, base, printed = count_of(done.stderr)
    if count is None:
        sys.exit(f"{test}: no COUNT in {done.stderr!r}")
    return count if base == 0 else count / ((printed or clock[1] - clock[0]) / base)


def ours(test, bootmark, profile, tmp, env):
    _, _, scale, pinned = TESTS[test]
    store = tempfile.mkdtemp(dir=tmp)
    command = [bootmark, "run", "--profile", profile, "--copies", "1", "--store", store, "--workdir", tmp,
               f"unixbench.{test}"]
    command = (["taskset", "-c", CPU] if pinned else SHELL) + command
    subprocess.run(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    for path, _, files in os.walk(store):
        if "results.jsonl" in files:
            for line in open(os.path.join(path, "results.jsonl")):
                record = json.loads(line)
                if record["type"] == "result":
                    return record["value"] * scale
    sys.exit(f"{test}: no result")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("unixbench")
    parser.add_argument("static", nargs="?")
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--profile", default="quick")
    parser.add_argument("--only", default="")
    parser.add_argument("--factors", action="store_true")
    options = parser.parse_args()
    trees = {"dynamic": os.path.abspath(options.unixbench), "static": options.static and os.path.abspath(options.static)}
    bootmark = os.path.join(os.environ.get("O", "out"), "bin", "bootmark")
    bootmark = os.path.abspath(bootmark)
    names = [n for n in TESTS if TESTS[n][0] == "static" or not options.factors]
    if options.only:
        names = options.only.split(",")
    print("| test | theirs (median) | ours (median) | ratio (median) | ratio of the best | ratios |\n| --- | --- | --- | --- | --- | --- |", flush=True)
    with tempfile.TemporaryDirectory(dir="/dev/shm") as tmp:  # tmpfs, as in the image
        tools = os.path.join(tmp, "tools")
        os.mkdir(tools)
        for tool in ("sh", "sort", "od", "grep", "tee", "wc", "rm"):
            os.symlink(BUSYBOX, os.path.join(tools, tool))
        env = {"PATH": f"{tools}:/usr/bin:/bin", "LANG": "C"}
        for test in names:
            if not options.factors and not trees[TESTS[test][0]]:
                print(f"| {test} | | | | | no static tree given |")
                continue
            pairs = []
            for i in range(options.pairs):
                # Who goes first changes, so that a drift of the machine favours nobody.
                if i % 2:
                    a = theirs(test, trees, options.seconds, tmp, env, options.factors)
                    b = ours(test, bootmark, options.profile, tmp, env)
                else:
                    b = ours(test, bootmark, options.profile, tmp, env)
                    a = theirs(test, trees, options.seconds, tmp, env, options.factors)
                pairs.append((a, b))
            ratios = sorted(b / a for a, b in pairs)
            print(f"| {test} | {statistics.median(a for a, _ in pairs):.1f} | {statistics.median(b for _, b in pairs):.1f}"
                  f" | {statistics.median(ratios):.3f} | {max(b for _, b in pairs) / max(a for a, _ in pairs):.3f} | {' '.join(f'{r:.3f}' for r in ratios)} |", flush=True)


main()
