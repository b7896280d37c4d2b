"""Whether two readings of the clocks fit together. What does not fit is recorded, never a reason to stop."""

from kiosk.core.log.canonical import Json
from kiosk.core.log.clock import Reading, wall_ms

TOLERANCE_MS = 2000


def clock_jump(before: Reading, now: Reading) -> dict[str, Json] | None:
    """The body of a clock_jump record if *now* cannot simply follow *before*; None if it can.

    Its reasons: `boot` (the machine was started anew), `jump` (the time of day moved against the clock nobody
    can set), `backwards` (it is earlier than in the record before).
    """
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
    return {"reasons": reasons, "before": before.at, "wall_ms": passed_ms, "mono_ms": mono_ms}
