"""What the rulebooks lay down, case by case: the tables of requirements D-03, D-05, D-07 to D-13 and F3."""

from dataclasses import replace

import pytest

from kiosk.decisions.outcome import evaluate
from kiosk.rules.choices import AppliedTo, Concerned, DecisionShape, Effect, PenaltyScope
from kiosk.rules.ruling import Place
from tests.support.cards import shipped, timed
from tests.support.decisions import form, form_under, knowing, made, ruling, worked

NASPA = ("naspa-2013", "naspa-2013-draft", "naspa-2016")
FAILED = DecisionShape.FAILED_CHALLENGE

# ---- D-03: words looked up separately ----------------------------------------------------------------------


@pytest.mark.parametrize("id", NASPA)
@pytest.mark.parametrize(
    ("responsible", "verdict", "points", "sentence"),
    [
        ("both", "unacceptable", 0, "No penalty: both contributed."),
        ("both", "acceptable", 0, "No penalty: both contributed."),
        ("challenger", "unacceptable", 10, "10 points off the game score of the challenger."),
        ("challenged", "unacceptable", 10, "10 points off the game score of the challenged player."),
        ("second", "unacceptable", 10, "10 points off the game score of the player who went second."),
        ("challenger", "acceptable", 0, "No penalty: the play was acceptable."),
    ],
)
def test_an_improper_look_up_costs_ten_points_where_one_player_alone_is_to_blame_and_the_play_was_bad(
    id: str, responsible: str, verdict: str, points: int, sentence: str
) -> None:
    found = worked(id, "improper_lookup", ruling(verdict), responsible=responsible)

    assert (dict(found.amounts)["points"], found.sentence) == (points, sentence)
    assert found.effect is (Effect.POINTS_OFF_GAME if points else Effect.NONE)
    assert found.clause == "IV.J.2"


def test_once_a_part_was_unacceptable_no_more_words_are_entered() -> None:
    early = worked("naspa-2016", "improper_lookup", ruling("unacceptable"), responsible="both", early="yes")

    assert early.sentence.endswith("No more words are entered.")


def test_a_rule_set_that_fixes_no_points_asks_for_them() -> None:
    rules = shipped("naspa-2016")
    own = replace(rules, improper_lookup=replace(rules.improper_lookup, points=None))

    found = evaluate(
        form_under(own, "improper_lookup"),
        {"responsible": "first", "points": "7"},
        knowing(ruling("unacceptable")),
    )

    assert dict(found.amounts)["points"] == 7


# ---- D-05: withdrawal --------------------------------------------------------------------------------------


@pytest.mark.parametrize("verdict", ["acceptable", "unacceptable"])
def test_after_a_verdict_no_challenge_is_withdrawn(verdict: str) -> None:
    found = worked("naspa-2016", "withdrawal", ruling(verdict), reason="blank_unclear")

    assert found.refusal == "B-10 has its verdict; after that no challenge is withdrawn."


@pytest.mark.parametrize(
    ("id", "reason", "clause", "then"),
    [
        ("naspa-2016", "blank_unclear", "IV.F.1.e", "only once it is designated and the opponent's clock"),
        ("naspa-2016", "blank_earlier_play", "IV.F.3", "any word formed on the current play"),
        ("naspa-2016", "clock_not_stopped", "IV.I.3 item 1", "Nothing was binding yet"),
        ("naspa-2013", "blank_not_designated", "IV.F.1.e; IV.I.3", "restarts the clock of the player of the"),
        ("naspa-2013-draft", "blank_unclear", "draft IV.I.3; IV.F.1.e", "challenge any word formed by the"),
        ("naspa-2013", "tile_found", "V.C.4", "goes to the player who should have drawn it"),
        ("nsa-1998", "blank_misunderstood", "IV.I.2; X.D", "No penalty to either player"),
    ],
)
def test_a_withdrawal_has_a_reason_of_the_rulebook_and_tells_what_follows(
    id: str, reason: str, clause: str, then: str
) -> None:
    found = worked(id, "withdrawal", reason=reason)

    assert (found.clause, found.concerns) == (clause, Concerned.CHALLENGER)
    assert then in found.law[-1].text


def test_a_referred_challenge_may_still_be_withdrawn_its_blank_designated_and_made_again() -> None:
    found = worked(
        "naspa-2016", "withdrawal", ruling("refer"), reason="blank_unclear", letter="e", again="cat dog"
    )

    assert found.sentence == (
        "The challenge is withdrawn; nobody loses a turn. The blank is E. Challenged after that: CAT DOG."
    )


