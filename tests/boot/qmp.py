# SPDX-License-Identifier: MIT
"""qmp.py SOCKET COMMAND [KEY=VALUE]...: one command to QEMU; a dot in KEY makes a nested object."""
import json
import socket
import sys


def arguments(words):
    made = {}
    for word in words:
        key, value = word.split("=", 1)
        *path, last = key.split(".")
        place = made
        for part in path:
            place = place.setdefault(part, {})
        place[last] = value
    return made


def main():
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(sys.argv[1])
        lines = connection.makefile("rw")
        lines.readline()
        for command, given in (("qmp_capabilities", {}), (sys.argv[2], arguments(sys.argv[3:]))):
            lines.write(json.dumps({"execute": command, "arguments": given}) + "\n")
            lines.flush()
            answer = json.loads(lines.readline())
            while "event" in answer:
                answer = json.loads(lines.readline())
            if "error" in answer:
                sys.exit("qmp: " + answer["error"]["desc"])


main()
