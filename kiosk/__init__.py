"""Challenge Kiosk: one play, one verdict, one durable record."""

__version__ = "0.1.0"
RELEASED = (
    "2026-11-17"  # a clock that says an earlier day is wrong; moves with the newest date in CHANGELOG.md
)
