"""Whether two readings of the clocks fit together. What does not fit is recorded, never a reason to stop."""

from kiosk.core.log.bodies.station import ClockJumpBody
from kiosk.core.log.clock import Reading, wall_ms

TOLERANCE_MS = 2000


def clock_jump(before: Reading, now: Reading) -> ClockJumpBody | None:
    """What a record says if *now* cannot simply follow *before*; None if it can."""
    passed_ms = wall_ms(before.at, now.at)
    same_boot = before.boot == now.boot and now.mono_ms >= before.mono_ms
    mono_ms = now.mono_ms - before.mono_ms if same_boot else None
    reasons = []
    if mono_ms is None:
        reasons.append("boot")
    elif abs(passed_ms - mono_ms) > TOLERANCE_MS:
        reasons.append("jump")
    if passed_ms < 0:
        reasons.append("backwards")
    if not reasons:
        return None
    return ClockJumpBody(tuple(reasons), before.at, passed_ms, mono_ms)
