import DequeModule

/// A member that edits: what it has sent and what of that is answered.
final class Editor {
    /// An edit without an answer.
    struct Pending: Hashable {
        var id: Int
        /// When it was due: in a closed loop, when it was sent.
        var due: Int64
        /// Its revision, once that is known.
        var revision: Int?
    }

    let number: Int
    let member: Int
    /// In order of ids.
    ///
    /// Bounded by `limits.inFlight`: whoever sends looks first.
    private(set) var pending: Deque<Pending> = []
    private(set) var lastID = 0
    private(set) var answered = 0
    /// Edits of which it was never heard whether they were applied.
    private(set) var forgotten: Set<Int> = []
    /// Messages that wait to be sent in one frame.
    private var batch: [UInt8] = []
    private var batchCount = 0

    init(number: Int, member: Int) {
        self.number = number
        self.member = member
    }

    /// Adds an edit to the frame that is sent next.
    ///
    /// - Parameter write: Adds the message of the edit with the id that it is given.
    func add(due: Int64, _ write: (_ id: Int, _ output: inout [UInt8]) -> Void) {
        lastID += 1
        pending.append(Pending(id: lastID, due: due))
        batch.append(batchCount == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
        batchCount += 1
        write(lastID, &batch)
    }

    var batchBytes: Int { batch.count }

    /// Adds what waits as one frame: a message, or an array of several.
    func takeBatch(into output: inout [UInt8]) {
        guard batchCount > 0 else { return }
        if batchCount == 1 {
            ClientFraming.append(batch.dropFirst(), to: &output)
        } else {
            batch.append(UInt8(ascii: "]"))
            ClientFraming.append(batch, to: &output)
        }
        batch.removeAll(keepingCapacity: true)
        batchCount = 0
    }

    /// The edit with this id became a revision; gives when it was due, nil where it is not pending.
    func learn(intent: Int, revision: Int) -> Int64? {
        guard let first = pending.first, intent >= first.id, intent - first.id < pending.count
        else { return nil }
        // Ids count up by one, and answers take from the front.
        let place = intent - first.id
        guard pending[place].id == intent else { return nil }
        pending[place].revision = revision
        return pending[place].due
    }

    /// Takes the edits that are answered now that the editor has everything up to a revision.
    func settle(delivered: Int, _ body: (Pending) -> Void) {
        while let first = pending.first, let revision = first.revision, revision <= delivered {
            pending.removeFirst()
            answered += 1
            body(first)
        }
    }

    /// Takes the edit that an `ack` or `reject` answers.
    func acknowledge(_ id: Int) -> Pending? {
        guard let place = pending.firstIndex(where: { $0.id == id }) else { return nil }
        answered += 1
        return pending.remove(at: place)
    }

    /// Gives up what waits for an answer, after the connection is gone.
    func forgetPending() {
        forgotten.formUnion(pending.map(\.id))
        pending.removeAll()
        batch.removeAll(keepingCapacity: true)
        batchCount = 0
    }
}
