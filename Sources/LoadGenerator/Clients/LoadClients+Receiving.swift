extension Fleet: SwarmHandler {
    func opened(_ connection: SwarmConnection) {
        ClientFraming.append(
            Greeting.hello(key: "\(runKey)-\(connection.number)"), to: &connection.output)
        let member = members[connection.number]
        if let number = member.list {
            let list = lists[number]
            let opening =
                member.delivered > 0
                ? Greeting.open(list.name, since: member.delivered, epoch: list.epoch)
                : Greeting.open(list.name)
            ClientFraming.append(opening, to: &connection.output)
        }
        swarm.flush(connection)
    }

    func lost(_ connection: SwarmConnection, _ reason: String) {
        members[connection.number].isGreeted = false
        members[connection.number].isOpen = false
        guard !expectsLosses else { return }
        faults.lost += 1
        faults.add("client \(connection.number): \(reason)")
    }

    func received(_ event: FrameEvent, on connection: SwarmConnection, at now: Int64) {
        let message = connection.reader.message
        received(event, message.span, by: connection.number, at: now)
    }

    /// - Parameter bytes: The message, as far as it was kept.
    func received(
        _ event: FrameEvent, _ bytes: borrowing Span<UInt8>, by number: Int, at now: Int64
    ) {
        switch event {
        case .changes(let first, let last, let isWhole):
            guard let list = members[number].list.map({ lists[$0] }) else { return }
            if isWhole, first <= list.known + 1 { learn(bytes, through: last, list, now) }
            received(first, last, by: number, list, at: now)
        case .catchup(let from, let revision, let isWhole):
            guard let list = members[number].list.map({ lists[$0] }) else { return }
            if isWhole, from <= list.known { learn(bytes, through: revision, list, now) }
            opened(number, at: now)
            received(from + 1, revision, by: number, list, at: now)
        case .snapshot(let revision, let part, let parts):
            guard part == parts - 1, let list = members[number].list.map({ lists[$0] })
            else { return }
            list.skip(to: revision)
            opened(number, at: now)
            members[number].delivered = max(members[number].delivered, revision)
            answered(by: number, at: now)
        case .message:
            received(bytes, by: number, at: now)
        case .unreadable:
            faults.unreadable += 1
        case .ping, .close:
            break
        }
    }

    private func opened(_ number: Int, at now: Int64) {
        guard !members[number].isOpen else { return }
        members[number].isOpen = true
        members[number].openedAt = now
    }

    private func received(
        _ first: Int, _ last: Int, by number: Int, _ list: FollowedList, at now: Int64
    ) {
        let delivered = members[number].delivered
        guard last > delivered else { return }
        if first > delivered + 1 {
            faults.gaps += 1
            faults.add("client \(number) was sent \(first) after \(delivered)")
        }
        members[number].delivered = last
        tally.frames += 1
        tally.deliveries += last - delivered
        if members[number].editor == nil {
            list.deliver(
                delivered + 1, last, at: now, from: tally.start, to: &tally.deliveryLatencies)
        } else {
            answered(by: number, at: now)
        }
    }

    /// Learns whose edits the sets are.
    private func learn(
        _ bytes: borrowing Span<UInt8>, through last: Int, _ list: FollowedList, _ now: Int64
    ) {
        guard last > list.known else { return }
        SetScan.each(in: bytes, above: list.known) { set in
            guard let number = tags[set.tag] else {
                list.learn(set.revision, nil, row: set.row, due: FollowedList.unknown)
                return
            }
            let editor = editors[number]
            let due = editor.learn(intent: set.intent, revision: set.revision)
            list.learn(
                set.revision, FollowedList.Writer(editor: number, intent: set.intent),
                row: set.row, due: due ?? FollowedList.unknown)
            if members[editor.member].delivered >= set.revision {
                answered(by: editor.member, at: now)
            }
        }
        list.skip(to: last)
        list.settle(from: tally.start, to: &tally.deliveryLatencies)
    }

    /// Takes the answers that a member has got with what was delivered to it.
    private func answered(by member: Int, at now: Int64) {
        guard let number = members[member].editor else { return }
        let editor = editors[number]
        let before = editor.answered
        editor.settle(delivered: members[member].delivered) { pending in
            if pending.due >= tally.start {
                tally.answerLatencies.record(nanoseconds: now - pending.due)
            }
        }
        guard editor.answered > before else { return }
        tally.answers += editor.answered - before
        freed.append(number)
    }
}
