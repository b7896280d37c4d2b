"""From the first letter to TAB: the words, the table number, the checking, the way to the board and back, and
the moment in which the record is made."""

from collections import Counter
from dataclasses import replace
from typing import Self, assert_never

from kiosk.base.frozen import frozen
from kiosk.base.page import Call, Countdown, Key, Layout, Page, WordLine
from kiosk.rules.choices import Person
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import Effort, RulingFlag
from kiosk.station import events, wording
from kiosk.station.states import Next, PageContext, Procedure, State, Unjudged
from kiosk.words.play import LONGEST, MOST_WORDS, SHORTEST, Word, entered_twice

# ---- typing ------------------------------------------------------------------------------------------------
# On the last line only ENTER goes on: whoever ends a word with SPACE may want to type another. Where the rule
# set lets nobody change the words any more, their number can be put right until the first letter stands.


class BeforeTab(State):
    """A page between the first letter and TAB: its last seconds are counted, and then the words go."""

    __slots__ = ()

    @property
    def opens_by_chord(self) -> bool:
        return True

    def is_left_alone(self, now_ms: int, procedure: Procedure) -> bool:
        return True

    def counted_ms(self, procedure: Procedure) -> int | None:
        return procedure.timings.warning_s * 1000

    def countdown(self, left_s: int, share: float, procedure: Procedure) -> Countdown:
        return Countdown(wording.cleared_in(left_s), share, wording.MORE_TIME)


