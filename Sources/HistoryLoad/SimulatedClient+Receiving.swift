import HistoryChecking
import JSON
import ListEditing
import ListProtocol

extension LoadClient {
    /// Follows one message; gives what is to be sent upon it, a frame each.
    mutating func receive(_ message: HeardMessage, _ world: inout World) -> [JSONValue] {
        switch message {
        case .welcome(let client):
            publicName = client
            if case .up(let session, _) = link { link = .up(session: session, isGreeted: true) }
            let kept = lists.keys.filter { $0 != founding?.plan.name }.sorted()
            return kept.map { open($0) } + takeUpFounding()
        case .opened(let name, let epoch, _, let last):
            guard var held = lists[name] else { return [] }
            if held.epoch != epoch {
                held.epoch = epoch
                held.revision = nil
            }
            held.used = max(held.used, last)
            lists[name] = held
            if name == founding?.plan.name { world.passing.insert(name) }
            return []
        case .snapshot(let snapshot):
            guard snapshot.isLast, lists[snapshot.list] != nil else { return [] }
            lists[snapshot.list]?.revision = snapshot.revision
            if snapshot.parts == 1 {
                world.withMirror(ListKey(name: snapshot.list, epoch: snapshot.epoch)) {
                    $0.begin(snapshot.state, revision: snapshot.revision)
                }
            }
            return resend(snapshot.list)
        case .sets(let sets):
            guard lists[sets.list] != nil else { return [] }
            follow(sets, &world)
            return sets.isCatchup && lists[sets.list]?.isOpen == false ? resend(sets.list) : []
        case .answer(let answer):
            lists[answer.list]?.finish(answer.id)
            return []
        case .created(let list, _): return wasFounded(list)
        case .closed(let list): return letGo(list, &world)
        case .error(let code, let list, let text): return refused(code, list, text, &world)
        case .head, .other, .unreadable: return []
        }
    }

    /// Goes on to the newest revision, and takes own sets as answers.
    private mutating func follow(_ sets: HeardSets, _ world: inout World) {
        guard var held = lists[sets.list], let epoch = held.epoch else { return }
        world.withMirror(ListKey(name: sets.list, epoch: epoch)) { mirror in
            for set in sets.sets { mirror.follow(set) }
        }
        for set in sets.sets {
            held.revision = max(held.revision ?? 0, set.revision)
            if set.client?.text == publicName, set.folds == nil, let intent = set.intent {
                held.finish(intent)
            }
        }
        lists[sets.list] = held
    }

    /// The list is open again: first, at times, an edit that was answered; then what was not, in
    /// order.
    private mutating func resend(_ name: String) -> [JSONValue] {
        guard var held = lists[name] else { return [] }
        var messages = held.waiting.sorted { $0.key < $1.key }
        if let over = held.over, over.message.object?["epoch"]?.string == held.epoch,
            over.id < messages.first?.key ?? .max, maker.dice.chance(30)
        {
            messages.insert((key: over.id, value: over.message), at: 0)
        }
        held.over = nil
        held.isOpen = true
        lists[name] = held
        return messages.map(\.value)
    }

    /// The list is no more.
    private mutating func letGo(_ name: String, _ world: inout World) -> [JSONValue] {
        if let held = lists.removeValue(forKey: name) { used[name] = held.used }
        world.passing.remove(name)
        if founding?.plan.name == name { founding?.stage = .none }
        return []
    }

    private mutating func refused(
        _ code: String, _ list: String?, _ text: String, _ world: inout World
    ) -> [JSONValue] {
        switch (code, list) {
        case ("unknownList", let list?): return letGo(list, &world)
        case ("listExists", let list?): return wasFounded(list)
        case ("unauthorized", _), ("badHello", _), ("tooManyLists", _), ("unknownType", _),
            ("replaced", _):
            world.failure = "the server refuses the check's clients: \(text) (\(code))"
            return []
        // Whatever else it is, the connection ends or the client goes on.
        default: return []
        }
    }
}
