"""Reads each table of a rule-set file into its part of a `RuleSet`. What each key may hold is said here."""

from kiosk.core.rules import remedies
from kiosk.core.rules import ruleset as rules
from kiosk.core.rules.penalties import PENALTIES
from kiosk.core.rules.table import Table

PERSONS = ("challenger", "challenged", "both", "judge", "director", "none")
SLIP = ("required", "on_demand", "advised", "none")
EDIT_UNTIL = ("adjudication", "left_table", "first_letter", "handed_over")
CONCESSION = ("either", "none")
ZERO_TURN = ("always", "play_removed")
APPLIED_TO = ("challenged_gain", "challenger_loss")
SCOPE = ("game", "event")
AIM = ("game", "spread", "director", "none")
VERDICTS = ("acceptable", "unacceptable", "any")
RESPONSIBLE = ("one_player", "any")
PENALTY_IDS = tuple(PENALTIES)
LINE = 5  # words in one station line
CONSEQUENCE = 10  # words in the line under a verdict


def method(id: str, table: Table) -> rules.Method:
    found = rules.Method(
        id=id,
        name=table.text("name"),
        adjudication_key=table.text("adjudication_key"),
        typed_by=table.choice("typed_by", PERSONS),
        pressed_by=table.choice("pressed_by", PERSONS),
        verified_by=table.choice("verified_by", PERSONS),
        slip=table.choice("slip", SLIP),
        edit_until=table.choice("edit_until", EDIT_UNTIL),
        consent=table.flag("consent"),
    )
    table.finish()
    return found


def terms(table: Table) -> rules.Terms:
    found = rules.Terms(
        clock=table.text("clock"),
        stopped=table.text("stopped"),
        director=table.text("director"),
        judge=table.text("judge"),
        challenger=table.text("challenger"),
        challenged=table.text("challenged"),
        slip=table.text("slip"),
        look_up=table.text("look_up"),
    )
    table.finish()
    return found


def prompts(table: Table) -> rules.Prompts:
    found = rules.Prompts(
        clock=table.line("clock", LINE),
        tiles=table.line("tiles", LINE),
        slip=table.line("slip", LINE),
        silence=table.line("silence", LINE),
        type_words=table.line("type_words", LINE),
        check=table.line("check", LINE),
        press=table.line("press", LINE),
        board=table.line("board", LINE),
        blank=table.line("blank", LINE),
        only_declared=table.line("only_declared", LINE),
        binding=table.line("binding", LINE),
        must_adjudicate=table.line("must_adjudicate", LINE),
        placement=table.line("placement", LINE),
        manual=table.line("manual", LINE),
        again=table.line("again", LINE),
        doubt=table.line("doubt", LINE),
        after_acceptable=table.line("after_acceptable", LINE),
        after_unacceptable=table.line("after_unacceptable", LINE),
        mark_slip=table.line("mark_slip", LINE),
    )
    table.finish()
    return found


def verdict(table: Table) -> rules.VerdictWords:
    found = rules.VerdictWords(
        acceptable=table.line("acceptable", LINE),
        unacceptable=table.line("unacceptable", LINE),
        refer=table.line("refer", LINE),
        acceptable_mark=table.text("acceptable_mark"),
        unacceptable_mark=table.text("unacceptable_mark"),
        marked_on=table.text("marked_on"),
        secrecy=table.text("secrecy"),
    )
    table.finish()
    return found


def consequence(table: Table) -> rules.Consequence:
    found = rules.Consequence(
        unacceptable=table.line("unacceptable", CONSEQUENCE),
        lose_turn=table.line("lose_turn", CONSEQUENCE),
        gain=table.line("gain", CONSEQUENCE, ("points",)),
        loss=table.line("loss", CONSEQUENCE, ("points",)),
        seconds=table.line("seconds", CONSEQUENCE, ("seconds",)),
        none=table.line("none", CONSEQUENCE),
        history=table.line("history", CONSEQUENCE),
    )
    table.finish()
    return found


def lexicon(table: Table) -> rules.LexiconRule:
    found = rules.LexiconRule(
        families=table.texts("families"),
        main_named=table.text("main_named"),
        international=table.texts("international"),
        international_named=table.text("international_named"),
        school=table.texts("school"),
        school_named=table.text("school_named"),
        long_name=table.text("long_name") or None,
        long_from=table.maybe_number("long_from"),
        long_by_book=table.flag("long_by_book"),
    )
    table.finish()
    return found