@frozen
class Entering(BeforeTab):
    """The challenger types. *notice* is one neutral sentence about the last key; *spaced*: SPACE ended the
    last word, and no letter is taken until it is known whether another word follows.

    *fixed*: the rule set lets nobody change the words any more. *list_changed*: a word was added to the
    declared ones, taken from them or exchanged for another, even if their number is the same again. *stood*:
    the words that stood before this entry was opened again. *table*: its number, once that was asked.
    *boarded*: both players have been back at their board. *by_position*: the last letter was taken for the
    place of its key, because the layout is not Latin. *missed*: something was typed as if another word
    followed and was not taken, and nobody has said yet that these are all the words.
    """

    since_ms: int
    began_ms: int
    declared: int
    lines: tuple[str, ...]
    division: int = 0
    current: int = 0
    edits: int = 0
    notice: str = ""
    list_changed: bool = False
    spaced: bool = False
    fixed: bool = False
    stood: tuple[str, ...] = ()
    table: str | None = None
    boarded: bool = False
    by_position: bool = False
    missed: bool = False

    @property
    def unjudged(self) -> Unjudged:
        return Unjudged(self.division, self.lines, self.declared)

    @property
    def untouched(self) -> bool:
        """Whether no letter stands on any line."""
        return not any(self.lines)

    @property
    def is_complete(self) -> bool:
        """Whether every line holds a word that could be judged."""
        return all(len(line) >= SHORTEST for line in self.lines)

    @property
    def may_grow(self) -> bool:
        """Whether one more word may be typed."""
        return len(self.lines) < MOST_WORDS and (not self.fixed or self.untouched)

    @property
    def may_stop(self) -> bool:
        return True

    @property
    def under_no_keyboard(self) -> Self:
        return self

    def lifetime_ms(self, procedure: Procedure) -> int:
        return procedure.timings.entering_s * 1000

    def type_over(self, act: events.Act) -> Self:
        return replace(self, missed=True) if _may_be_a_word(act) else self

    def act(self, act: events.Act, now_ms: int, procedure: Procedure) -> Next:
        if isinstance(act, events.EscapePressed | events.TimedOut):
            return self, ()
        changed = self.edit(act, now_ms)
        if not changed.is_complete or not self.ends_with(act):
            return changed, ()
        whole = changed.whole()
        if procedure.ask_table and whole.table is None:
            return AskingTable(now_ms, whole), ()
        return _to_check(whole, now_ms), ()

    def whole(self) -> Self:
        """The entry frozen as it stands: what both players check is what will be judged."""
        return replace(self, list_changed=self.list_changed or _is_exchanged(self.stood, self.lines))

    def ends_with(self, key: events.EntryKey) -> bool:
        """Whether *key* means "that was the last word"."""
        return isinstance(key, events.EnterPressed) and self._is_on_last_line

    def reopen(self, now_ms: int) -> Self:
        """The entry once more, to be corrected; what stood there is remembered."""
        return replace(
            self,
            since_ms=now_ms,
            current=len(self.lines) - 1,
            edits=self.edits + 1,
            notice="",
            stood=self.lines,
        )

    # --- what a key does to the words ---------------------------------------------------------------------

    def edit(self, key: events.EntryKey, now_ms: int) -> Self:
        """The entry after *key*; each key that means something gives the full time again."""
        match key:
            case events.Typed():
                return self._type(key, now_ms)
            case events.BackspacePressed(repeated=True) if not self.lines[self.current]:
                return self  # held, it empties one line and no more
            case events.BackspacePressed():
                return self._rub_out(now_ms)
            case events.SpacePressed() | events.EnterPressed():
                return self._move_on(now_ms, isinstance(key, events.SpacePressed))
            case events.TabPressed():
                return replace(self, since_ms=now_ms, notice=wording.FOR_ANOTHER)
            case events.UpPressed():
                above = max(0, self.current - 1)
                return replace(self, since_ms=now_ms, current=above, spaced=False, notice="")
            case events.DownPressed():
                return self._move_down(now_ms)
            case events.MoreTimePressed():
                return replace(self, since_ms=now_ms, notice=self._last_word if self.spaced else "")
            case _:
                assert_never(key)

    @property
    def _is_on_last_line(self) -> bool:
        return self.current == len(self.lines) - 1

    @property
    def _last_word(self) -> str:
        return wording.LAST_DECLARED if self.fixed else wording.LAST_WORD

    def _with_line(self, line: str) -> tuple[str, ...]:
        return (*self.lines[: self.current], line, *self.lines[self.current + 1 :])

    def _type(self, key: events.Typed, now_ms: int) -> Self:
        line, letter = self.lines[self.current], key.letter
        if self.spaced:
            not_taken = wording.NOT_DECLARED if self.fixed else wording.NOT_TAKEN
            return replace(self, since_ms=now_ms, notice=not_taken, missed=True)
        # A letter may belong to a word, and a number to the play of the next two players. One pressed before
        # the first letter only corrects the number.
        missed = self.missed or (key.text.isalnum() and not self.untouched)
        if letter is None:
            return replace(self, since_ms=now_ms, notice=wording.no_letter(key.text), missed=missed)
        if len(line) >= LONGEST:
            return replace(self, since_ms=now_ms, notice=wording.TOO_LONG, missed=missed)
        return replace(
            self,
            since_ms=now_ms,
            lines=self._with_line(line + letter),
            notice="",
            list_changed=self.list_changed or self.current >= self.declared,
            by_position=key.by_position,
        )

    def _rub_out(self, now_ms: int) -> Self:
        if self.spaced:
            return replace(self, since_ms=now_ms, spaced=False, notice="")
        line = self.lines[self.current]
        renewed = replace(self, since_ms=now_ms, edits=self.edits + 1, notice="")
        if line:
            return replace(renewed, lines=self._with_line(line[:-1]))
        if len(self.lines) == 1:
            return replace(renewed, edits=self.edits)
        lines = self.lines[: self.current] + self.lines[self.current + 1 :]
        current = max(0, self.current - 1)
        if self.untouched:  # a wrong number, put right before anything was typed
            return replace(renewed, lines=lines, current=current, declared=len(lines))
        # Only taking back a line that was just added leaves the declared words as they were.
        is_taken_back = len(lines) >= self.declared and self.current == len(lines)
        changed = self.list_changed or not is_taken_back
        return replace(renewed, lines=lines, current=current, list_changed=changed)

    def _move_on(self, now_ms: int, by_space: bool) -> Self:
        """To the next line; from the last one to the first that is not yet a word. SPACE on the last line
        asks whether that was the last word, unless there is something else to do first."""
        fresh = replace(self, since_ms=now_ms, spaced=False)
        if len(self.lines[self.current]) < SHORTEST:
            return replace(fresh, notice=wording.TOO_SHORT)
        if not self._is_on_last_line:
            return replace(fresh, current=self.current + 1, notice="")
        unfinished = [place for place, line in enumerate(self.lines) if len(line) < SHORTEST]
        if unfinished:
            return replace(fresh, current=unfinished[0], notice=wording.TOO_SHORT)
        return replace(fresh, spaced=by_space, notice=self._last_word if by_space else "")

    def _move_down(self, now_ms: int) -> Self:
        """To the line below; below the last one a new line begins."""
        fresh = replace(self, since_ms=now_ms, spaced=False)
        if not self._is_on_last_line:
            return replace(fresh, current=self.current + 1, notice="")
        if (hindrance := self._why_no_more) is not None:
            # Somebody who asked for a line and got none must not type the next word onto this one.
            ended = len(self.lines[self.current]) >= SHORTEST
            return replace(fresh, spaced=ended, notice=hindrance)
        return replace(
            fresh,
            lines=(*self.lines, ""),
            current=self.current + 1,
            edits=self.edits + 1,
            declared=self.declared + self.untouched,
            notice="",
        )

    @property
    def _why_no_more(self) -> str | None:
        """Why no line can be added now."""
        if len(self.lines) == MOST_WORDS:
            return wording.TOO_MANY
        if self.untouched:
            return None
        if self.fixed:
            return wording.NOT_DECLARED
        return wording.TOO_SHORT if len(self.lines[self.current]) < SHORTEST else None

    # --- its page -----------------------------------------------------------------------------------------

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        rules = procedure.rules(self.division)
        prompts, method = rules.prompts, rules.station_method
        by_position = wording.BY_POSITION if self.by_position else ""
        return Page(
            Layout.ENTRY,
            call=wording.call_for(method.typed_by, rules, prompts.type_words),
            words=tuple(
                WordLine(place + 1, line, place == self.current) for place, line in enumerate(self.lines)
            ),
            # One line for everything: what the last key did is more urgent than a reminder.
            lines=() if self.notice else wording.lines(by_position, prompts.only_declared, prompts.blank),
            notice=self.notice.format(presser=wording.name(method.pressed_by, rules)),
            keys=(*self._keys, wording.STOP),
        )

    @property
    def _keys(self) -> tuple[Key, ...]:
        last, empty = self._is_on_last_line, not self.lines[self.current]
        on = wording.DONE if last else wording.NEXT_WORD
        grow = (wording.ONE_MORE,) if last and self.may_grow else ()
        if empty and len(self.lines) > 1:
            return (wording.NO_MORE_WORDS if last else wording.NOT_THIS_WORD, *(grow or (on,)))
        up = (wording.WORD_ABOVE,) if self.current else ()
        return (on, *grow, *up)


