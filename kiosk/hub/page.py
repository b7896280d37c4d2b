"""The page of the hub, drawn from a picture. Text becomes HTML in one place, which escapes it."""

from collections.abc import Mapping
from html import escape

from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.hub.picture import (
    MOST_ALERTS,
    MOST_RULINGS,
    AlertOnPage,
    HubPicture,
    PictureAge,
    RulingOnPage,
    StationOnPage,
)

# ---- markup ------------------------------------------------------------------------------------------------
# HTML as values. The rule it guards: text becomes HTML in one place, which escapes it.

_EMPTY = frozenset({"meta", "link", "input"})  # elements that hold nothing


@frozen
class Html:
    """A piece of a page that is already safe to send."""

    text: str = ""


def shown_text(text: str) -> str:
    """*text* as HTML shows it and never obeys it; what is not plainly visible is spelled out."""
    return escape(printable(text), quote=True)


def element(name: str, /, *children: Html | str, **attributes: str | bool) -> Html:
    """The element *name*; a trailing _ in an attribute's name is dropped, any other is a hyphen. An attribute
    that is False is left out, one that is True has no value."""
    told = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _EMPTY:
        return Html(f"<{name}{told}>")
    inside = "".join(child.text if isinstance(child, Html) else shown_text(child) for child in children)
    return Html(f"<{name}{told}>{inside}</{name}>")


def together(*pieces: Html) -> Html:
    """*pieces* one after the other."""
    return Html("".join(piece.text for piece in pieces))


def _attribute(key: str, value: str | bool) -> str:
    if value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{shown_text(str(value))}"'


# ---- page --------------------------------------------------------------------------------------------------
# The page of the hub, drawn from a picture: for a phone in the hand and for a screen on the wall.
#
# The rules it guards: nothing here knows a word that the picture does not hold; a state is told by a shape
# and in words, never by colour alone; and a picture that is old, or may be, says so before anything else.

# Figures on a field of 24 by 24, drawn in the ink of the text around them.
_FIGURES: Mapping[str, str] = {
    "live": "M4 13l5 5L20 6",
    "silent": "M12 3a9 9 0 1 0 9 9M12 7v6",
    "behind": "M4 5h16M4 12h16M4 19h9",
    "closed": "M3 3h18v18H3zM3 21L21 3",
    "call": "M7 12V5M11 12V3M15 12V4M19 13V7M7 12l-3-2 4 9q2 3 6 3t5-6v-3",
    "alert": "M12 3L22 21H2zM12 9v6M12 17.5v1.5",
}
_VERDICTS: Mapping[str, tuple[str, str]] = {
    "acceptable": ("acceptable", "M12 2a10 10 0 1 0 .01 0z"),
    "unacceptable": ("unacceptable", "M8 2h8l6 6v8l-6 6H8l-6-6V8z"),
}
_REFERRED = ("refer", "M12 2L22 12 12 22 2 12z")
NOTHING_YET = "Nothing is known of the hub yet."


