"""The rules to hand on the back of a card, each with its clause; what a rulebook lacks is left out."""

from collections.abc import Iterator

from kiosk.core.frozen import frozen
from kiosk.core.paper.subject import Subject
from kiosk.core.rules.points import CardStep


@frozen
class NoteGroup:
    heading: str
    notes: tuple[CardStep, ...]


def note_groups(subject: Subject) -> tuple[NoteGroup, ...]:
    """The back of the card, in the order in which things happen."""
    groups = (
        NoteGroup("Before the verdict", tuple(_before(subject))),
        NoteGroup("After the verdict", tuple(_after(subject))),
        NoteGroup("All day", tuple(_always(subject))),
    )
    return tuple(
        NoteGroup(group.heading, tuple(_told(note) for note in group.notes if note.text)) for group in groups
    )


def _before(subject: Subject) -> Iterator[CardStep]:
    rules, card = subject.rules, subject.rules.card
    clock = rules.terms.clock.capitalize()
    yield CardStep("Binding when", "; or ".join(rules.challenge.binding), rules.clause("challenge.binding"))
    yield CardStep(clock, card.clock_watch, rules.clause("card.clock_watch"))
    yield CardStep(f"{clock} stopped", card.stopped_clock, rules.clause("card.stopped_clock"))
    yield CardStep("Board", card.board_control, rules.clause("card.board_control"))
    yield CardStep("Tiles", card.tiles, rules.clause("card.tiles"))
    yield CardStep("Drawing", card.drawing, rules.clause("card.drawing"))
    yield CardStep("Hold", card.courtesy_draw, rules.clause("card.courtesy_draw"))
    yield CardStep("Blank", card.blank, rules.clause("card.blank"))
    yield CardStep("Out play", card.out_play, rules.clause("card.out_play"))


def _after(subject: Subject) -> Iterator[CardStep]:
    rules, card = subject.rules, subject.rules.card
    restart = card.restart_for(international=subject.international)
    key = "card.restart_international" if subject.international else "card.restart"
    yield CardStep("Restart", restart, rules.clause(key))
    yield CardStep("Zero turns", card.zero_turns, rules.clause("card.zero_turns"))
    yield CardStep("Second opinion", rules.review.second_opinion, rules.clause("review.second_opinion"))
    yield CardStep("Wrong tiles taken off", rules.after_challenge.text, rules.clause("after_challenge.text"))
    if rules.improper_lookup.points is not None:  # else the rulebook knows no such offence
        remedy = rules.improper_lookup.remedy
        yield CardStep("Looked up one by one", remedy, rules.clause("improper_lookup.remedy"))
    yield CardStep("Compensation", _compensation(subject), rules.clause("compensation.extra"))


def _compensation(subject: Subject) -> str:
    compensation = subject.rules.compensation
    if compensation.extra is None:
        return ""
    gain = f"the points of the play and {compensation.extra} more, on the {compensation.target}"
    return f"For {compensation.applies_to}: {gain}. {compensation.deadline}"


def _always(subject: Subject) -> Iterator[CardStep]:
    rules, card = subject.rules, subject.rules.card
    yield _word_list(subject)
    yield CardStep("Onlookers", card.third_party, rules.clause("card.third_party"))
    yield CardStep("Devices", card.devices, rules.clause("card.devices"))
    yield CardStep("Look-up device", "; ".join(card.device_rules), rules.clause("card.device_rules"))
    yield CardStep("Special needs", card.special_needs, rules.clause("card.special_needs"))


def _word_list(subject: Subject) -> CardStep:
    """Which list judges here, and which one the rulebook prints."""
    lexicon, in_use = subject.rules.lexicon, subject.in_use
    named, where = subject.named_list
    used = "" if in_use is None else f"{' and '.join(in_use.lists)} in use here. "
    printed = f"The rulebook names {named}"
    if lexicon.later_edition:
        printed = f"{printed}, {lexicon.later_edition}"
        where = f"{where}; {subject.rules.clause('lexicon.later_edition')}"
    long = ""
    if lexicon.long_name and lexicon.long_from is not None and not subject.international:
        long = f" Words of {lexicon.long_from} or more letters that are not in it: {lexicon.long_name}."
        where = f"{where}; {subject.rules.clause('lexicon.long_name')}"
    return CardStep("Word list", f"{used}{printed}.{long}", where)


def _told(note: CardStep) -> CardStep:
    text = note.text[:1].upper() + note.text[1:]
    return CardStep(note.who, text if text.endswith(".") else f"{text}.", note.clause)
