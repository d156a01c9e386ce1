"""
Rulebook, second half: set-up, phases and turns, actions, procedures, endings, scoring.
"""

from __future__ import annotations

from .checking import EndingT, Phase, Turns
from .english import capital, listed, plural, words, zone_name
from .expr.typed import Const
from .markdown import Item, link, plain
from .phrases import PLACING
from .rulebook import Book
from .rulebook_things import formula
from .types import Member

THEN = {
    "now": "at once", "finish_turn": "after this turn", "finish_round": "after this round",
    "finish_phase": "after this phase",
}  # fmt: skip

LYING = ("start", "of", "per", "kind", "seen_by")
BEGINNING = ("start", "type", "per")
CHOOSING = ("choose", "count", "keep", "leaving", "by", "secret", "ordered")


def rules(b: Book) -> None:
    """The chapters about what is done."""
    first = _set_up(b)
    _course(b, [p for p in b.rules.phases if p.name not in first])
    _actions(b)
    _procedures(b)
    _endings(b)
    _scoring(b)
    _terms(b)


def preparing(phases: list[Phase]) -> list[str]:
    """The phases at the start in which nobody takes turns, and to which no other leads back."""
    found: list[str] = []
    targets = {target for p in phases for target, _ in p.next}
    for phase in phases:
        if phase.turns is not None or (
            phase.name in targets and (not found or phases[len(found) - 1].next != [(phase.name, None)])
        ):
            break
        found.append(phase.name)
    return found


def _set_up(b: Book) -> list[str]:
    items = []
    for zone in b.d.zones.values():
        if zone.start is None:
            continue
        query = b.rules.checked.zone_starts.get(zone.name)
        what = b.they.value(query) if query is not None else f"all {plural(words(zone.of))}"
        how = " and are shuffled" if zone.kind in ("pile", "bag") and zone.seen_by == "nobody" else ""
        where = f"the {zone_name(zone)}" + (f" of each {words(zone.per)}" if zone.per else "")
        items.append(Item(f"{capital(what)} go to {where}{how}.{b.mark_of(LYING, 'zones', zone.name)}"))
    for field in b.d.fields.values():
        start = b.rules.checked.field_starts.get(field.name)
        if start is not None:
            name = words(field.name)
            if field.name in PLACING and isinstance(field.type, Member):
                name = words(field.type.name)
            be = b.they.verb(f"the {name}", "is")
            whose = f" of each {' and '.join(words(o) for o in field.per)}" if field.per else ""
            changed = b.mark_of(BEGINNING, "fields", field.name)
            items.append(Item(f"The {name}{whose} {be} {b.they.value(start)}.{changed}"))
    names = preparing(b.rules.phases)
    for phase in b.rules.phases[: len(names)]:
        steps = b.steps.steps(phase.do)
        about = b.about("phases", phase.name) or f"{capital(words(phase.name))}:"
        items.append(Item(about + b.mark_of(["about"], "phases", phase.name), steps))
    for count, bots in b.d.scripted.items():
        if count in b.counts:
            who = listed([f"**{words(s)}**" for s in bots])
            with_ = f"With {count} player{'' if count == 1 else 's'}"
            items.append(Item(f"{with_}, {who} also has a seat, for whom nobody chooses."))
    if items:
        b.doc.heading(2, "Set-up")
    b.doc.items(items, numbered=True)
    return names


# -- phases and turns --------------------------------------------------------------------------------


def _course(b: Book, phases: list[Phase]) -> None:
    if phases:
        b.doc.heading(2, "Course of play")
    for phase in phases:
        b.doc.heading(3, f"Phase: {words(phase.name)}", f"phases.{phase.name}")
        b.doc.paragraph(b.about("phases", phase.name) + b.mark_of(["about"], "phases", phase.name))
        b.doc.items(b.steps.steps(phase.do), numbered=True)
        if phase.turns is not None:
            b.doc.items(_turns(b, phase.name, phase.turns))
        b.doc.paragraph(_next(b, phase))


