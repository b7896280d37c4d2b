"""How the clock is set on this system, in a sentence."""

import sys


def how_to_set_the_clock(platform: str = sys.platform) -> str:
    """What a person does to set date, time and zone."""
    if platform == "win32":
        return "Settings, Time & language, Date & time: “Set time automatically” on, and choose your zone."
    if platform == "darwin":
        return "System Settings, General, Date & Time: switch on “Set time and date automatically”."
    return (
        "In the system's settings, under Date & Time. Or in a terminal: “sudo timedatectl set-time "
        "'2026-05-01 09:00'” and “sudo timedatectl set-timezone Europe/Berlin”."
    )
