"""A receipt: how much of a log a hub has acknowledged. The station holds it to its own chain.

The rule it guards: what is torn, or is no receipt in every part, is none.
"""

import json
import re

from kiosk.base.frozen import frozen

_HEX32, _HEX64 = re.compile(r"[0-9a-f]{32}"), re.compile(r"[0-9a-f]{64}")


@frozen
class Receipt:
    """The hub *hub* had *count* records of this log at *at* (its own time), the last with the hash *head*."""

    hub: str
    event: str
    station: str
    epoch: str
    count: int
    head: str
    at: str

    @property
    def code(self) -> str:
        """The hub by the first digits of its id."""
        return self.hub[:8]


def is_hub_id(text: str) -> bool:
    return _HEX32.fullmatch(text) is not None


def decode_receipt(text: str) -> Receipt | None:
    """The receipt in *text*; None if it holds none."""
    try:
        found = json.loads(text)
        receipt = Receipt(**found)
    except (ValueError, TypeError, RecursionError):
        return None
    texts = (receipt.hub, receipt.event, receipt.station, receipt.epoch, receipt.head, receipt.at)
    if not all(isinstance(value, str) for value in texts) or type(receipt.count) is not int:
        return None
    good = is_hub_id(receipt.hub) and _HEX64.fullmatch(receipt.head) and receipt.count > 0
    return receipt if good else None