def begin(
    declared: int, division: int, now_ms: int, *, fixed: bool = False, cleared: tuple[str, ...] = ()
) -> Entering:
    """An empty entry of *declared* lines. *fixed*: only the words declared before may be typed. *cleared*:
    the words that the same players cleared a moment ago."""
    return Entering(now_ms, now_ms, declared, ("",) * declared, division, fixed=fixed, stood=cleared)


def _is_exchanged(before: tuple[str, ...], now: tuple[str, ...]) -> bool:
    """Whether other words stand there than *before*; a corrected one is the same."""
    kept = all(any(_resembles(old, new) for new in now) for old in before if len(old) >= SHORTEST)
    return bool(before) and (len(before) != len(now) or not kept)


def _resembles(word: str, other: str) -> bool:
    """Whether *other* may be *word* with its spelling put right: half of the letters are the same."""
    common = (Counter(word) & Counter(other)).total()
    return 2 * common >= max(len(word), len(other))


def _may_be_a_word(act: events.Act) -> bool:
    """Whether *act* may belong to a word that nobody took."""
    return isinstance(act, events.SpacePressed) or (isinstance(act, events.Typed) and bool(act.letter))


# ---- the table number --------------------------------------------------------------------------------------


@frozen
class AskingTable(BeforeTab):
    """The words are typed: at which table? *asked*: ENTER was pressed without a number, and once more will
    do."""

    since_ms: int
    entry: Entering
    typed: str = ""
    asked: bool = False
    notice: str = ""

    @property
    def division(self) -> int:
        return self.entry.division

    @property
    def unjudged(self) -> Unjudged:
        return self.entry.unjudged

    @property
    def may_stop(self) -> bool:
        return True

    @property
    def under_no_keyboard(self) -> Self:
        return self

    def lifetime_ms(self, procedure: Procedure) -> int:
        return procedure.timings.entering_s * 1000

    def type_over(self, act: events.Act) -> Self:
        return replace(self, entry=self.entry.type_over(act))

    def act(self, act: events.Act, now_ms: int, procedure: Procedure) -> Next:
        fresh = replace(self, since_ms=now_ms, notice="")
        match act:
            case events.EscapePressed() | events.TimedOut():
                return self, ()
            case events.EnterPressed() if self.typed or self.asked:
                return _to_check(replace(self.entry, table=self.typed), now_ms), ()
            case events.EnterPressed():
                return replace(fresh, asked=True, notice=wording.TABLE_AGAIN), ()
            case events.Typed(digit=int(digit)) if len(self.typed) < wording.LONGEST_TABLE and (
                self.typed or digit
            ):
                return replace(fresh, typed=f"{self.typed}{digit}"), ()
            case events.Typed(digit=int()):
                return replace(fresh, notice=wording.NO_SUCH_TABLE), ()
            case events.Typed() | events.SpacePressed():
                return replace(fresh, entry=replace(self.entry, missed=True), notice=wording.ONLY_DIGITS), ()
            case events.BackspacePressed() if self.typed:
                return replace(fresh, typed=self.typed[:-1]), ()
            case events.BackspacePressed(repeated=True) | events.MoreTimePressed():
                return fresh, ()
            case events.BackspacePressed():
                return self.entry.reopen(now_ms), ()
            case events.TabPressed() | events.UpPressed() | events.DownPressed():
                return replace(fresh, notice=wording.TABLE_FIRST), ()
            case _:
                assert_never(act)

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        rules = procedure.rules(self.division)
        return Page(
            Layout.TABLE,
            call=wording.call_for(rules.station_method.typed_by, rules, wording.TABLE_NUMBER),
            typed=self.typed,
            notice=self.notice,
            keys=(
                wording.DONE,
                wording.RUB_OUT if self.typed else wording.BACK_TO_WORDS,
                wording.STOP,
            ),
        )


