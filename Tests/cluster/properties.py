"""The eleven properties that a history must satisfy, each a function that gives (what was tried, what is violated)."""

from collections import Counter, defaultdict

from model import BrokenSet, digest
from places import MOVES, SECTION_MOVES, landings
from timeline import plain

APPLIED = ("set", "applied", "applied-before")
NOT_APPLIED = ("noop", "not-applied-before", "reject", "error")


def property_1(reading):
    """Revisions are consecutive from 1, unique, and the same for every observer."""
    bad = list(reading.faults[1])
    for timeline in reading.timelines.values():
        bad += timeline.conflicts
        gaps = timeline.gaps()
        if gaps:
            bad.append(f"{timeline.name}: nobody saw revisions {gaps[:5]} of {timeline.newest}")
    return sum(len(t.sets) for t in reading.timelines.values()), bad


def property_2(reading):
    """Replaying the sets from empty gives every snapshot exactly."""
    bad = [b for t in reading.timelines.values() for b in t.broken]
    tried = 0
    for body, where in reading.snapshots:
        timeline = reading.timelines[body["list"], body["epoch"]]
        tried += body["revision"] in timeline.states
        difference = timeline.differs(body)
        if difference:
            bad.append(f"{where}: {difference}")
    for timeline, revision, counts in reading.counted:
        state = timeline.states.get(revision)
        if state and [len(s["rows"]) for s in state.sections] != counts:
            bad.append(f"{timeline.name}: counts {counts} at {revision}")
    return tried, bad


def property_3(reading):
    """Every answered edit that applied appears once, after any crash; every unanswered one at most once."""
    bad, tried = list(reading.faults[3]), 0
    made = revisions_of_edits(reading)
    for key, edit in reading.edits.items():
        timeline = reading.timelines.get((edit.list, edit.epoch))
        revisions = made.get(key, [])
        tried += 1
        if len(revisions) > 1:
            bad.append(f"doubled: {edit} at {revisions}")
        for answer in edit.answers:
            if answer.kind in APPLIED and answer.revision not in revisions:
                if timeline and (answer.revision in timeline.sets or not timeline.dead):
                    bad.append(f"lost: {edit} answered as revision {answer.revision}, is at {revisions}")
            if answer.kind in ("noop", "not-applied-before") and revisions:
                bad.append(f"doubled: {edit} answered {answer.kind}, is at {revisions}")
    for client, name, epoch, held in unanswered(reading):
        bad.append(f"never answered: {held} of {client[:6]} on {name}")
    return tried, bad


def revisions_of_edits(reading):
    """Under which revisions each edit stands in the lists' histories."""
    made = defaultdict(list)
    for (name, epoch), timeline in reading.timelines.items():
        for revision, change in sorted(timeline.sets.items()):
            made[change.get("client"), name, epoch, change.get("intent")].append(revision)
    return made


def unanswered(reading):
    """Edits that are still without an answer when all is quiet, on lists that are still there."""
    if reading.is_quiet:
        for (client, name, epoch, number), edit in reading.edits.items():
            timeline = reading.timelines.get((name, epoch))
            if not edit.answers and timeline and not timeline.dead:
                yield client, name, epoch, number


def property_4(reading):
    """A resent id gives the same revision and changes nothing."""
    bad, tried = [], 0
    for edit in reading.edits.values():
        if len(edit.sent) < 2 or not edit.answers:
            continue
        tried += 1
        revisions = edit.revisions()
        if len(revisions) > 1:
            bad.append(f"{edit}: answered with revisions {sorted(revisions)}")
        refused = [a.kind for a in edit.answers
                   if a.kind in NOT_APPLIED and not came_too_late(reading, edit, a)]
        if revisions and refused:
            bad.append(f"{edit}: applied as {revisions}, but also answered {refused}")
    return tried, bad


def came_too_late(reading, edit, answer):
    """Whether a resent edit was refused as its list was deleted since, which says nothing of the first sending."""
    return (answer.body.get("code") == "unknownList" and answer.session != edit.sent[0][1]
            and reading.timelines[edit.list, edit.epoch].dead)


