# SPDX-License-Identifier: MIT
"""keys.py LOG [TEXT KEYS]... -- COMMAND: runs COMMAND with $TERMINAL naming a new terminal.

Waits until each TEXT has appeared on the terminal and then types KEYS (with \\n, \\x1b and the
like). All that appeared goes into LOG; the exit status is COMMAND's.
"""
import os
import select
import subprocess
import sys


def main():
    split = sys.argv.index("--")
    log = open(sys.argv[1], "wb")
    script = sys.argv[2:split]
    steps = list(zip(script[::2], script[1::2]))
    master, slave = os.openpty()
    environment = dict(os.environ, TERMINAL=os.ttyname(slave))
    process = subprocess.Popen(sys.argv[split + 1:], env=environment)
    unseen = b""
    # the slave stays open here: the master would otherwise report a hang-up between two users
    while process.poll() is None or select.select([master], [], [], 0)[0]:
        if not select.select([master], [], [], 0.05)[0]:
            continue
        data = os.read(master, 4096)
        log.write(data)
        log.flush()
        unseen += data
        while steps and steps[0][0].encode() in unseen:
            text, keys = steps.pop(0)
            unseen = unseen.split(text.encode(), 1)[1]
            os.write(master, keys.encode().decode("unicode_escape").encode("latin-1"))
    sys.exit(process.returncode)


main()