# ---- checking ----------------------------------------------------------------------------------------------
# TAB judges only after a whole second in which no key was pressed, repeated, let go or held. So no pace of
# keys can rule on half a play: whoever still types does not let that second pass.
#
# What is typed here is not taken, nor was what was typed after SPACE on the last line. It leaves one question
# that TAB waits for: is this all? The ENTER that ends a word, at whatever pace, must not answer it. So an
# ENTER answers only if it follows another one, and nothing was touched for a whole second before it.

ARMING_MS = 1000  # no key may be touched this long before TAB judges
HELD_MS = 3000  # a key that is down longer is named on the page
LATE_MS = 250
MOST_MS = 300_000  # as long as both may check, however often they ask for more time


@frozen
class Checking(BeforeTab):
    """Both players check the frozen words.

    *armed*: TAB judges, because no key was touched for a whole second. *touched_ms*: when one last was.
    *awake_ms*: when the program last saw that second pass.
    *down*: the keys that are down now, the first of them since *down_ms*. *opened_ms*: when the checking
    began; time spent at the board does not count. *asked*: of the keys that type something, ENTER was the
    last, so the next ENTER may be the answer to "is this all?".
    """

    since_ms: int
    entry: Entering
    opened_ms: int
    touched_ms: int = 0
    awake_ms: int = 0
    armed: bool = False
    down: tuple[str, ...] = ()
    down_ms: int = 0
    asked: bool = True
    notice: str = ""

    @property
    def division(self) -> int:
        return self.entry.division

    @property
    def unjudged(self) -> Unjudged:
        return self.entry.unjudged

    @property
    def doubted(self) -> bool:
        """Whether the challenger is asked if this is all: until that is answered, TAB does nothing."""
        return self.entry.missed

    @property
    def words(self) -> tuple[Word, ...]:
        return tuple(Word(line) for line in self.entry.lines)

    @property
    def may_stop(self) -> bool:
        return True

    @property
    def under_no_keyboard(self) -> Self:
        return self

    def lifetime_ms(self, procedure: Procedure) -> int:
        return procedure.timings.checking_s * 1000

    def is_left_alone(self, now_ms: int, procedure: Procedure) -> bool:
        return now_ms >= self.since_ms + self.lifetime_ms(procedure)

    def again(self, now_ms: int) -> Self:
        notice = wording.MISSED if self.doubted else ""
        return replace(self.restart_quiet(now_ms), since_ms=now_ms, notice=notice)

    def type_over(self, act: events.Act) -> Self:
        return self.doubt() if _may_be_a_word(act) else self

    def keys_moved(self, event: events.KeysMoved, now_ms: int) -> Self:
        same = event.down[:1] == self.down[:1]
        down_ms = self.down_ms if same else now_ms - event.held_ms
        return replace(self.restart_quiet(now_ms), down=event.down, down_ms=down_ms)

    def restart_quiet(self, now_ms: int) -> Self:
        """The state with its quiet second begun again."""
        return replace(self, armed=False, touched_ms=now_ms)

    def doubt(self) -> Self:
        """The state after something was typed as if another word followed; it is not taken."""
        entry = replace(self.entry, missed=True)
        return replace(self, armed=False, entry=entry, asked=False, notice=wording.MISSED)

    # --- what a key does ----------------------------------------------------------------------------------

    def act(self, act: events.Act, now_ms: int, procedure: Procedure) -> Next:
        fresh = replace(self.restart_quiet(now_ms), notice="")
        match act:
            case events.EscapePressed():
                return self, ()
            case events.TimedOut():
                return self._after_quiet(now_ms), ()
            case events.TabPressed() if self.judges_by(act):
                return Judging(self, now_ms), (self.order(now_ms, procedure),)
            case events.TabPressed():
                return replace(fresh, notice=wording.ANSWER_FIRST if self.doubted else wording.TOO_EARLY), ()
            case events.MoreTimePressed():
                return self._with_more_time(now_ms, procedure), ()
            case events.Typed(digit=0) if self.may_see_board(procedure):
                checked = replace(self, entry=replace(self.entry, boarded=True))
                return AtBoard(now_ms, checked), (events.TellTime(),)
            case events.Typed(digit=0) if self.entry.boarded and not self.doubted:
                return replace(fresh, notice=wording.BOARD_ONCE), ()
            case events.Typed() | events.SpacePressed() | events.UpPressed() | events.DownPressed():
                return fresh.doubt(), ()
            case events.BackspacePressed(repeated=True):
                return fresh, ()
            case events.BackspacePressed():
                return self.entry.reopen(now_ms), ()
            case events.EnterPressed() if self.doubted:
                return self._answer(act, now_ms), ()
            case events.EnterPressed():
                return replace(fresh, notice=wording.ONLY_TAB), ()
            case _:
                assert_never(act)

    def judges_by(self, tab: events.TabPressed) -> bool:
        """Whether *tab* asks for a ruling."""
        # Armed by our clock; where the keyboard has one, by that too: ours stands still when the program
        # does.
        return self.armed and (tab.quiet_ms is None or tab.quiet_ms >= ARMING_MS)

    def order(self, now_ms: int, procedure: Procedure) -> events.JudgeAndLog:
        entry = self.entry
        return events.JudgeAndLog(
            self.words,
            entry.division,
            entry.declared,
            int(entry.table) if entry.table else None,
            tuple(sorted(self._flags(procedure))),
            Effort(
                entry_ms=max(0, self.opened_ms - entry.began_ms),
                verify_ms=max(0, now_ms - self.opened_ms),
                edits=entry.edits,
            ),
        )

    def _flags(self, procedure: Procedure) -> set[RulingFlag]:
        """What is unusual about this play and its entry."""
        division = procedure.divisions[self.division]
        flags = set(division.flags)
        if entered_twice(self.words):
            flags.add(RulingFlag.DUPLICATE_WORD)
        if self.entry.list_changed and division.rules.words_fixed:
            flags.add(RulingFlag.LIST_CHANGED)
        if procedure.ask_table and not self.entry.table:
            flags.add(RulingFlag.NO_TABLE)
        if self.entry.boarded:
            flags.add(RulingFlag.BOARD)
        return flags

    def _answer(self, enter: events.EnterPressed, now_ms: int) -> Self:
        """A doubted state after *enter*, which says that this is all, or ends one more word."""
        fresh = self.restart_quiet(now_ms)
        if self.asked and self._is_quiet_before(enter, now_ms):
            return replace(fresh, entry=replace(self.entry, missed=False), notice="")
        return replace(fresh, asked=True, notice=wording.LOOK_FIRST)

    def _is_quiet_before(self, enter: events.EnterPressed, now_ms: int) -> bool:
        """Whether no key was touched or held for a whole second before *enter*, also by the keyboard's
        clock."""
        if self.down or now_ms < self.touched_ms + ARMING_MS:
            return False
        return enter.quiet_ms is None or enter.quiet_ms >= ARMING_MS

    def may_see_board(self, procedure: Procedure) -> bool:
        """Whether both players may go back to their board now: once an entry, where the rule set knows it."""
        rules = procedure.rules(self.division)
        return bool(rules.prompts.board) and not self.entry.boarded and not self.doubted

    # --- the quiet second ---------------------------------------------------------------------------------

    def arms_at(self) -> int | None:
        """When TAB will be armed if nobody touches a key; None if that alone does not arm it."""
        if self.armed or self.down or self.doubted:
            return None
        return self.touched_ms + ARMING_MS

    def awake_at(self) -> int | None:
        """When to look next at how the quiet second passes: each quarter of it, so that no second counts in
        which the program stood still. Keys of such a time come in after the alarm that ends it."""
        at = self.arms_at()
        if at is None:
            return None
        seen_ms = max(self.awake_ms, self.touched_ms)
        return min(at, seen_ms + LATE_MS) if seen_ms < at else seen_ms + LATE_MS

    def _after_quiet(self, now_ms: int) -> Self:
        """The state after a quarter of its quiet second, armed after the last. If one is noticed too late,
        the second begins again."""
        at, due = self.arms_at(), self.awake_at()
        if at is None or due is None or now_ms < due:
            return self
        if now_ms > due + LATE_MS:
            # The program stood still, and keys pressed meanwhile are only now coming in.
            return replace(self, touched_ms=now_ms)
        if now_ms < at or self.awake_ms < at - LATE_MS:
            return replace(self, awake_ms=now_ms)
        return replace(self, armed=True, notice="")

    # --- more time ----------------------------------------------------------------------------------------

    def _latest_ms(self, procedure: Procedure) -> int:
        """The last moment at which the time to check may start again."""
        whole_ms = self.lifetime_ms(procedure)
        return self.opened_ms + max(MOST_MS, whole_ms) - whole_ms

    def _with_more_time(self, now_ms: int, procedure: Procedure) -> Self:
        """The state with the whole time to check again, five minutes in all."""
        fresh = replace(self.restart_quiet(now_ms), notice="")
        since_ms = min(now_ms, self._latest_ms(procedure))
        if since_ms <= self.since_ms:
            return replace(fresh, notice=wording.NO_MORE_TIME)
        return replace(fresh, since_ms=since_ms)

    def has_more_time(self, procedure: Procedure) -> bool:
        """Whether both may still ask for more time."""
        return self.since_ms < self._latest_ms(procedure)

    # --- its page -----------------------------------------------------------------------------------------

    def countdown(self, left_s: int, share: float, procedure: Procedure) -> Countdown:
        if self.has_more_time(procedure):
            return Countdown(wording.cleared_in(left_s), share, wording.MORE_TIME)
        director = wording.director(procedure.rules(self.division))
        return Countdown(wording.cleared_in(left_s), share, wording.call_by_escape(director))

    def changes_in_ms(self, now_ms: int) -> int | None:
        named_at = self._names_key_at()
        return named_at - now_ms if named_at is not None and named_at > now_ms else None

    def _names_key_at(self) -> int | None:
        """When the page begins to name a key that is down, if it stays so."""
        return self.down_ms + HELD_MS if self.down else None

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        rules = procedure.rules(self.division)
        method = rules.station_method
        board = (Key("0", rules.prompts.board),) if self.may_see_board(procedure) else ()
        more = (wording.MORE_TIME,) if self.has_more_time(procedure) else ()
        press = wording.call_for(method.pressed_by, rules, rules.prompts.press, "TAB")
        page = Page(
            Layout.CHECK,
            call=wording.call_for(method.verified_by, rules, rules.prompts.check),
            then=replace(press, first=wording.HANDS_OFF, ready=self.armed),
            words=tuple(WordLine(place, word) for place, word in enumerate(self.words, 1)),
            notice=self._most_urgent(now_ms).format(director=wording.director(rules)),
            keys=(wording.CORRECT, *board, *more, wording.STOP),
        )
        return self._question(page, rules) if self.doubted else page

    def _question(self, page: Page, rules: RuleSet) -> Page:
        """One question and nothing beside it: TAB is nobody's key until it is answered."""
        call = wording.call_for(rules.station_method.typed_by, rules, wording.IS_THIS_ALL)
        keys = (wording.yes(len(self.words)), wording.NO, wording.STOP)
        return replace(page, call=call, then=Call(), keys=keys)

    def _most_urgent(self, now_ms: int) -> str:
        """The one sentence that is most urgent now."""
        named_at = self._names_key_at()
        if named_at is not None and now_ms >= named_at:
            return wording.LIFT.format(key=self.down[0])
        return self.notice or wording.twice(self.words)