def test_one_rulebook_knows_no_withdrawal() -> None:
    assert shipped("wespa-5.1").decision("withdrawal") is None


# ---- D-07: compensation ------------------------------------------------------------------------------------
BOOK = ruling("unacceptable", method="word_judge_book", operator="AB")


@pytest.mark.parametrize("id", NASPA)
@pytest.mark.parametrize(("score", "points"), [("42", 67), ("0", 25), ("90", 115)])
def test_a_turn_lost_to_a_manual_error_is_worth_the_play_and_25(id: str, score: str, points: int) -> None:
    found = worked(id, "compensation", BOOK, play_score=score)

    assert found.amounts == (("points", points),)
    assert found.effect is Effect.POINTS_TO_SPREAD
    assert found.sentence == f"{points} points added to the cumulative spread of the challenged player."


@pytest.mark.parametrize(("verdict", "who"), [("acceptable", "challenger"), ("unacceptable", "challenged")])
def test_it_goes_to_whoever_lost_the_turn(verdict: str, who: str) -> None:
    about = replace(BOOK, verdict=ruling(verdict).verdict)

    assert worked("naspa-2016", "compensation", about, play_score="42").concerns == who


@pytest.mark.parametrize(
    ("about", "answers", "sentence"),
    [
        (ruling("unacceptable"), {}, "Only a turn lost to an erroneous manual adjudication is compensated"),
        (ruling("unacceptable", method="word_judge_computer"), {}, "was adjudicated another way"),
        (replace(BOOK, local="2026-04-30T18:00:00"), {}, "Too late: Director notified before the player"),
        (BOOK, {"told": "later"}, "Too late"),
        (ruling("refer", method="word_judge_book"), {}, "has no verdict yet"),
        (
            ruling("acceptable", method="word_judge_book", penalty="five_per_word"),
            {},
            "Nobody lost a turn to this ruling",
        ),
    ],
)
def test_compensation_is_refused_where_the_rulebook_has_none(about, answers, sentence: str) -> None:
    found = worked("naspa-2016", "compensation", about, play_score="42", **answers)

    assert sentence in found.refusal
    assert found.amounts == ()


def test_the_director_may_have_been_told_in_time_and_decide_the_next_day() -> None:
    yesterday = replace(BOOK, local="2026-04-30T18:00:00")

    assert worked("naspa-2016", "compensation", yesterday, play_score="42", told="that_day").refusal == ""


# ---- D-08, F3: what a failed challenge costs ---------------------------------------------------------------


def cost(penalty: str, words: int, earlier: str | None) -> tuple[Effect, dict[str, object]]:
    rules = timed()
    about = ruling(penalty=penalty, words=("CAT",) * words)
    said = {"seat": "first"} | ({} if earlier is None else {"earlier": earlier})
    found = evaluate(form_under(rules, "failed_challenge"), said, knowing(about))
    assert found.refusal == ""
    return found.effect, dict(found.amounts)


TURN, GAIN, NOTHING = (Effect.TURN_LOST, {}), Effect.POINTS_TO_GAME, (Effect.NONE, {})


@pytest.mark.parametrize(
    ("penalty", "three_words", "second_failure"),
    [
        ("lose_turn", TURN, TURN),
        ("five_per_word", (GAIN, {"points": 15}), (GAIN, {"points": 5})),
        ("five_per_turn", (GAIN, {"points": 5}), (GAIN, {"points": 5})),
        ("ten_per_word", (GAIN, {"points": 30}), (GAIN, {"points": 10})),
        ("ten_per_turn", (GAIN, {"points": 10}), (GAIN, {"points": 10})),
        ("none", NOTHING, NOTHING),
        ("dingle", NOTHING, TURN),
        ("five_then_ten", (GAIN, {"points": 5}), (GAIN, {"points": 10})),
        ("ladder", (GAIN, {"points": 5}), (GAIN, {"points": 10})),
        ("time", (Effect.TIME_TAKEN, {"seconds": 60}), (Effect.TIME_TAKEN, {"seconds": 60})),
    ],
)
def test_the_sheet(penalty: str, three_words, second_failure) -> None:
    assert cost(penalty, 3, None) == three_words
    assert cost(penalty, 1, "1") == second_failure


@pytest.mark.parametrize(("earlier", "points"), [(2, 20), (3, 30), (9, 30)])
def test_the_last_step_of_a_ladder_repeats(earlier: int, points: int) -> None:
    assert cost("ladder", 1, str(earlier)) == (GAIN, {"points": points})


DINGLE = ruling(penalty="dingle")
BEFORE = ruling(seq=5, penalty="dingle")


