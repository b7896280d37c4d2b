"""The Windows keyboard hook, in a small process of its own: `python -m kiosk.lockdown.windows.hook`.

Windows removes a hook that answers too slowly and tells nobody. So the hook lives where nothing else can keep
it waiting, and once a second a probe key is typed that only a living hook can swallow: not seen, the hook is
put back; never seen, no beat is said, and the station counts the guard as lost. The process ends with its
standard input.
"""

import sys


def main() -> None:
    """Run until standard input closes."""
    if sys.platform == "win32":
        from kiosk.lockdown.windows.hook_calls import run

        run()
    else:
        raise SystemExit("The keyboard hook runs on Windows only.")


if __name__ == "__main__":
    main()
