"""`python -m kiosk` and the `kiosk` command.

Five words are not commands for people and load none of the command line: the supervisor and the backdrop
behind the station must stay small, the Windows keyboard hook must answer within milliseconds, and what the
station does for its log, and whatever else takes long, have processes of their own. A plain start of the
station skips it too: importing the command line takes a fifth as long as importing Qt, and nobody at the
station needs it.
"""

import os
import sys

from kiosk.errors import stopped_sentence

COMPLETING = "_KIOSK_COMPLETE"


def main() -> None:
    """Run what the command line asks for; Ctrl-C at any moment, even while it is still loading, ends in a
    plain sentence."""
    try:
        _run()
    except KeyboardInterrupt:
        sys.stderr.write(f"{stopped_sentence(sys.argv[1:])}\n")
        sys.exit(4)


def _run() -> None:
    if COMPLETING in os.environ:  # a shell asks what could be typed next
        _other()
        return
    match sys.argv[1:]:
        case [] | ["station"]:
            from kiosk.station.start import start

            start(None)
        case ["--data", folder] | ["--data", folder, "station"]:
            from kiosk.station.start import start

            start(folder)
        case _:
            _other()


def _other() -> None:
    match sys.argv[1:2]:
        case ["supervise"]:
            from kiosk.supervisor import command_from, supervise

            sys.exit(supervise(command_from(sys.argv[2:])))
        case ["backdrop"]:
            from kiosk.kit.lean_qt import import_qt

            import_qt()
            from kiosk.station.backdrop_program import main as backdrop

            backdrop()
        case ["windows-hook"]:
            from kiosk.lockdown.windows import hook

            hook.main()
        case ["log-chore"]:
            from kiosk.log import copy_worker

            copy_worker.main(sys.argv[2:])
        case ["worker"]:
            from kiosk.worker_program import main as work

            work(sys.argv[2:])
        case _:
            from kiosk.cli.main import main as command_line

            command_line()


if __name__ == "__main__":
    main()