def _to_check(whole: Entering, now_ms: int) -> Checking:
    return Checking(now_ms, whole, now_ms, now_ms, notice=wording.MISSED if whole.missed else "")


# ---- at the board, and judging -----------------------------------------------------------------------------

BOARD_S = 300


@frozen
class AtBoard(BeforeTab):
    """Both players have gone back to their board; the words are kept, and hidden. *back_by*: local time, for
    whoever wants the station meanwhile."""

    since_ms: int
    checked: Checking
    back_by: str = ""
    hint: bool = False

    @property
    def division(self) -> int:
        return self.checked.division

    @property
    def unjudged(self) -> Unjudged:
        return self.checked.unjudged

    def lifetime_ms(self, procedure: Procedure) -> int:
        return BOARD_S * 1000

    def again(self, now_ms: int) -> Self:
        return self  # whoever waits for the station was told when they will be back

    def keys_moved(self, event: events.KeysMoved, now_ms: int) -> Self:
        return replace(self, checked=self.checked.keys_moved(event, now_ms))

    def at_time(self, at: str) -> Self:
        """The state once it is known that it is now *at*, as players read the time."""
        if self.back_by:
            return self
        hours, minutes = divmod(int(at[:2]) * 60 + int(at[3:]) + BOARD_S // 60, 60)
        return replace(self, back_by=f"{hours % 24:02}:{minutes:02}")

    def act(self, act: events.Act, now_ms: int, procedure: Procedure) -> Next:
        match act:
            case events.EnterPressed():
                return self._back(now_ms), ()
            case events.Typed() | events.SpacePressed():
                return replace(self, hint=True, checked=self.checked.doubt()), ()
            case events.TabPressed() | events.BackspacePressed() | events.EscapePressed():
                return replace(self, hint=True), ()
            case events.UpPressed() | events.DownPressed() | events.MoreTimePressed() | events.TimedOut():
                return replace(self, hint=True), ()
            case _:
                assert_never(act)

    def _back(self, now_ms: int) -> Checking:
        """The words again, as they were; the time away counts for nothing."""
        away_ms = max(0, now_ms - self.since_ms)
        entry = replace(self.checked.entry, began_ms=self.checked.entry.began_ms + away_ms)
        opened_ms = self.checked.opened_ms + away_ms
        fresh = self.checked.restart_quiet(now_ms)
        return replace(fresh, since_ms=now_ms, opened_ms=opened_ms, entry=entry, asked=True)

    def countdown(self, left_s: int, share: float, procedure: Procedure) -> Countdown:
        return Countdown(wording.cleared_in(left_s), share)

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        rules = procedure.rules(self.division)
        return Page(
            Layout.NOTICE,
            call=wording.call_for(Person.BOTH, rules, wording.AT_BOARD),
            headline=wording.back_by(self.back_by),
            says=(wording.KEPT_AND_HIDDEN,),
            lines=wording.lines(rules.prompts.silence),
            notice=wording.ENTER_BRINGS_BACK if self.hint else "",
            keys=(wording.SHOW_WORDS,),
        )


@frozen
class Judging(State):
    """TAB was pressed; the record is being made. No verdict exists here, and no key counts."""

    checked: Checking
    pressed_ms: int

    @property
    def division(self) -> int:
        return self.checked.division

    @property
    def unjudged(self) -> Unjudged:
        return self.checked.unjudged

    @property
    def shelter(self) -> Self:
        return self

    def lifetime_ms(self, procedure: Procedure) -> None:
        return None

    def act(self, act: events.Act, now_ms: int, procedure: Procedure) -> Next:
        return self, ()

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        """The same words; nobody is asked for anything."""
        return replace(self.checked.page(self.pressed_ms, procedure, context), then=Call(), keys=())