def penalty(table: Table) -> rules.PenaltyRule:
    standard = table.choices("options", PENALTY_IDS)
    unusual = table.choices("non_standard", PENALTY_IDS)
    found = rules.PenaltyRule(
        default=table.choice("default", standard),
        options=standard + tuple(id for id in unusual if id not in standard),
        non_standard=unusual,
        non_standard_note=table.text("non_standard_note"),
        international_options=table.choices("international_options", PENALTY_IDS),
        applied_to=table.choice("applied_to", APPLIED_TO),
        scope=table.choice("scope", SCOPE),
        ladder=table.numbers("ladder"),
        time_s=table.maybe_number("time_s"),
        success=table.text("success"),
        success_international=table.text("success_international"),
    )
    table.finish()
    return found


def penalty_names(table: Table) -> tuple[remedies.Entry, ...]:
    table.only(PENALTY_IDS)
    return table.entries()


def challenge(table: Table) -> rules.Challenge:
    found = rules.Challenge(
        binding=table.texts("binding"),
        concession=table.choice("concession", CONCESSION),
        words_together=table.flag("words_together"),
        lost_challenge_zero=table.choice("lost_challenge_zero", ZERO_TURN),
    )
    table.finish()
    return found


def improper_lookup(table: Table) -> remedies.ImproperLookup:
    found = remedies.ImproperLookup(
        points=table.maybe_number("points"),
        target=table.choice("target", AIM),
        responsible=table.choice("responsible", RESPONSIBLE),
        verdict=table.choice("verdict", VERDICTS),
        stop_when_unacceptable=table.flag("stop_when_unacceptable"),
        remedy=table.text("remedy"),
    )
    table.finish()
    return found


def review(table: Table) -> remedies.Review:
    found = remedies.Review(
        finality=table.text("finality"),
        grounds=table.texts("grounds"),
        window=table.text("window"),
        second_opinion=table.text("second_opinion"),
        other_person=table.flag("other_person"),
        third_opinion=table.text("third_opinion"),
        no_third_opinion=table.text("no_third_opinion"),
        differing=table.text("differing"),
    )
    table.finish()
    return found


def misadjudication(table: Table) -> remedies.Misadjudication:
    found = remedies.Misadjudication(
        accepted_wrongly_until=table.text("accepted_wrongly_until"),
        refused_wrongly_until=table.text("refused_wrongly_until"),
        refused_wrongly_literal=table.text("refused_wrongly_literal"),
        otherwise=table.text("otherwise"),
        extra_time=table.flag("extra_time"),
    )
    table.finish()
    return found


def compensation(table: Table) -> remedies.Compensation:
    found = remedies.Compensation(
        extra=table.maybe_number("extra"),
        target=table.choice("target", AIM),
        applies_to=table.text("applies_to"),
        deadline=table.text("deadline"),
    )
    table.finish()
    return found


def placement(table: Table) -> remedies.Placement:
    found = remedies.Placement(
        decided_by=table.text("decided_by"),
        fail_penalty=table.text("fail_penalty"),
        grounds=table.table("grounds").entries(),
        no_grounds=table.table("no_grounds").entries(),
    )
    table.finish()
    return found


def after_challenge(table: Table) -> remedies.AfterChallenge:
    found = remedies.AfterChallenge(table.maybe_number("extra_minutes"), table.text("text"))
    table.finish()
    return found


def card(table: Table) -> rules.CardText:
    found = rules.CardText(
        steps=table.steps("step"),
        not_settled=table.steps("not_settled"),
        judge_checks=table.steps("judge_check"),
        briefing=table.text("briefing"),
        clock_watch=table.text("clock_watch"),
        third_party=table.text("third_party"),
        tiles=table.text("tiles"),
        drawing=table.text("drawing"),
        restart=table.text("restart"),
        restart_international=table.text("restart_international"),
        special_needs=table.text("special_needs"),
        device_rules=table.texts("device_rules"),
        courtesy_draw_s=table.number("courtesy_draw_s"),
        courtesy_draw=table.text("courtesy_draw"),
        out_play=table.text("out_play"),
        out_play_s=table.maybe_number("out_play_s"),
        zero_turns=table.text("zero_turns"),
    )
    table.finish()
    return found


def report_to(table: Table) -> tuple[str, ...]:
    found = table.texts("to")
    table.finish()
    return found
