"""The rule set, and what this house plays otherwise."""

from __future__ import annotations

from dataclasses import replace

from flask import request

from engine.house import with_settings
from engine.rules import load_ruleset, ruleset_names
from engine.tiles import EngineError
from webui.access.roles import Role, access_of, needs
from webui.page.context import chosen_words, room_of
from webui.rules.house_form import as_typed, form_of, settings_entered, why_not
from webui.setup.blueprint import WRONG, Answer, is_skipped, save, serve_by, setup, step_page
from webui.watch.source import DEFAULT_RULES


@setup.get("/rules")
@needs(Role.admin)
def rules() -> Answer:
    """Step 6; ``rules`` shows the form of another rule set."""
    return _page(request.args.get("rules", ""))


@setup.post("/rules")
@needs(Role.admin)
def choose_rules() -> Answer:
    """Form ``rules`` (a rule set) and its settings by name; with ``plain`` all as the rule set has them."""
    if is_skipped():
        return save("rules", lambda now: now)
    wanted = request.form.get("rules", "")
    try:
        if wanted not in ruleset_names():
            raise EngineError(chosen_words()["setup.choose"])
        base = load_ruleset(wanted)
        lists = {name: request.form.getlist(name) for name in request.form}
        house = {} if "plain" in request.form else settings_entered(base, request.form, lists)
        return serve_by("rules", lambda now: replace(now, rules=wanted, house=house))
    except EngineError as wrong:
        known = wanted in ruleset_names()
        reason = why_not(wrong, load_ruleset(wanted), chosen_words())[1] if known else str(wrong)
        return _page(wanted, reason), 400
    except WRONG as wrong:
        return _page(wanted, str(wrong)), 400


def _page(wanted: str, problem: str = "") -> str:
    settings = access_of().settings.now
    known = ruleset_names()
    playing = settings.rules or room_of().state.rules.name
    name = next((each for each in (wanted, playing, DEFAULT_RULES) if each in known), known[0])
    base = load_ruleset(name)
    played = with_settings(base, settings.house) if name == settings.rules else base
    titles = [(each, load_ruleset(each).title) for each in known]
    form = form_of(base, played)
    if problem and name == wanted:
        lists = {each: request.form.getlist(each) for each in request.form}
        form = {part: [as_typed(field, lists) for field in fields] for part, fields in form.items()}
    return step_page("rules", problem, titles=titles, chosen=name, form=form)