@pytest.mark.parametrize(
    ("before", "seat", "effect"),
    [
        ("first", "first", Effect.TURN_LOST),
        ("first", "second", Effect.NONE),
        ("second", "second", Effect.TURN_LOST),
    ],
)
def test_a_failure_counts_against_whoever_challenged_before_in_this_game(before, seat, effect) -> None:
    context = knowing(DINGLE, rulings=(BEFORE,), decisions=(made(BEFORE, FAILED, seat=before),))

    assert evaluate(form("wespa-5.1", "failed_challenge"), {"seat": seat}, context).effect is effect


@pytest.mark.parametrize(
    ("changes", "answers", "sentence"),
    [
        ({}, {}, "say who challenged"),
        ({}, {"seat": "first"}, "B-5 failed too at this table in this round, and nobody has said who"),
        ({"place": Place("main", "open", 4)}, {"seat": "first"}, "names no event, round and table"),
        ({"rulings": ()}, {}, "say who challenged"),
    ],
)
def test_where_the_records_do_not_tell_the_answer_is_not_known_and_never_the_first(
    changes, answers: dict[str, str], sentence: str
) -> None:
    context = replace(knowing(DINGLE, rulings=(BEFORE,)), **changes)

    found = evaluate(form("wespa-5.1", "failed_challenge"), answers, context)

    assert found.refusal.startswith("Not known: ")
    assert sentence in found.refusal
    assert (found.sentence, found.amounts) == ("", ())


@pytest.mark.parametrize(
    "other",
    [
        ruling("unacceptable", seq=5),
        ruling(seq=20),
        replace(BEFORE, place=Place("main", "open", 3, 7)),
        replace(BEFORE, place=Place("main", "open", 4, 8)),
        replace(BEFORE, place=Place("main", "other", 4, 7)),
    ],
)
def test_other_games_later_rulings_and_challenges_that_were_won_count_for_nothing(other) -> None:
    context = knowing(DINGLE, rulings=(other,))

    assert evaluate(form("wespa-5.1", "failed_challenge"), {"seat": "first"}, context).effect is Effect.NONE


def test_of_several_rulings_on_one_challenge_the_last_counts_once() -> None:
    again = ruling(seq=6, after=BEFORE.key, opinion=2, penalty="dingle")
    overturned = replace(again, verdict=ruling("unacceptable").verdict)
    asked = form("wespa-5.1", "failed_challenge")
    seat = made(BEFORE, FAILED, seat="first")
    stands = made(BEFORE, DecisionShape.FIRST_STANDS)

    def effect(*rulings, decisions=(seat,)) -> Effect:
        return evaluate(
            asked, {"seat": "first"}, knowing(DINGLE, rulings=rulings, decisions=decisions)
        ).effect

    assert effect(BEFORE, again) is Effect.TURN_LOST
    assert effect(BEFORE, overturned) is Effect.NONE
    assert effect(BEFORE, overturned, decisions=(seat, stands)) is Effect.TURN_LOST


def test_failures_over_a_whole_event_are_told_and_not_guessed() -> None:
    rules = shipped("wespa-5.1")
    own = replace(rules, penalty=replace(rules.penalty, scope=PenaltyScope.EVENT))
    asked = form_under(own, "failed_challenge")

    unknown = evaluate(asked, {"seat": "first"}, knowing(DINGLE))
    told = evaluate(asked, {"seat": "first", "earlier": "1"}, knowing(DINGLE))

    assert "seats do not tell players apart" in unknown.refusal
    assert told.effect is Effect.TURN_LOST


def test_a_failure_decided_on_without_a_ruling_here_counts_too() -> None:
    context = knowing(DINGLE, decisions=(made(None, FAILED, seat="first"),))

    assert (
        evaluate(form("wespa-5.1", "failed_challenge"), {"seat": "first"}, context).effect is Effect.TURN_LOST
    )


@pytest.mark.parametrize(
    ("about", "sentence"),
    [
        (ruling("unacceptable"), "was ruled unacceptable, so the challenge did not fail"),
        (ruling("refer"), "has no verdict yet"),
        (ruling(penalty="time"), "leaves the size of “time” open"),
    ],
)
def test_no_cost_is_told_where_none_is_due_or_its_size_is_open(about, sentence: str) -> None:
    assert sentence in worked("wespa-5.1", "failed_challenge", about, seat="first").refusal


def test_points_come_off_the_challenger_where_a_rule_set_says_so() -> None:
    rules = shipped("wespa-5.1")
    own = replace(rules, penalty=replace(rules.penalty, applied_to=AppliedTo.CHALLENGER_LOSS))
    asked = form_under(own, "failed_challenge")

    found = evaluate(asked, {}, knowing(ruling(penalty="five_per_word")))

    assert (found.effect, found.concerns) == (Effect.POINTS_OFF_GAME, Concerned.CHALLENGER)


