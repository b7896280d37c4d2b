"""Which word list a rulebook names, by kind of division, and what settles the long words that it lacks."""

from typing import assert_never

from kiosk.core.frozen import frozen
from kiosk.core.rules.choices import DivisionKind, LongBy


@frozen
class WordReference:
    """What one kind of division plays by. *named* is what the rulebook calls the list, *edition* that list's
    name in the table of editions; None: it names none. *long_from*: from how many letters on the list may
    lack good words, which *long_name* then settles."""

    families: tuple[str, ...]
    named: str
    edition: str | None
    long_by: LongBy
    long_name: str | None
    long_from: int | None

    def needs_print(self, *, list_has_long: bool) -> bool:
        """Whether only print settles a long word that the list lacks; *list_has_long*: the separate list of
        them is at hand, loaded or merged into the main one. It takes no dictionary's place."""
        return self.long_by is LongBy.BOOK or (self.long_by is LongBy.LIST and not list_has_long)


@frozen
class LexiconRule:
    """Word sources by family; *…_named* is the edition printed in the rulebook, *…_edition* its name in our
    table of editions. *later_edition*: how the rulebook lets a later one take its place, empty where it
    names none."""

    families: tuple[str, ...]
    main_named: str
    main_edition: str | None
    international: tuple[str, ...]
    international_named: str
    international_edition: str | None
    school: tuple[str, ...]
    school_named: str
    school_edition: str | None
    school_long_name: str | None
    school_long_from: int | None
    later_edition: str
    long_name: str | None
    long_from: int | None
    long_by: LongBy

    def reference(self, kind: DivisionKind) -> WordReference:
        """What divisions of *kind* play by."""
        match kind:
            case DivisionKind.MAIN:
                return WordReference(
                    self.families,
                    self.main_named,
                    self.main_edition,
                    self.long_by,
                    self.long_name,
                    self.long_from,
                )
            case DivisionKind.INTERNATIONAL:
                named, edition = self.international_named, self.international_edition
                return WordReference(self.international, named, edition, LongBy.NONE, None, None)
            case DivisionKind.SCHOOL:
                # The school list is for shorter words; the rulebook's other lists go on where it ends.
                long_by = LongBy.NONE if self.school_long_from is None else LongBy.LIST
                named, edition = self.school_named, self.school_edition
                name, since = self.school_long_name, self.school_long_from
                return WordReference(self.school, named, edition, long_by, name, since)
            case _:
                assert_never(kind)

    def knows(self, kind: DivisionKind) -> bool:
        """Whether the rulebook has a part for divisions of *kind*."""
        return kind is DivisionKind.MAIN or bool(self.reference(kind).families)

    def proposed(self, family: str | None) -> DivisionKind:
        """What kind of division a list of *family* is for; only the director can say."""
        kinds = (kind for kind in DivisionKind if family in self.reference(kind).families)
        return next(kinds, DivisionKind.MAIN)
