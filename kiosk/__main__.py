"""`python -m kiosk` and the `kiosk` command."""

from kiosk.cli import main

if __name__ == "__main__":
    main()