def property_5(reading):
    """If one edit's answer came before another was sent, its revision is lower; a client's edits keep their order."""
    bad, tried = [], 0
    lists, clients = defaultdict(list), defaultdict(list)
    for (client, name, epoch, number), edit in reading.edits.items():
        known = [a for a in edit.answers if a.kind in APPLIED and a.revision is not None]
        if known:
            first, revision = min(a.t for a in known), known[0].revision
            lists[name, epoch].append((edit.sent[0][0], first, revision, edit))
            clients[client, name, epoch].append((number, revision))
    for entries in lists.values():
        answered = sorted(entries, key=lambda e: e[1])
        done, highest, holder = 0, 0, None
        for sent, _, revision, edit in sorted(entries, key=lambda e: e[0]):
            while done < len(answered) and answered[done][1] < sent:
                if answered[done][2] > highest:
                    highest, holder = answered[done][2], answered[done][3]
                done += 1
            tried += holder is not None
            if revision <= highest:
                bad.append(f"{edit} is {revision}, but {holder} was answered as {highest} before")
    for (client, name, _), entries in clients.items():
        revisions = [r for _, r in sorted(entries)]
        if revisions != sorted(revisions):
            bad.append(f"{name}: the edits of {client[:6]} are out of order: {sorted(entries)}"[:400])
    return tried, bad


def property_6(reading):
    """A client never sees a revision fall, across reconnects too."""
    return reading.tried[6], list(reading.faults[6])


def property_7(reading):
    """When all is quiet every client equals the server."""
    if not reading.is_quiet:
        return 0, []
    bad, tried = [], 0
    final = {(b["list"], b["epoch"]): b for b, where in reading.snapshots if where == "GET"}
    for (client, name, epoch), held in reading.held_at_quiet.items():
        body = final.get((name, epoch))
        if body is None:
            continue
        tried += 1
        if held != body["revision"]:
            bad.append(f"{name}: {client[:6]} stands at {held}, the server at {body['revision']}")
        elif reading.timelines[name, epoch].differs(body):
            bad.append(f"{client[:6]}: {reading.timelines[name, epoch].differs(body)}")
    for name, epoch, head in reading.heads:
        timeline = reading.timelines.get((name, epoch))
        if timeline and head["revision"] in timeline.states:
            tried += 1
            if digest(timeline.order(head["revision"])) != head["digest"]:
                bad.append(f"{name}: the digest of head {head['revision']} differs")
    return tried, bad


def property_8(reading):
    """Moves neither lose nor double a row; a deleted row comes back by undo alone."""
    bad, tried = [], 0
    for timeline in reading.timelines.values():
        deleted = set()
        for revision, change in sorted(timeline.sets.items()):
            if revision - 1 not in timeline.states or revision not in timeline.states:
                continue
            old = {r for _, rows in timeline.order(revision - 1) for r in rows}
            rows = [r for _, rows in timeline.order(revision) for r in rows]
            named = {e["row"] for e in change.get("insertedRows", [])}
            gone = {e["row"] for e in change.get("deletedRows", [])}
            tried += 1
            where = f"{timeline.name}: revision {revision}"
            doubled = [r for r, n in Counter(rows).items() if n > 1]
            if doubled:
                bad.append(f"{where} has {doubled} twice")
            swept = {r["id"] for s in timeline.states[revision - 1].sections
                     if s["id"] in {e["section"] for e in change.get("deletedSections", [])}
                     for r in s["rows"]}
            if old - set(rows) - gone - swept or set(rows) - old - named:
                bad.append(f"{where} loses {old - set(rows) - gone - swept}, "
                           f"makes {set(rows) - old - named}")
            back = (set(rows) - old) & deleted
            if back and "undoes" not in change and "redoes" not in change:
                bad.append(f"{where} brings {back} back without undo")
            deleted |= old - set(rows)
        bad += [b for b in timeline.broken if "there twice" in b or "count rule" in b]
    return tried, bad


def property_9(reading):
    """Every place equals the written rule on the state before, empty sections included."""
    bad, tried = [], 0
    for (client, name, epoch, number), edit in reading.edits.items():
        actions = edit.message.get("actions", [])
        if len(actions) != 1 or actions[0].get("op") not in MOVES + SECTION_MOVES:
            continue
        timeline = reading.timelines.get((name, epoch))
        for answer in edit.answers[:1]:
            result = None
            if answer.kind == "set":
                result = judge_set(timeline, edit, answer.revision)
            elif answer.kind == "noop":
                result = judge_noop(timeline, edit, answer)
            if result is not None:
                tried += 1
                bad += result
    return tried, bad


