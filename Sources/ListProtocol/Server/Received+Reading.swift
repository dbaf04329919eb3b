import JSON
import ListEditing

extension Opened {
    init(members: Members) throws(DecodingProblem) {
        self.init(
            list: try members.list(), epoch: try members.string("epoch"),
            revision: try members.whole("revision", atLeast: 0),
            lastId: try members.whole(ifPresent: "lastId", atLeast: 0) ?? 0,
            role: try members.choice(ifPresent: "role") ?? .owner)
    }
}

extension ReceivedSets {
    init(members: Members) throws(DecodingProblem) {
        let values = try members.array("sets")
        var sets: [PublishedSet] = []
        sets.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            do { sets.append(try PublishedSet(json: value)) } catch {
                throw error.within("sets[\(index)]")
            }
        }
        self.init(
            list: try members.list(), epoch: try members.string(ifPresent: "epoch"),
            from: try members.whole(ifPresent: "from"),
            revision: try members.whole(ifPresent: "revision"), sets: sets,
            counts: try members.array(ifPresent: "counts")?.compactMap(\.whole))
    }
}

extension ReceivedRefusal {
    init(members: Members) throws(DecodingProblem) {
        let code = try members.string("code")
        self.init(
            code: code, message: try members.string(ifPresent: "message") ?? code,
            list: members["list"] == nil ? nil : try members.list(),
            id: try members.whole(ifPresent: "id"),
            action: try members.whole(ifPresent: "action"),
            retryAfter: try members.whole(ifPresent: "retryAfter"),
            isFatal: try members.bool(ifPresent: "fatal") ?? false)
    }
}

extension Ack {
    init(members: Members) throws(DecodingProblem) {
        let clamps = try members.each("clamped") { (clamp) throws(DecodingProblem) in
            try ValueReader.unbounded.clamp(clamp)
        }
        let outcome: AckOutcome
        switch try members.string("outcome") {
        case "applied":
            outcome = .applied(ids: try members.strings(ifPresent: "ids"), clamps: clamps)
        case "noop": outcome = .noop(clamps: clamps)
        case "duplicate": outcome = .duplicate(applied: try members.bool(ifPresent: "applied"))
        default: throw DecodingProblem("outcome", "is not one of the known values")
        }
        self.init(
            list: try members.list(), id: try members.whole("id"),
            revision: try members.whole(ifPresent: "revision"), outcome: outcome)
    }
}

extension Head {
    init(members: Members) throws(DecodingProblem) {
        guard let digest = UInt32(try members.string("digest"), radix: 16) else {
            throw DecodingProblem("digest", "must be hexadecimal digits")
        }
        self.init(
            list: try members.list(), revision: try members.whole("revision"), digest: digest)
    }
}

extension PresenceMessage {
    init(members: Members) throws(DecodingProblem) {
        self.init(
            list: try members.list(),
            clients: try members.each("clients") { (entry) throws(DecodingProblem) in
                PresentClient(
                    client: ClientID(try entry.string("client")),
                    name: try entry.string(ifPresent: "name"),
                    state: try PresenceState(members: entry))
            },
            left: try members.strings(ifPresent: "left").map(ClientID.init))
    }
}

extension ListsMessage {
    init(members: Members) throws(DecodingProblem) {
        self.init(
            lists: try members.each("lists") { (entry) throws(DecodingProblem) in
                let list = try entry.list()
                return ListSummary(
                    list: list, title: try entry.string(ifPresent: "title") ?? list.text,
                    revision: try entry.whole(ifPresent: "revision") ?? 0,
                    rows: try entry.whole(ifPresent: "rows") ?? 0,
                    clients: try entry.whole(ifPresent: "clients") ?? 0)
            })
    }

    /// Reads the body of `GET /api/lists`.
    package init(json bytes: [UInt8]) throws(DecodingProblem) {
        guard case .lists(let message)? = try ServerFrame.decode(bytes).first else {
            throw DecodingProblem("", "must be `lists`")
        }
        self = message
    }
}
