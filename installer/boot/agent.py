#!/usr/bin/python3
"""Runs inside the booted machine: one JSON line with a command in, one with its outcome out.

It stands in for a person with a root shell beside the kiosk, on a port that only the campaign has.
"""

import json
import os
import subprocess
import time

PORT = "/dev/virtio-ports/kiosk.boot"


def answer(asked: dict[str, object]) -> dict[str, object]:
    """The outcome of the shell command in *asked*; -1 where it took too long."""
    command, limit = str(asked["command"]), float(str(asked["limit_s"]))
    try:
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        said = (late.stdout or b"").decode(errors="replace")
        return {"id": asked["id"], "code": -1, "said": f"{said}\n(not done after {limit:.0f} s)"}
    return {"id": asked["id"], "code": done.returncode, "said": done.stdout.decode(errors="replace")[-60000:]}


def main() -> None:
    port = os.open(PORT, os.O_RDWR)
    kept = b""
    while True:
        try:
            read = os.read(port, 65536)
        except OSError:
            read = b""
        if not read:  # nobody is at the other end
            time.sleep(0.1)
            continue
        *lines, kept = (kept + read).split(b"\n")
        for line in lines:
            out = json.dumps(answer(json.loads(line))).encode() + b"\n"
            while out:
                out = out[os.write(port, out) :]


if __name__ == "__main__":
    main()
