"""HTML as values. The rule it guards: text becomes HTML in one place, which escapes it."""

from html import escape

from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless

_EMPTY = frozenset({"meta", "link", "input"})  # elements that hold nothing


@frozen
class Html:
    """A piece of a page that is already safe to send."""

    text: str = ""


def shown_text(text: str) -> str:
    """*text* as HTML shows it and never obeys it; what is not plainly visible is spelled out."""
    return escape(harmless(text), quote=True)


def element(name: str, /, *children: Html | str, **attributes: str | bool) -> Html:
    """The element *name*; a trailing _ in an attribute's name is dropped, any other is a hyphen. An attribute
    that is False is left out, one that is True has no value."""
    told = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _EMPTY:
        return Html(f"<{name}{told}>")
    inside = "".join(one.text if isinstance(one, Html) else shown_text(one) for one in children)
    return Html(f"<{name}{told}>{inside}</{name}>")


def together(*pieces: Html) -> Html:
    """*pieces* one after the other."""
    return Html("".join(one.text for one in pieces))


def _attribute(key: str, value: str | bool) -> str:
    if value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{shown_text(str(value))}"'
