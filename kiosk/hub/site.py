"""What the page's server has to say: the page as of now, and what comes with it.

The rules it guards: it only reads from a board and never asks the hub on a browser's behalf, so no number of
browsers reaches PostgreSQL; and who has no pass is answered from a picture without words.
"""

import ipaddress
import socket

from kiosk.core.frozen import frozen
from kiosk.core.hub.markup import Html
from kiosk.core.hub.page import fragment, no_picture, whole_page
from kiosk.core.hub.picture import for_everybody
from kiosk.hub.board import Board, Posted
from kiosk.hub.token import Doorkeeper
from kiosk.shipped import resources

_FONTS = {
    "/text.ttf": "AtkinsonHyperlegibleNext-400.ttf",
    "/bold.ttf": "AtkinsonHyperlegibleNext-700.ttf",
    "/word.ttf": "AtkinsonHyperlegibleMono-700.ttf",
}


@frozen
class Asset:
    sort: str
    content: bytes


def assets() -> dict[str, Asset]:
    """What comes with the page, by its path."""
    here = resources()
    return {
        "/page.css": Asset("text/css; charset=utf-8", (here / "hub" / "page.css").read_bytes()),
        "/page.js": Asset("text/javascript; charset=utf-8", (here / "hub" / "page.js").read_bytes()),
        "/icon.png": Asset("image/png", (here / "icon" / "challenge-kiosk-64.png").read_bytes()),
        **{path: Asset("font/ttf", (here / "fonts" / name).read_bytes()) for path, name in _FONTS.items()},
    }


class Site:
    """What is answered: from *board*, and to whom *door* gave a pass also the words."""

    def __init__(self, board: Board, door: Doorkeeper, names: frozenset[str] = frozenset()) -> None:
        self.board, self.door = board, door
        self.assets = assets()
        own = socket.gethostname().lower()
        self._names = names | {"localhost", own, f"{own.partition('.')[0]}.local"}

    def piece(self, posted: Posted, *, director: bool) -> Html:
        """What changes on the page, for the director or for everybody."""
        if posted.picture is None:
            return no_picture(posted.standing.trouble or "It is being asked.")
        picture = posted.picture if director else for_everybody(posted.picture)
        return fragment(picture, posted.standing)

    def page(self, *, director: bool) -> str:
        """The whole page as of now."""
        posted = self.board.read()
        title = posted.picture.name or posted.picture.event if posted.picture else "Challenge Kiosk"
        return whole_page(self.piece(posted, director=director), title, posted.standing.age_s)

    def answers_to(self, host: str) -> bool:
        """Whether a browser that asks for *host* means this page: a name that others own may lead here too,
        and what runs under that name must not read it."""
        name = host.strip().lower()
        name = name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True