def test_whether_a_lost_turn_counts_as_a_scoreless_one_is_the_rulebook_s_to_say() -> None:
    naspa = worked("naspa-2016", "failed_challenge", ruling())
    wespa = worked("wespa-5.1", "failed_challenge", ruling())

    assert any("zero-scoring" in line.text for line in naspa.law)
    assert not any("zero" in line.text for line in wespa.law)


# ---- D-09, D-10: while it is time --------------------------------------------------------------------------
CORRECTED, PLAY_ON = Effect.VERDICT_CORRECTED, Effect.NONE


@pytest.mark.parametrize(
    ("verdict", "answers", "effect"),
    [
        ("acceptable", {"accepted_1": "no"}, CORRECTED),
        ("acceptable", {"accepted_1": "yes"}, PLAY_ON),
        ("unacceptable", {"refused_1": "yes", "refused_reading": "as_written"}, CORRECTED),
        ("unacceptable", {"refused_1": "no", "refused_reading": "as_written"}, PLAY_ON),
        ("unacceptable", {"refused_1": "no", "refused_reading": "as_read"}, CORRECTED),
        ("unacceptable", {"refused_1": "yes", "refused_reading": "as_read"}, PLAY_ON),
    ],
)
def test_a_wrong_verdict_under_wespa_is_corrected_within_its_window_by_the_reading_that_was_chosen(
    verdict: str, answers: dict[str, str], effect: Effect
) -> None:
    found = worked("wespa-5.1", "misadjudication", ruling(verdict), **answers)

    assert (found.effect, found.refusal) == (effect, "")


def test_both_readings_are_shown_and_one_must_be_chosen() -> None:
    asked = form("wespa-5.1", "misadjudication").question("refused_reading")
    unsaid = worked("wespa-5.1", "misadjudication", ruling("unacceptable"), refused_1="yes")
    said = worked(
        "wespa-5.1", "misadjudication", ruling("unacceptable"), refused_1="yes", refused_reading="as_written"
    )

    assert asked is not None
    written, read = (choice.label for choice in asked.choices)
    assert (written, "has not finished" in read) == (
        "By the text: The opponent has finished their turn.",
        True,
    )
    assert unsaid.at == "refused_reading"
    assert [line.clause for line in said.law[:2]] == ["3.10.11(b)"] * 2


@pytest.mark.parametrize("verdict", ["acceptable", "unacceptable"])
@pytest.mark.parametrize(
    ("combined", "played", "effect"),
    [("no", "no", CORRECTED), ("yes", "no", PLAY_ON), ("no", "yes", PLAY_ON), ("yes", "yes", PLAY_ON)],
)
def test_the_same_words_are_adjudicated_again_until_tiles_are_combined_or_the_next_play_is_made(
    verdict: str, combined: str, played: str, effect: Effect
) -> None:
    way = {"acceptable": "accepted", "unacceptable": "refused"}[verdict]

    found = worked(
        "naspa-2016", "misadjudication", ruling(verdict), **{f"{way}_1": combined, f"{way}_2": played}
    )

    assert (found.effect, found.refusal) == (effect, "")
    assert any("IV.J.1.n" in line.clause for line in found.law)


def test_extra_time_is_for_an_acceptable_play_that_was_refused() -> None:
    found = worked(
        "wespa-5.1",
        "misadjudication",
        ruling("unacceptable"),
        refused_1="yes",
        refused_reading="as_read",
        seconds="90",
    )
    other = worked("wespa-5.1", "misadjudication", ruling("acceptable"), accepted_1="yes", seconds="90")

    assert "1 minute 30 seconds added to the playing time of the challenged player." in found.sentence
    assert other.refusal == "“seconds” is not asked with these answers. Leave it out."


def test_a_rulebook_without_a_window_leaves_it_to_the_director() -> None:
    rules = shipped("naspa-2016")
    silent = replace(rules, misadjudication=replace(rules.misadjudication, accepted_wrongly_asks=()))

    found = evaluate(form_under(silent, "misadjudication"), {}, knowing(ruling()))

    assert found.sentence.startswith("No time for a correction is laid down")


# ---- D-11, D-12, D-13, D-20 and the rest -------------------------------------------------------------------