def whole_page(inside: Html, title: str, age_s: int = -1) -> str:
    """The page around *inside*; *age_s*: how old the picture in it is, below nought if there is none."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="robots", content="noindex"),
        element("title", title),
        element("link", rel="icon", type="image/png", href="/icon.png"),
        element("link", rel="stylesheet", href="/page.css"),
        element("noscript", element("meta", http_equiv="refresh", content="5")),
        element("script", src="/page.js", defer=True),
    )
    lost = element(
        "p",
        element("strong", "This page is not live."),
        " Nothing has been heard from its computer for ",
        element("span", "", id="silence"),
        ". What stands below is old. It is tried again.",
        id="lost",
        class_="doubt",
        role="alert",
        hidden=True,
    )
    body = element("body", lost, element("div", inside, id="picture"), data_age=str(age_s))
    return "<!doctype html>" + element("html", head, body, lang="en").text


def fragment(picture: HubPicture, standing: PictureAge) -> Html:
    """All of the page that changes."""
    return together(
        _head(picture, standing),
        _doubt(standing) if standing.doubtful else Html(),
        element("div", *map(_call, picture.calls), class_="calls"),
        element(
            "main",
            _stations(picture, "then: " if standing.doubtful else ""),
            element("div", _alerts(picture), _rulings(picture), class_="news"),
            class_="doubtful" if standing.doubtful else "sure",
        ),
        _foot(picture.words),
    )


def no_picture(trouble: str) -> Html:
    """What stands there before the hub was ever reached."""
    said = element("p", element("strong", NOTHING_YET), " ", trouble, class_="doubt", role="alert")
    return together(element("header", element("h1", "Challenge Kiosk"), class_="top"), said, _foot(False))


def _head(picture: HubPicture, standing: PictureAge) -> Html:
    return element(
        "header",
        element(
            "div",
            element("h1", picture.name or picture.event),
            element("p", _summary(picture), class_="summary"),
            class_="event",
        ),
        element(
            "p",
            element("span", "Hub’s time ", class_="label"),
            element("strong", f"{picture.now:%H:%M:%S}", class_="time"),
            element("span", _age(standing.age_s), id="age", class_="age"),
            class_="clock",
        ),
        class_="top",
    )


def _age(age_s: int) -> str:
    return "seen just now" if age_s < 3 else f"seen {ago(age_s)}"


def _summary(picture: HubPicture) -> str:
    silent = sum(station.silent for station in picture.stations)
    parts = [count_noun(len(picture.stations), "station")]
    parts.append(f"{silent} silent" if silent else "all heard of" if picture.stations else "")
    calls = len(picture.calls)
    parts.append(f"{count_noun(calls, 'call')} for the director" if calls else "no call for the director")
    parts.append(f"hub {picture.code}")
    return " · ".join(part for part in parts if part)


def _doubt(standing: PictureAge) -> Html:
    since = f" since {standing.since}" if standing.since else ""
    return element(
        "p",
        _figure("alert"),
        element("strong", f"No news from the hub{since}."),
        f" What stands below is {ago(standing.age_s).removesuffix(' ago')} old. ",
        standing.trouble,
        class_="doubt",
        role="alert",
    )


def _call(station: StationOnPage) -> Html:
    waiting = length(station.call_s or 0)
    return element(
        "p",
        _figure("call"),
        element("strong", f"Station {station.letter} calls the director"),
        element("span", f"for {waiting}", class_="wait"),
        class_="call",
    )


# ---- stations ----------------------------------------------------------------------------------------------


def _stations(picture: HubPicture, then: str) -> Html:
    shown = [_station(station, then) for station in picture.stations]
    if not shown:
        shown = [element("p", "No station is enrolled yet.", class_="none")]
    return element(
        "section", element("h2", "Stations"), element("div", *shown, class_="grid"), class_="stations"
    )


def state_of(station: StationOnPage) -> tuple[str, str]:
    """The state of a station: its figure, and in words."""
    if station.call_s is not None:
        return "call", "calls the director"
    if station.seen_s is None:
        return "silent", "never heard of"
    if station.silent:
        return "silent", f"silent for {length(station.seen_s)}"
    if station.closed:
        return "closed", "out of service"
    if station.owed:
        return "behind", f"{count_noun(station.owed, 'record')} behind"
    return "live", "live"


def _station(station: StationOnPage, then: str) -> Html:
    figure, state = state_of(station)
    facts = [
        _fact("never heard of" if station.seen_s is None else f"heard {ago(station.seen_s)}", station.silent),
        _fact(
            "waiting: not known" if station.owed is None else f"{station.owed} waiting", bool(station.owed)
        ),
        _fact(_round(station), False),
        _name_and_value("protection", station.protection, not station.protected),
        _name_and_value("second copy", station.copy, not station.copied),
    ]
    if station.clock:
        facts.append(_fact(station.clock, True))
    if station.closed:
        facts.append(_fact(station.closed, True))
    top = element(
        "h3",
        element("span", station.letter, class_="letter"),
        element("span", _figure(figure), element("span", then + state), class_="state"),
    )
    return element(
        "article", top, element("ul", *facts), class_=f"station {figure}", data_station=station.letter
    )


def _round(station: StationOnPage) -> str:
    if not station.open:
        return "no event open"
    return "between rounds" if station.round is None else f"round {station.round}"


def _name_and_value(name: str, value: str, wrong: bool) -> Html:
    return _fact(f"{name}: {value}" if wrong else f"{name} {value}", wrong)


def _fact(said: str, wrong: bool) -> Html:
    if wrong:
        return element("li", element("span", "!", class_="mark"), said, class_="wrong")
    return element("li", said)


# ---- alerts and rulings ------------------------------------------------------------------------------------


def _alerts(picture: HubPicture) -> Html:
    shown = [_alert(alert) for alert in picture.alerts[:MOST_ALERTS]]
    more = len(picture.alerts) - MOST_ALERTS
    if more > 0:
        shown.append(element("li", f"and {more} more, further back", class_="more"))
    if not shown:
        shown = [element("li", "None.", class_="none")]
    return element("section", element("h2", "Alerts"), element("ul", *shown), class_="alerts")


def _alert(alert: AlertOnPage) -> Html:
    words = [element("span", " ".join(alert.words), class_="words")] if alert.words else []
    return element(
        "li",
        _figure("alert"),
        element("time", alert.at),
        element("span", alert.sentence),
        *words,
        class_="alert",
    )


def _rulings(picture: HubPicture) -> Html:
    shown = [_ruling(ruling) for ruling in picture.rulings[:MOST_RULINGS]]
    if not shown:
        shown = [element("li", "None yet.", class_="none")]
    return element("section", element("h2", "Last rulings"), element("ol", *shown), class_="rulings")


def _ruling(ruling: RulingOnPage) -> Html:
    name, outline = _VERDICTS.get(ruling.verdict, _REFERRED)
    where = [
        ruling.division,
        "" if ruling.round is None else f"round {ruling.round}",
        "" if ruling.table is None else f"table {ruling.table}",
        count_noun(ruling.count, "word"),
    ]
    words = [element("span", " ".join(ruling.words), class_="words")] if ruling.words else []
    return element(
        "li",
        element("span", _draw(outline, f"verdict {name}"), name, class_="verdict"),
        element("span", ruling.number, class_="number"),
        element("time", ruling.at),
        element("span", " · ".join(part for part in where if part), class_="where"),
        *words,
    )


def _foot(director: bool) -> Html:
    if director:
        said = "You see what the director sees."
        door = element("form", element("button", "Leave"), method="post", action="/leave")
    else:
        said = "Words and what concerns single plays are for the director."
        door = element("a", "Enter the director’s token", href="/enter")
    return element("footer", element("span", said), door)


def enter_page(said: str = "") -> str:
    """The form for the token; *said*: why it is asked for again."""
    told = [element("p", said, class_="doubt", role="alert")] if said else []
    field = element(
        "input", name="token", id="token", autocomplete="off", autocapitalize="characters", required=True
    )
    form = element(
        "form",
        element("label", "The director’s token", for_="token"),
        field,
        element("button", "Enter"),
        method="post",
        action="/enter",
        id="enter",
    )
    hint = element(
        "p", "It was printed where “kiosk hub serve” was started. Capitals, hyphens and spaces do not matter."
    )
    inside = element("main", element("h1", "For the director"), *told, form, hint, class_="door")
    return whole_page(inside, "For the director")


# ---- small things ------------------------------------------------------------------------------------------


def _figure(name: str) -> Html:
    return _draw(_FIGURES[name], "figure")


def _draw(path: str, name: str) -> Html:
    return element("svg", element("path", d=path), class_=name, viewBox="0 0 24 24", aria_hidden="true")


def count_noun(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def length(seconds: int) -> str:
    """*seconds* as a person would say them."""
    if seconds < 90:
        return f"{seconds} s"
    if seconds < 90 * 60:
        return f"{round(seconds / 60)} min"
    return f"{round(seconds / 3600)} h" if seconds < 48 * 3600 else f"{seconds // 86_400} days"


def ago(seconds: int) -> str:
    return f"{length(seconds)} ago"
