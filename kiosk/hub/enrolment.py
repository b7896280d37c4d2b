"""An enrolment: all that a station needs to push to one hub, in one file.

The rule it guards: it holds a secret, so it is never printed; and nothing of it is guessed: a file that
lacks a part is refused whole.
"""

import json

from kiosk.base.canonical import Json, canonical
from kiosk.base.frozen import frozen
from kiosk.errors import HubError
from kiosk.log.receipt import is_hub_id

VERSION = 1


@frozen
class Enrolment:
    """*role*: the account at *database* on *host*, by *password* or by *certificate* and *key*; *root*: whom
    to believe that it is the hub, empty: the authorities this computer trusts. *stick_key* proves batches
    that travel on a stick. A reader's enrolment has no *letter*."""

    hub: str
    event: str
    letter: str
    role: str
    host: str
    port: int
    database: str
    stick_key: str = ""
    password: str = ""
    certificate: str = ""
    key: str = ""
    root: str = ""


def encode_enrolment(enrolment: Enrolment) -> str:
    """*enrolment* as its file holds it."""
    told: dict[str, Json] = {str(name): getattr(enrolment, name) for name in Enrolment.__match_args__}
    return canonical({"kiosk_hub_enrolment": VERSION, **told}) + "\n"


def decode_enrolment(text: str, name: str) -> Enrolment:
    """The enrolment in *text*, which came from a file called *name*."""
    try:
        found = json.loads(text)
        version = found.pop("kiosk_hub_enrolment")
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError) as error:
        raise HubError(f"{name} is not an enrolment. Ask for a new one (“kiosk hub enrol”).") from error
    if version != VERSION:
        raise HubError(
            f"{name} was made by another version of the program. Use that one, or enrol the station again."
        )
    try:
        made = Enrolment(**found)
    except TypeError as error:
        raise HubError(f"{name} is damaged. Ask for a new enrolment (“kiosk hub enrol”).") from error
    types = {arg: int if arg == "port" else str for arg in Enrolment.__match_args__}
    if any(type(getattr(made, one)) is not kind for one, kind in types.items()) or not is_hub_id(made.hub):
        raise HubError(f"{name} is damaged. Ask for a new enrolment (“kiosk hub enrol”).")
    return made