def test_wrong_tiles_removed_after_a_challenge_that_was_won_give_the_challenger_a_minute() -> None:
    found = worked("naspa-2016", "extra_minute", ruling("unacceptable"))
    lost = worked("naspa-2016", "extra_minute", ruling("acceptable"))

    assert (found.amounts, found.concerns) == ((("seconds", 60),), Concerned.CHALLENGER)
    assert "that turn retaken" in found.law[0].text
    assert "no tiles were to be removed" in lost.refusal


def test_each_rulebook_has_its_own_grounds_for_a_challenge_of_the_placement() -> None:
    def grounds(id: str) -> set[str]:
        asked = form(id, "placement").question("ground")
        assert asked is not None
        return {choice.id for choice in asked.choices}

    assert "misoriented" not in grounds("naspa-2016")
    assert "misoriented" in grounds("naspa-2013") & grounds("wespa-5.1") & grounds("nsa-1998")
    assert any("No ground: Misoriented" in line.text for line in form("naspa-2016", "placement").law)


def test_a_failed_challenge_of_the_placement_costs_nothing_where_the_rulebook_says_so() -> None:
    free = worked("wespa-5.1", "placement", ground="diagonal", upheld="no")
    silent = worked("naspa-2016", "placement", ground="diagonal", upheld="no")
    decided = worked("naspa-2016", "placement", ground="diagonal", upheld="no", cost="turn_lost")
    upheld = worked("naspa-2016", "placement", ground="diagonal", upheld="yes")

    assert (free.effect, free.law[-1].clause) == (Effect.NONE, "3.13.1(c)")
    assert silent.at == "cost"
    assert (decided.effect, decided.concerns) == (Effect.TURN_LOST, Concerned.CHALLENGER)
    assert (upheld.effect, upheld.concerns) == (Effect.TURN_LOST, Concerned.CHALLENGED)


@pytest.mark.parametrize("type", ["free_challenge", "penalty_overruled"])
def test_a_penalty_that_is_waived_leaves_the_ruling_as_it_is(type: str) -> None:
    found = worked("nsa-1998", type, ruling("acceptable"))
    won = worked("nsa-1998", type, ruling("unacceptable"))

    assert found.effect is Effect.TURN_KEPT
    assert found.sentence == (
        "Not applied: the challenger loses that turn, scoring zero. The challenger keeps the turn."
    )
    assert "no penalty to be spared" in won.refusal


@pytest.mark.parametrize(
    ("verdict", "penalty", "right", "sentence"),
    [
        ("unacceptable", "lose_turn", "yes", "Verified: the challenged player loses the turn."),
        ("acceptable", "lose_turn", "no", "Put right: the challenger loses the turn, as the ruling demands."),
        ("acceptable", "five_per_word", "yes", "Verified: nobody loses a turn."),
    ],
)
def test_that_the_right_player_lost_the_turn_is_verified(verdict, penalty, right, sentence) -> None:
    found = worked("naspa-2016", "outcome_verified", ruling(verdict, penalty=penalty), right=right)

    assert (found.sentence, found.clause) == (sentence, "IV.K.3.j")


@pytest.mark.parametrize(
    ("id", "type", "answers", "sentence"),
    [
        (
            "nsa-1998",
            "blank_not_designated",
            {"who": "second"},
            "50 points off the cumulative spread of the player who went second.",
        ),
        (
            "naspa-2016",
            "minor_infractions",
            {"effect": "time_taken", "who": "first"},
            "1 minute off the playing time of the player who went first.",
        ),
        ("wespa-5.1", "special_needs", {"effect": "none", "who": "first"}, "Nothing is added or taken away."),
        ("wespa-5.1", "forfeit", {"who": "challenged"}, "The challenged player forfeits the game."),
        (
            "wespa-5.1",
            "frivolous_challenge",
            {"effect": "points_off_game", "points": "1"},
            "1 point off the game score of the challenger.",
        ),
        ("naspa-2016", "blank_designated", {"letter": "q"}, "The blank is Q."),
        ("wespa-5.1", "ejection", {"who": "both"}, "It concerns both players."),
        (
            "naspa-2016",
            "time_returned",
            {"seconds": "45", "who": "first"},
            "45 seconds added to the playing time of the player who went first.",
        ),
    ],
)
def test_a_plain_decision_says_what_it_does_to_whom(id, type, answers, sentence) -> None:
    found = worked(id, type, **answers)

    assert found.sentence.endswith(sentence)


@pytest.mark.parametrize("type", ["note", "warning", "discretion", "incident"])
def test_what_a_title_alone_does_not_tell_needs_a_remark(type: str) -> None:
    answers = {"who": "first"} if type == "warning" else {}

    assert worked("naspa-2016", type, **answers).at == "remark"
    assert worked("naspa-2016", type, **answers, remark="Water on the board.").refusal == ""
