import ListEditing
import ListProtocol

extension Reading {
    /// Follows what the server sends.
    mutating func heard(
        _ message: HeardMessage, _ frame: [UInt8], _ session: inout FollowedSession
    ) {
        switch message {
        case .welcome(let client): greeted(session.client, as: client)
        case .opened(let list, let epoch, let revision, _):
            opened(ListKey(name: list, epoch: epoch), revision, frame, &session)
        case .snapshot(let part): snapshot(part, frame, &session)
        case .sets(let sets): follow(sets, frame, &session)
        case .answer(let answer): self.answer(answer, frame, &session)
        case .head(let list, let revision, let digest):
            guard let epoch = session.epochs[list] else { return }
            heads.append((ListKey(name: list, epoch: epoch), revision, digest, frame))
        case .closed(let list): closed(list, &session)
        case .error(code: "unknownList", let list?, _): closed(list, &session)
        case .unreadable(let why):
            fault(
                .revisions,
                Finding(
                    "\(session.text) was sent no message of the protocol: \(why)",
                    messages: [frame.text]))
        case .created, .error, .other: break
        }
    }

    private mutating func opened(
        _ key: ListKey, _ revision: Int, _ frame: [UInt8], _ session: inout FollowedSession
    ) {
        session.epochs[key.name] = key.epoch
        withTimeline(key) { _ in }
        guard let opening = session.openings[key.name] else {
            return fault(
                .resuming,
                Finding(
                    "\(session.text) did not ask for this list", list: key.name,
                    messages: [frame.text]))
        }
        if let died = timeline(key)?.died, died < opening.moment {
            fault(
                .onceOnly,
                Finding(
                    "was deleted, and is there again under its epoch", list: key.name,
                    messages: [frame.text]))
        }
        let newest = opening.seen[key.epoch] ?? 0
        if revision < newest {
            fault(
                .neverBack,
                Finding(
                    "\(newest) had been seen when \(session.text) opened the list, "
                        + "and is shown \(revision)", list: key.name, revision: revision,
                    messages: [frame.text]))
        }
        show(revision, of: key, to: session, frame)
    }

    private mutating func closed(_ list: String, _ session: inout FollowedSession) {
        session.held[list] = nil
        session.openings[list] = nil
        guard let epoch = session.epochs.removeValue(forKey: list) else { return }
        let moment = moment
        withTimeline(ListKey(name: list, epoch: epoch)) { $0.died = $0.died ?? moment }
    }

    private mutating func snapshot(
        _ part: HeardSnapshot, _ frame: [UInt8], _ session: inout FollowedSession
    ) {
        let whole = part.appended(to: part.part == 0 ? nil : session.parts[part.list])
        guard part.isLast else {
            session.parts[part.list] = whole
            return
        }
        session.parts[part.list] = nil
        let key = ListKey(name: part.list, epoch: part.epoch)
        snapshots.append((whole, frame, false))
        withTimeline(key) { $0.see(whole) }
        show(part.revision, of: key, to: session, frame)
        session.openings[part.list]?.isUnderWay = false
        session.held[part.list] = part.revision
    }

    private mutating func follow(
        _ sets: HeardSets, _ frame: [UInt8], _ session: inout FollowedSession
    ) {
        guard let epoch = sets.epoch ?? session.epochs[sets.list] else {
            return fault(
                .revisions,
                Finding(
                    "\(session.text) is sent sets of a list that is not open",
                    list: sets.list, messages: [frame.text]))
        }
        let key = ListKey(name: sets.list, epoch: epoch)
        if let revision = sets.revision {
            if let opening = session.openings[sets.list], opening.isUnderWay {
                session.held[sets.list] = opening.since
                session.openings[sets.list]?.isUnderWay = false
            }
            take(sets, of: key, since: session.held[sets.list] ?? 0, frame, by: session.text)
            show(revision, of: key, to: session, frame)
        }
        for set in sets.sets {
            follow(set, isCatchup: sets.isCatchup, key, frame, &session)
        }
        if let last = sets.sets.last, let counts = sets.counts {
            counted.append((key, last.revision, counts, frame))
        }
        if let held = session.held[sets.list] { show(held, of: key, to: session, frame) }
    }

    /// One set of a session, in its order.
    private mutating func follow(
        _ set: PublishedSet, isCatchup: Bool, _ key: ListKey, _ frame: [UInt8],
        _ session: inout FollowedSession
    ) {
        let folds = set.folds ?? 1
        if folds == 1 {
            let observer = session.text
            withTimeline(key) { $0.see(set, in: frame, by: observer) }
            if set.client?.text == publicNames[session.client] {
                ownSet(set, key, frame, &session)
            }
        }
        tried[.revisions, default: 0] += 1
        func broken(_ text: String) -> Finding {
            Finding(
                "\(session.text) \(text)", list: key.name, revision: set.revision,
                messages: [frame.text])
        }
        guard let held = session.held[key.name] else {
            return fault(.revisions, broken("is sent sets before the list"))
        }
        if set.revision > held {
            if set.revision != held + folds {
                fault(.revisions, broken("holds revision \(held) and is sent \(set.revision)"))
            }
            session.held[key.name] = set.revision
        } else if !isCatchup {
            fault(.revisions, broken("holds revision \(held) and is sent \(set.revision) again"))
        }
    }

    private mutating func ownSet(
        _ set: PublishedSet, _ key: ListKey, _ frame: [UInt8], _ session: inout FollowedSession
    ) {
        let intent = set.intent ?? 0
        let edit = EditKey(client: session.client, list: key, id: intent)
        guard let index = editIndices[edit] else {
            return fault(
                .onceOnly,
                Finding(
                    "edit \(intent) of \(session.text) was never sent", list: key.name,
                    revision: set.revision, messages: [frame.text]))
        }
        note(.set, set.revision, set.clamps.map { HeardClamp($0) }, of: index, frame, session)
        // The set of an edit that was answered already is no second answer.
        if session.sent[key.name]?[intent]?.answers == 0 {
            session.sent[key.name]?[intent]?.answers = 1
        }
    }

    private mutating func answer(
        _ answer: HeardAnswer, _ frame: [UInt8], _ session: inout FollowedSession
    ) {
        guard let sent = session.sent[answer.list]?[answer.id] else {
            return fault(
                .answers,
                Finding(
                    "\(session.text) is answered what it did not send: edit \(answer.id)",
                    list: answer.list, messages: [frame.text]))
        }
        var kind = answer.kind
        let record = edits[sent.index]
        if kind == .reject("staleBase"), record.key.list.epoch != session.epochs[answer.list] {
            kind = .otherEpoch
        }
        note(kind, answer.revision, answer.clamps, of: sent.index, frame, session)
        session.sent[answer.list]?[answer.id]?.answers += 1
        if sent.answers > 0 {
            fault(
                .answers,
                Finding(
                    "\(record.text) has \(sent.answers + 1) answers in one session",
                    list: answer.list, messages: edits[sent.index].messages))
        }
    }

    private mutating func note(
        _ kind: AnswerKind, _ revision: Int?, _ clamps: [HeardClamp], of index: Int,
        _ frame: [UInt8], _ session: FollowedSession
    ) {
        let list = edits[index].key.list
        tried[.answers, default: 0] += 1
        edits[index].answers.append(
            EditAnswer(
                kind: kind, moment: moment, session: session.number, revision: revision,
                clamps: clamps, frame: frame,
                newestSeen: seenByAll[list.name]?[list.epoch] ?? 0))
    }
}
