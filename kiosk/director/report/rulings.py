"""The list of rulings in a report: all of them, in the order of the day, as they would be read out."""

from html import escape

from kiosk.director.audit import RulingRow, Summary

MOST_RULINGS = 1000


def rulings_table(summary: Summary, *, words: bool) -> str:
    """The rulings, oldest first; without their words while the event is open."""
    shown = summary.rulings[-MOST_RULINGS:]
    if not shown:
        return ""
    left_out = len(summary.rulings) - len(shown)
    note = f"<p class=quiet>Left out at the beginning: {left_out}.</p>" if left_out else ""
    several = len({row.division for row in shown}) > 1
    heads = ("Ruling", "Time", "Verdict", *(("Words",) if words else ()), "Round", "Table")
    heads = (*heads, *(("Division",) if several else ()), "Notes")
    rows = "".join(_row(row, words=words, several=several) for row in shown)
    head = "".join(f"<th>{name}</th>" for name in heads)
    return (
        f"<section><h2>Rulings</h2>{note}<table class=rulings><thead><tr>{head}</tr></thead>"
        f"<tbody>{rows}</tbody></table></section>"
    )


def _row(row: RulingRow, *, words: bool, several: bool) -> str:
    notes = ", ".join(
        ([f"by {row.judge}"] if row.judge else []) + [one.replace("_", " ") for one in row.flags]
    )
    cells = (
        ("time", row.number),
        ("time", f"{row.local:%Y-%m-%d %H:%M}"),
        ("", row.verdict),
        *((("words", " · ".join(row.words)),) if words else ()),
        ("", "" if row.round is None else str(row.round)),
        ("", "" if row.table is None else str(row.table)),
        *((("", row.division or "–"),) if several else ()),
        ("quiet", notes),
    )
    return "<tr>" + "".join(f"<td{_class(name)}>{escape(text)}</td>" for name, text in cells) + "</tr>"


def _class(name: str) -> str:
    return f" class={name}" if name else ""