def _next(b: Book, phase: Phase) -> str:
    targets = []
    for target, when in phase.next:
        name = "the end of the game" if target == "over" else f"the phase {link(words(target), f'phases.{target}')}"
        targets.append(f"{name} if {b.they.condition(when)}" if when is not None else name)
    if targets:
        return f"After this phase: {', otherwise '.join(targets)}.{b.mark_of(['next'], 'phases', phase.name)}"
    lasting = phase.turns is not None and phase.turns.until is None and phase.turns.rounds is None
    return "It goes on until an ending comes about." if lasting else "After this phase the game is over."


def _turns(b: Book, phase: str, turns: Turns) -> list[Item]:
    they, you = b.they, b.you

    def by(*keys: str) -> str:
        return b.mark_of(keys, "phases", phase, "turns")

    items = []
    who = they.value(turns.starting) if turns.starting is not None else "the first player"
    order = "then clockwise" if turns.then is None else f"after a turn comes {they.value(turns.then)}"
    items.append(Item(f"Who begins: {who}; {order}.{by('starting', 'then')}"))
    if turns.each is not None:
        items.append(Item(f"Everybody takes {they.value(turns.each)} turns in a row.{by('each')}"))
    if turns.skip is not None:
        items.append(Item(f"A player is passed over if {they.condition(turns.skip)}.{by('skip')}"))
    if turns.rounds is not None:
        many = they.value(turns.rounds)
        lasting = f"The phase lasts {many} round{'' if many == '1' else 's'}, in which everybody has a turn."
        items.append(Item(lasting + by("rounds")))
    if turns.until is not None:
        items.append(Item(f"The phase ends when {they.condition(turns.until)}.{by('until')}"))
    if turns.before:
        items.append(Item(f"Before each turn:{by('before')}", b.steps.steps(turns.before)))
    if turns.actions:
        names = [link(capital(words(a.name)), f"actions.{a.name}") for a in turns.actions]
        if turns.acts_any:
            often = "as many actions as you like, until something ends the turn"
        elif turns.acts is not None:
            often = f"{you.value(turns.acts)} actions"
        else:
            often = "one action"
        items.append(Item(f"In your turn you take {often}: {listed(names, 'or')}.{by('actions', 'acts')}"))
    if turns.do:
        items.append(Item(f"In your turn:{by('do')}", b.steps.steps(turns.do)))
    if turns.after:
        items.append(Item(f"After each turn:{by('after')}", b.steps.steps(turns.after)))
    return items


# -- actions and procedures --------------------------------------------------------------------------


def _actions(b: Book) -> None:
    done: set[str] = set()
    for phase in b.rules.phases:
        for action in phase.turns.actions if phase.turns is not None else ():
            if action.name in done:
                continue
            if not done:
                b.doc.heading(2, "Actions")
            done.add(action.name)
            entry = action.entry
            b.doc.heading(3, capital(words(action.name)), f"actions.{action.name}")
            b.doc.paragraph(plain(entry.about) + b.mark_of(["about"], "actions", action.name))
            if entry.when is not None:
                only = f"Only if {b.you.condition(entry.when)}."
                b.doc.paragraph(only + b.mark_of(["when"], "actions", action.name))
            _chosen(b, action.name)
            b.doc.items(b.steps.steps(entry.do), numbered=True)


def _chosen(b: Book, name: str) -> None:
    """What is chosen with an action: a list where there are several things."""
    entry = next(a.entry for p in b.rules.phases if p.turns for a in p.turns.actions if a.name == name)
    if len(entry.names) < 2:
        b.doc.paragraph(b.steps.choosing(entry) + b.mark_of(CHOOSING, "actions", name))
        return
    b.doc.paragraph("Choose:")
    names = [(n, b.mark_of([n.var.name], "actions", name, "choose")) for n in entry.names]
    b.doc.items([Item(f"*{words(n.var.name)}*: {b.you.single(n.domain)}{changed}") for n, changed in names])
    rest = [f"so that {b.you.condition(entry.keep)}"] if entry.keep is not None else []
    rest += [f"so that afterwards {b.you.condition(entry.leaving)}"] if entry.leaving is not None else []
    changed = b.mark_of(["keep", "leaving"], "actions", name)
    b.doc.paragraph(f"{capital(', and '.join(rest))}.{changed}" if rest else "")
    if entry.do:
        b.doc.paragraph("Then:")


