import ListEditing
package import ListProtocol

/// A frame that a client received, or the body of an HTTP response, with its messages.
package struct ReceivedFrame: Sendable {
    package let bytes: [UInt8]
    /// The messages in order; one `unreadable` where the bytes are no frame of the protocol, or after them
    /// where change sets have another form than it says.
    package let messages: [ObservedMessage]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        do throws(DecodingProblem) {
            var read = try ServerFrame.decode(bytes).map(ObservedMessage.init)
            if read.contains(where: \.hasSets), let problem = SetForm.problem(of: bytes) {
                read.append(.unreadable(problem))
            }
            messages = read
        } catch {
            messages = [.unreadable(error.message)]
        }
    }
}

/// A message from a server, reduced to what the properties and a client that edits need.
package enum ObservedMessage: Sendable {
    /// - Parameters:
    ///   - knowsWindows: Whether the server can send a window of a list.
    ///   - restores: Whether it restores earlier states.
    case welcome(client: String, knowsWindows: Bool, restores: Bool)
    case opened(list: String, epoch: String, revision: Int, lastId: Int)
    case snapshot(ObservedSnapshot)
    case outline(Outline)
    case rows(RowsMessage)
    case checked(Checked)
    case sets(ObservedChanges)
    case answer(ObservedAnswer)
    case head(list: String, revision: Int, digest: UInt32)
    case created(list: String, epoch: String)
    case closed(list: String)
    /// An error that answers no edit.
    case error(code: String, list: String?, message: String)
    case other
    /// Not a message of the protocol, and why.
    case unreadable(String)

    /// Whether it brings change sets.
    fileprivate var hasSets: Bool {
        if case .sets(let changes) = self { !changes.sets.isEmpty } else { false }
    }

    init(_ message: ReceivedMessage) {
        switch message {
        case .welcome(let welcome):
            self = .welcome(
                client: welcome.client.text, knowsWindows: welcome.limits.windowRows > 0,
                restores: welcome.features.contains("restore"))
        case .opened(let opened):
            self = .opened(
                list: opened.list.text, epoch: opened.epoch, revision: opened.revision,
                lastId: opened.lastId)
        case .snapshot(let snapshot, let part, let parts):
            self = .snapshot(ObservedSnapshot(snapshot, part: part, parts: parts))
        case .outline(let outline): self = .outline(outline)
        case .rows(let rows): self = .rows(rows)
        case .checked(let checked): self = .checked(checked)
        case .changes(let sets): self = .sets(ObservedChanges(sets, isCatchup: false))
        case .catchup(let sets):
            if sets.epoch != nil, sets.from != nil, sets.revision != nil {
                self = .sets(ObservedChanges(sets, isCatchup: true))
            } else {
                self = .unreadable("a catchup must have epoch, from and revision")
            }
        case .ack(let ack): self = .answer(ObservedAnswer(ack))
        case .reject(let refusal):
            self =
                ObservedAnswer(reject: refusal).map { .answer($0) }
                ?? .unreadable("a reject must have list and id")
        case .error(let refusal):
            if let answer = ObservedAnswer(error: refusal) {
                self = .answer(answer)
            } else if refusal.id != nil {
                self = .unreadable("an error with an id must have a list")
            } else {
                self = .error(
                    code: refusal.code, list: refusal.list?.text, message: refusal.message)
            }
        case .head(let head):
            self = .head(list: head.list.text, revision: head.revision, digest: head.digest)
        case .created(let created):
            self = .created(list: created.list.text, epoch: created.epoch)
        case .closed(let closed): self = .closed(list: closed.list.text)
        case .renewed, .found, .presence, .lists, .pong, .unknown: self = .other
        }
    }
}

/// The change sets of `changes`, of `catchup`, or of `GET /api/lists/ID/changes`.
package struct ObservedChanges: Sendable {
    package let list: String
    package let isCatchup: Bool
    /// Of a catchup: the epoch of the list.
    let epoch: String?
    /// Of a catchup: the revision that the sets start from.
    let from: Int?
    /// Of a catchup: the revision that the sets lead to.
    package let revision: Int?
    package let sets: [PublishedChange]
    /// The number of rows of each section after the last set.
    package let counts: [Int]?

    init(_ message: ReceivedChanges, isCatchup: Bool) {
        self.isCatchup = isCatchup
        list = message.list.text
        epoch = message.epoch
        from = message.from
        revision = message.revision
        sets = message.sets
        counts = message.counts
    }
}

/// A `snapshot`, or the parts of one up to some part.
package struct ObservedSnapshot: Sendable {
    package let list: String
    package let epoch: String
    package let part: Int
    package let parts: Int
    package let revision: Int
    package private(set) var state: ModelState

    /// Whether no further part follows.
    package var isLast: Bool { part == parts - 1 }

    init(_ message: Snapshot, part: Int, parts: Int) {
        list = message.list.text
        epoch = message.epoch
        self.part = part
        self.parts = parts
        revision = message.state.revision
        state = ModelState(message.state)
    }

    /// Returns this part appended to the earlier ones, whose last section may continue in it.
    package func appended(to earlier: ObservedSnapshot?) -> ObservedSnapshot {
        guard let earlier else { return self }
        var whole = self
        whole.state.sections = earlier.state.sections
        for section in state.sections {
            if let last = whole.state.sections.indices.last,
                whole.state.sections[last].id == section.id
            {
                whole.state.sections[last].rows += section.rows
            } else {
                whole.state.sections.append(section)
            }
        }
        return whole
    }
}
