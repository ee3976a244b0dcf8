"""Verdicts, hands and progress as parts of a page, built by the server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from markupsafe import Markup, escape

from engine.practice.hand import HandReport, Rating, WaitWorth
from engine.practice.lesson import Task, Verdict
from engine.practice.reach import Reach
from engine.practice.score import ScoreReport
from engine.practice.shown import laid
from engine.ruleset import Ruleset
from engine.scoring.card import score_card
from engine.scoring.discards import DiscardOutlook, Outlook
from engine.scoring.score import Score
from engine.scoring.table import by_seat
from engine.tiles import sort_key
from webui.practice.progress import Attempt
from webui.practice.telling import note_html, right_text, rows_html, tiles_html
from webui.text.score_card import score_card_html
from webui.text.score_words import pattern_name, value_said
from webui.words import Words

MOST_DISCARDS = 6
PLOT = (300, 64)


def verdict_html(verdict: Verdict, task: Task | None, words: Words, sprite: str) -> Markup:
    """What became of an answer: right or not, why, the solution, the score line by line."""
    return Markup("").join(_verdict_parts(verdict, task, words, sprite))


def _verdict_parts(verdict: Verdict, task: Task | None, words: Words, sprite: str) -> Iterator[Markup]:
    heading = Markup('<h2 class="outcome" data-outcome="{}">{}</h2>')
    yield heading.format(verdict.outcome, words[f"practice.{verdict.outcome}"])
    notes = Markup("").join(
        Markup("<li>{}</li>").format(note_html(note, words, sprite)) for note in verdict.notes
    )
    if notes:
        yield Markup('<ul class="notes">{}</ul>').format(notes)
    if verdict.outcome == "wrong" and verdict.solution:
        drawn = rows_html(verdict.solution, words, sprite)
        yield Markup('<div class="solution"><h3>{}</h3>{}</div>').format(words["practice.solution"], drawn)
    if verdict.outcome == "wrong" and verdict.right and task is not None:
        said = right_text(task, verdict.right, words)
        yield Markup('<p class="solution"><b>{}</b> {}</p>').format(words["practice.right_is"], said)
    if isinstance(verdict.card, ScoreReport):
        yield score_html(verdict.card, words, sprite)


def score_html(report: ScoreReport, words: Words, sprite: str) -> Markup:
    """A finished hand line by line."""
    score = report.score
    if score.payments is not None:
        score = replace(score, seat_payments=by_seat(score.payments, 0))
    winds = [words[f"wind.{wind}"] for wind in range(4)]
    return score_card_html(score_card(report.hand, score), sprite, winds, words)


def hand_html(verdict: Verdict, rules: Ruleset, words: Words, sprite: str) -> Markup:
    """The report on a hand: distance, waits, discards, what is in reach."""
    report = verdict.card
    assert isinstance(report, HandReport)
    parts = [_distance(report, words)]
    if report.waits:
        parts.append(_waits(report.waits, words, sprite))
    elif report.view.useful and report.held.missing == 1:
        parts.append(_useful(report.view, words, sprite))
    if report.discards and not report.is_complete:
        parts.append(_discards(report.discards, words, sprite))
    if report.reach and not report.is_complete:
        parts.append(_reach(report.reach, words, sprite))
    return Markup("").join(parts)


def rating_html(rating: Rating, words: Words, sprite: str) -> Markup:
    """One discard against the best."""
    key = f"lesson.rated_{rating.grade}"
    said = words.say(key, tile=words[f"tile.{rating.discard}"], unseen=rating.outlook.unseen,
                     distance=rating.outlook.distance, percent=rating.percent)  # fmt: skip
    parts = [Markup('<p class="rated" data-grade="{}">{}</p>').format(rating.grade, said)]
    if rating.grade != "best":
        best = rating.best
        parts.append(
            Markup('<p class="solution">{} {}</p>').format(
                words.say("lesson.best_discard", tile=words[f"tile.{best.discard}"],
                          distance=best.outlook.distance, kinds=len(best.outlook.useful),
                          unseen=best.outlook.unseen),
                tiles_html((best.discard,), words, sprite),
            )
        )  # fmt: skip
    return Markup("").join(parts)


def plot_svg(attempts: Sequence[Attempt], words: Words) -> Markup:
    """The last attempts as a line of the mean over five; "" for fewer than two."""
    if len(attempts) < 2:
        return Markup("")
    wide, high = PLOT
    shares = [attempt.percent for attempt in attempts]
    means = [
        sum(shares[max(0, at - 4) : at + 1]) / len(shares[max(0, at - 4) : at + 1])
        for at in range(len(shares))
    ]
    step = (wide - 12) / (len(shares) - 1)
    spots = [(6 + at * step, 6 + (high - 12) * (1 - mean / 100)) for at, mean in enumerate(means)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    dots = "".join(
        f'<circle class="{escape(attempt.outcome)}" cx="{6 + at * step:.1f}"'
        f' cy="{6 + (high - 12) * (1 - attempt.percent / 100):.1f}" r="2.6"/>'
        for at, attempt in enumerate(attempts)
    )
    label = words.say("practice.plot", count=len(attempts), percent=round(means[-1]))
    return Markup(
        f'<svg class="plot" viewBox="0 0 {wide} {high}" role="img" aria-label="{escape(label)}">'
        f'<line x1="0" x2="{wide}" y1="6" y2="6"/><line x1="0" x2="{wide}" y1="{high - 6}" y2="{high - 6}"/>'
        f'<polyline points="{line}"/>{dots}</svg>'
    )


def _distance(report: HandReport, words: Words) -> Markup:
    view = report.view
    if report.is_complete:
        text = words["practice.complete"]
    elif view.distance == 0:
        key = "practice.ready" if report.held.missing == 1 else "practice.ready_after"
        text = words.say(key, kinds=len(view.useful), unseen=view.unseen)
    else:
        text = words.say("practice.away", distance=view.distance, kinds=len(view.useful), unseen=view.unseen)
    return Markup('<p class="distance">{}</p>').format(text)


def _waits(waits: Sequence[WaitWorth], words: Words, sprite: str) -> Markup:
    rows = Markup("").join(
        Markup("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>").format(
            tiles_html((wait.tile,), words, sprite),
            wait.unseen,
            _worth(wait.given, words),
            _worth(wait.drawn, words),
        )
        for wait in waits
    )
    heads = Markup("").join(
        Markup("<th>{}</th>").format(words[f"practice.{key}"]) for key in ("wait", "unseen", "given", "drawn")
    )
    return Markup(
        '<h3>{}</h3><table class="waits"><thead><tr>{}</tr></thead><tbody>{}</tbody></table>'
    ).format(words["practice.waits"], heads, rows)


def _worth(score: Score, words: Words) -> str:
    if not score.is_win:
        return words["practice.no_pattern"]
    said = value_said(
        {"unit": score.unit, "value": score.value, "fu": score.fu, "yakuman": score.yakuman}, words
    )
    return said if score.minimum_met else words.say("practice.too_cheap", value=said)


def _useful(view: Outlook, words: Words, sprite: str) -> Markup:
    return Markup('<h3>{}</h3><p class="useful">{}</p>').format(
        words["practice.useful"], _counted(view, words, sprite)
    )


def _counted(view: Outlook, words: Words, sprite: str) -> Markup:
    """The useful tiles, each with how many nobody has seen."""
    return Markup("").join(
        Markup('<span class="counted">{}<i>{}</i></span>').format(
            tiles_html((each.tile,), words, sprite), each.unseen
        )
        for each in view.useful
    )


def _discards(discards: Sequence[DiscardOutlook], words: Words, sprite: str) -> Markup:
    rows = Markup("").join(
        Markup('<tr{}><td>{}</td><td>{}</td><td>{}</td><td class="useful">{}</td></tr>').format(
            Markup(' class="best"') if _is_best(choice, discards) else "",
            tiles_html((choice.discard,), words, sprite),
            choice.outlook.distance,
            choice.outlook.unseen,
            _counted(choice.outlook, words, sprite),
        )
        for choice in discards[:MOST_DISCARDS]
    )
    names = ("discard", "to_ready", "unseen", "useful")
    heads = Markup("").join(Markup("<th>{}</th>").format(words[f"practice.{key}"]) for key in names)
    return Markup(
        '<h3>{}</h3><table class="discards"><thead><tr>{}</tr></thead><tbody>{}</tbody></table>'
    ).format(words["practice.discards"], heads, rows)


def _is_best(choice: DiscardOutlook, discards: Sequence[DiscardOutlook]) -> bool:
    best = discards[0].outlook
    return (choice.outlook.distance, choice.outlook.unseen) == (best.distance, best.unseen)


def _reach(reach: Sequence[Reach], words: Words, sprite: str) -> Markup:
    items = Markup("").join(
        Markup('<li><p><b>{}</b> {} · {}</p><p class="names">{}</p>{}</li>').format(
            _worth(each.score, words),
            "",
            words.say("practice.steps", count=each.distance + 1),
            words["page.comma"].join(pattern_name(pattern.name, words) for pattern in each.score.patterns),
            rows_html((laid(sorted(each.hand.complete_standing, key=sort_key)),), words, sprite),
        )
        for each in reach
    )
    return Markup('<h3>{}</h3><ul class="reach">{}</ul>').format(words["practice.in_reach"], items)