def judge_set(timeline, edit, revision):
    """Holds what became of a move or insertion against the rule; None: not judged."""
    change = timeline.sets[revision]
    new = [e.get("row", e.get("section"))
           for k in ("insertedRows", "insertedSections") for e in change.get(k, [])]
    allowed = landings(timeline, edit.message, revision - 1, new[0] if new else None)
    if allowed is None or revision not in timeline.states:
        return None
    order = timeline.order(revision)
    why = (change.get("clamped") or [{}])[0].get("why")
    if any(a.order == order and a.why == why for a in allowed):
        return []
    return [f"{edit} at {revision}: {edit.message['actions'][0]} base {edit.message.get('base')}: "
            f"before {timeline.order(revision - 1)}, after {order} ({why}), "
            f"the rule gives {[(changed(order, a.order), a.why) for a in allowed]}"]


def changed(order, other):
    """The sections in which two orders differ."""
    return [s for s in other if s not in order] or "the same"


def judge_noop(timeline, edit, answer):
    """A noop must leave things as the rule does, on a state not after the one that the answer names."""
    why = (answer.body.get("clamped") or [{}])[0].get("why")
    newest, judged = answer.revision, []
    for revision in range(newest, max(newest - 40, edit.message.get("base", newest) - 1, -1), -1):
        allowed = landings(timeline, edit.message, revision)
        if allowed is None:
            return None
        judged.append([(changed(timeline.order(revision), a.order), a.why) for a in allowed])
        if any(a.order == timeline.order(revision) and a.why == why for a in allowed):
            return []
    return judged and [f"{edit}: noop ({why}) at {newest}: {edit.message['actions'][0]} "
                       f"base {edit.message.get('base')}, the rule gives {judged[0]}"]


def property_10(reading):
    """A rejected edit changes nothing and uses no revision."""
    bad, tried = [], 0
    made = revisions_of_edits(reading)
    for key, edit in reading.edits.items():
        refused = [a for a in edit.answers
                   if a.kind in ("reject", "error") and not came_too_late(reading, edit, a)]
        tried += bool(refused)
        if refused and made.get(key):
            bad.append(f"{edit} was refused ({refused[0].body.get('code')}), is at {made[key]}")
    return tried, bad


def property_11(reading):
    """Resuming from any revision gives what a fresh snapshot gives."""
    bad, tried = [], 0
    for timeline, since, message in reading.resumes:
        tried += 1
        bad += resumed(timeline, since, message)
    for event in reading.http:
        if event["status"] == 200:
            tried += 1
            timeline = reading.timelines[event["list"], event["body"]["epoch"]]
            bad += resumed(timeline, event["since"], event["body"])
        elif event.get("kept"):
            bad.append(f"{event['list']}: changes since {event['since']} gives {event['status']}")
    for timeline, change in reading.folds:
        before = change["revision"] - change["folds"]
        if before in timeline.states and change["revision"] in timeline.states:
            tried += 1
            model = timeline.model_at(before)
            bad += applied_to(timeline, model, [change], change["revision"])
    return tried, bad


def resumed(timeline, since, message):
    """Applies a catchup to the state that it starts from."""
    if message["from"] != since:
        return [f"{timeline.name}: asked since {since}, catchup from {message['from']}"]
    if since not in timeline.states or message["revision"] not in timeline.states:
        return []
    return applied_to(timeline, timeline.model_at(since), message["sets"], message["revision"])


def applied_to(timeline, model, sets, revision):
    """Whether the sets lead to the state at `revision`."""
    try:
        for change in sets:
            model.apply(change)
    except (BrokenSet, KeyError, IndexError) as error:
        return [f"{timeline.name}: resuming does not apply: {error!r}"]
    if model.revision != revision:
        return [f"{timeline.name}: the sets lead to {model.revision}, not {revision}"]
    state = timeline.states[revision]
    if plain(model.sections) != plain(state.sections) or model.title != state.title:
        return [f"{timeline.name}: resuming to {revision} gives another list"]
    return []


def answered_once(reading):
    """Every edit gets exactly one answer in a session that sent it."""
    return sum(bool(e.answers) for e in reading.edits.values()), list(reading.faults["A"])


PROPERTIES = {n: globals()[f"property_{n}"] for n in range(1, 12)}
