import DequeModule
import ListEditing
import ListJournal
import ListProtocol
import Logging
import WebSocketTransport

/// The one place where a list is edited: takes intents in order, applies them, makes the result
/// durable, and only then answers and publishes.
///
/// It runs on the event loop's thread. `submit` and `visit` only queue; one drain does the rest, so
/// that no edit overtakes another and all that waited while a commit was under way is one record.
actor ListSequencer {
    /// Work on the list as it is stored: joining, leaving, reading.
    typealias Visit = @Sendable (isolated ListSequencer) -> Void

    /// Where the list stands between the journal and its editors.
    enum Stage: Sendable {
        case serving
        /// An append failed: read-only until the journal can be written again.
        case unavailable
        case deleted
    }

    nonisolated let id: ListID
    nonisolated let epoch: String
    nonisolated let services: Services

    var head: ListHead
    var stage = Stage.serving
    /// The list itself, while anyone needs it.
    var loaded: LoadedList?
    var audience = Audience()
    var presence = PresenceBoard()
    var beat = HeadBeat()
    var cachedSnapshot: EncodedSnapshot?
    var cachedCatchup: EncodedCatchup?
    var isPresenceDue = false
    var isCompacting = false
    /// What stands behind the stored snapshot; known while the list is in memory.
    var log = LogLength(sets: 0, bytes: 0, snapshotBytes: 0)
    /// When the oldest stored record was sealed (Unix milliseconds), once known.
    var oldestKept: Int?
    var lastUse: Int

    // Both are bounded by the sessions: each has at most `limits.inFlight` unanswered edits of a
    // list and one visit under way, and is not read from beyond that.
    private var edits: [EditRequest] = []
    private var visits: Deque<Visit> = []
    private var isDraining = false
    private var pace = SealingPace()
    /// What goes on once enough edits have been gathered.
    private var gathering: CheckedContinuation<Void, Never>?
    private var gatherings = 0
    private var deletion: CheckedContinuation<Bool, Never>?
    /// The oldest revision that a queued visit resumes from.
    private var wantedHistory: Int?

    /// Edits that go into one record at most, and so into one frame; of large ones
    /// ``LoadedList/batchBytes`` takes fewer.
    private static let batchLimit = 512

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe services.loop.asUnownedSerialExecutor()
    }

    init(_ head: ListHead, services: Services) {
        id = ListID(head.list)
        epoch = head.epoch
        self.head = head
        self.services = services
        lastUse = services.clock.now()
    }

    /// Queues an edit; its submitter hears once it is durable.
    func submit(_ request: EditRequest) {
        switch stage {
        case .serving:
            edits.append(request)
            schedule()
            if gathering != nil, pause == nil { endGathering() }
        case .unavailable:
            refuse(request, ListSequencer.unavailable)
        case .deleted:
            refuse(request, unknownList)
        }
    }

    /// Queues an edit as `submit` does, unless the list is deleted: false then.
    func take(_ request: EditRequest) -> Bool {
        guard stage != .deleted else { return false }
        submit(request)
        return true
    }

    /// Queues work that needs the list as it is stored; it runs before edits that wait.
    ///
    /// - Parameter revision: Where the work needs history from, if the journal still has it.
    func visit(historyFrom revision: Int? = nil, _ visit: @escaping Visit) {
        visits.append(visit)
        if let revision { wantedHistory = min(wantedHistory ?? revision, revision) }
        schedule()
        endGathering()
    }

    /// Whether nothing waits and nothing is under way.
    var isQuiet: Bool { !isDraining && edits.isEmpty && visits.isEmpty }

    /// Deletes the list behind the commit that is under way.
    ///
    /// - Returns: False where the journal could not: the list is then as it was.
    func delete() async -> Bool {
        await withCheckedContinuation { continuation in
            deletion = continuation
            schedule()
            endGathering()
        }
    }

    private func schedule() {
        guard !isDraining else { return }
        isDraining = true
        // At the end of this pass of the loop: all that was read in it goes into one batch.
        services.loop.execute {
            self.assumeIsolated { sequencer in
                sequencer.startDraining()
            }
        }
    }

    private func startDraining() {
        Task { await drain() }
    }

    private func drain() async {
        while !edits.isEmpty || !visits.isEmpty || deletion != nil {
            if let pause, visits.isEmpty, deletion == nil { await gather(for: pause) }
            await step()
        }
        isDraining = false
    }

    /// Seconds for which the edits that wait are held back.
    private var pause: Double? { pace.pause(waiting: edits.count, at: EventLoop.now) }

    /// Waits for more edits, but not beyond something else that is to be done.
    private func gather(for seconds: Double) async {
        gatherings += 1
        let number = gatherings
        _ = services.loop.schedule(after: seconds) {
            self.assumeIsolated { sequencer in
                if sequencer.gatherings == number { sequencer.endGathering() }
            }
        }
        await withCheckedContinuation { gathering = $0 }
    }

    private func endGathering() {
        gathering?.resume()
        gathering = nil
    }

    private func step() async {
        lastUse = services.clock.now()
        if let deletion {
            self.deletion = nil
            deletion.resume(returning: await deleteStored())
        }
        guard stage != .deleted else {
            leaveEveryoneBehind()
            return
        }
        do {
            try await prepare()
        } catch {
            await loadFailed("\(error)")
            return
        }
        await reachBack(to: wantedHistory)
        wantedHistory = nil
        while let visit = visits.popFirst() { visit(self) }
        guard stage == .serving, !edits.isEmpty else {
            refuseWaiting()
            return
        }
        let batch = takeBatch()
        await reachBack(to: batch.lazy.compactMap(\.base).min())
        await commit(batch)
        pace.published(batch.count, at: EventLoop.now)
    }

    /// The edits of the next record; those beyond its bound go on waiting.
    private func takeBatch() -> [EditRequest] {
        var batch: [EditRequest] = []
        swap(&batch, &edits)
        if batch.count > ListSequencer.batchLimit {
            edits = Array(batch[ListSequencer.batchLimit...])
            batch.removeSubrange(ListSequencer.batchLimit...)
        }
        return batch
    }

    /// Has edits wait once more, before all others.
    func putBack(_ rest: ArraySlice<EditRequest>) {
        edits.insert(contentsOf: rest, at: 0)
    }

    private func refuseAll(_ rejection: Rejection) {
        while !edits.isEmpty {
            for request in takeBatch() { refuse(request, rejection) }
        }
    }

    /// Answers what still waits when edits cannot be taken.
    func refuseWaiting() {
        guard stage != .serving else { return }
        let rejection = stage == .deleted ? unknownList : ListSequencer.unavailable
        refuseAll(rejection)
    }

    private func leaveEveryoneBehind() {
        while let visit = visits.popFirst() { visit(self) }
        refuseWaiting()
    }

    private func loadFailed(_ reason: String) async {
        services.log.error(
            "a list cannot be loaded", metadata: ["list": "\(id.text)", "reason": "\(reason)"])
        while let visit = visits.popFirst() { visit(self) }
        refuseAll(ListSequencer.unavailable)
    }

    func refuse(_ request: EditRequest, _ rejection: Rejection) {
        services.metrics.rejected(rejection.code)
        request.submitter.answered(
            .rejected(rejection), id: request.id, list: id, set: nil, counts: [],
            isDelivered: false)
    }

    static let unavailable = Rejection(
        .unavailable, action: nil,
        message: "the list cannot be stored now and nothing was applied: try again later")

    var unknownList: Rejection {
        Rejection(.unknownList, action: nil, message: "there is no list \(id.text)")
    }
}