def _procedures(b: Book) -> None:
    names = [n for n in b.rules.procedures if n in b.d.procedures]
    if names:
        b.doc.heading(2, "In detail")
    for name in sorted(names, key=list(b.d.procedures).index):
        procedure = b.rules.procedures[name]
        b.doc.heading(3, capital(words(name)), f"procedures.{name}")
        for var in procedure.params:
            if var.name == "self":
                b.you.named[var] = f"this {b.you.noun(var.type)}"
        with_ = listed([b.you.name(v) for v in procedure.params]) if procedure.params else ""
        b.doc.paragraph(
            b.about("procedures", name) + b.mark_of(["about"], "procedures", name),
            f"(It is done with {with_}.){b.mark_of(['with'], 'procedures', name)}" if with_ else "",
        )  # fmt: skip
        b.doc.items(b.steps.steps(procedure.steps), numbered=True)
        if not procedure.steps:
            b.doc.paragraph("Nothing is done here.")


# -- the end -----------------------------------------------------------------------------------------


def _endings(b: Book) -> None:
    if b.rules.endings:
        b.doc.heading(2, "The end")
        b.doc.paragraph("After each turn it is seen whether the end has come; what comes first counts.")
    rows = []
    for e in b.rules.endings:
        when = b.they.condition(e.when) if e.when is not None else "where the rules say so"
        to = "the game is over" if e.to == "over" else f"the phase {link(words(e.to), f'phases.{e.to}')} follows"
        name = f"**{words(e.name)}**{b.mark('endings', e.name)}"
        rows.append([name, plain(e.about), when, f"{THEN[e.then]}, {to}", _wins(b, e)])
    b.doc.table(["ending", "what happens", "exactly when", "what then", "who wins"], rows)


def _wins(b: Book, e: EndingT) -> str:
    return "nobody" if e.nobody else b.they.value(e.wins) if e.wins is not None else ""


def _scoring(b: Book) -> None:
    rules = b.rules
    rows = []
    for score in rules.scoring:
        when = b.they.condition(score.when) if score.when is not None else ""
        name = f"**{words(score.name)}**{b.mark('scoring', score.name)}"
        rows.append([name, plain(score.about), formula(b, score.body), when])
    keys = [_key(b, k) for k in rules.keys]
    if rows or keys or rules.wins is not None or rules.payoff is not None:
        b.doc.heading(2, "Scoring and victory")
    b.doc.table(["points", "what for", "each player", "only if"], rows)
    b.doc.paragraph(b.about("result") + b.mark_of(["about"], "result"))
    if keys:
        most = "most" if rules.most else "least"
        changed = b.mark_of(["most", "least"], "result")
        b.doc.paragraph(f"Whoever has the {most} wins. What is compared, in this order:{changed}")
        b.doc.items([Item(key) for key in keys], numbered=True)
        b.doc.paragraph("Players who are still equal share the place.")
    elif rows and rules.wins is None:
        b.doc.paragraph("The most points win; players with as many share the place.")
    if rules.wins is not None:
        b.doc.paragraph(f"The winner is {b.they.value(rules.wins)}.{b.mark_of(['wins'], 'result')}")
    if rules.payoff is not None:
        b.doc.paragraph(f"What each player gets or pays: {formula(b, rules.payoff)}.{b.mark_of(['payoff'], 'result')}")


def _key(b: Book, body: object) -> str:
    from .expr.typed import Body

    assert isinstance(body, Body)
    if isinstance(body.value, Const) and body.value.value == "score":
        return "the points"
    return formula(b, body)


def _terms(b: Book) -> None:
    """The functions, which other rules speak of by their names."""
    rows = []
    for name, function in b.d.functions.items():
        body = b.rules.checked.functions.get(name)
        if body is None:
            continue
        nouns = [b.they.noun(t) for t in function.params.values()]
        of = " and ".join(
            f"{n} {words(p)}" if nouns.count(n) > 1 or n == "number" else n for n, p in zip(nouns, function.params)
        )
        value = formula(b, body)
        value = f"whether {value}" if str(body.value.type) == "Bool" and not value.startswith("`") else value
        rows.append([f"**{words(name)}**{b.mark('functions', name)}", of, b.about("functions", name), value])
    if rows:
        b.doc.heading(2, "Terms")
    b.doc.table(["term", "of", "meaning", "exactly"], rows)
