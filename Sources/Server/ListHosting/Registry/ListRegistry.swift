import ListDocument
import ListEditing
package import ListJournal
package import ListProtocol
import ListSequencing
import Logging
import TextBytes
import WebSocketTransport

/// The lists of a server.
///
/// Confined to the loop's thread.
package final class ListRegistry {
    /// What it takes at most, and for how long.
    package struct Bounds: Sendable {
        /// Lists in the store; more are not created.
        var lists: Int
        /// Bytes of lists that are being stored for the first time.
        var newBytes: Int
        /// Seconds without use until a list is released from memory.
        var idleSeconds: Int

        package init(lists: Int, newBytes: Int, idleSeconds: Int) {
            self.lists = lists
            self.newBytes = newBytes
            self.idleSeconds = idleSeconds
        }
    }

    package let services: SequencerServices
    private let bounds: Bounds
    /// Reads and makes new lists: their requests may be long and many.
    package let creations: WorkerQueue
    // What only the parts of the registry use, in this file and beside it.
    var sequencers: [ListID: ListSequencer] = [:]
    /// Ids that are being created or deleted, and the requests that wait for the end of that.
    private var underWay: [ListID: [ClaimWaiter]] = [:]
    /// Bytes of the lists that are being stored for the first time.
    private var newBytes = 0
    private var gathering: Task<[ListSummary], Never>?
    /// Lists that were created or deleted so late that no client may have heard of it.
    private var late = LateRequests()
    /// Epochs of lists that were deleted here, until the journal tells of it too.
    private var deletedEpochs: Set<TextKey> = []
    var forwardings: ServerBus.Subscription?
    /// The servers that were up when it was looked which changes were not told, and when that was.
    var tellers: (servers: [String], looked: Double) = ([], 0)

    package init(_ services: SequencerServices, bounds: Bounds) {
        self.services = services
        self.bounds = bounds
        creations = services.runtime.background.queue("lists.creation")
    }

    /// Bytes of followed records that wait for the loop; the bodies beyond are read when they are needed.
    private static let arrivingBytes = 16 << 20

    /// Finds every list that the journal has, none of which is loaded yet, and follows what other servers
    /// store from there on.
    package func start(isolation: isolated (any Actor)? = #isolation) async throws(JournalError) {
        for head in try await services.journal.heads() {
            sequencers[ListID(head.list)] = ListSequencer(head, services: services)
        }
        let arrivals = Arrivals<FollowedRecord>(on: services.loop, mostBytes: Self.arrivingBytes) {
            record in
            self.take(record)
        }
        let used = services.inUse.ids
        services.journal.follow { record in
            // Of a list that is not in use here only the head is kept.
            let isUrgent = used.contains(record.head.list)
            if !arrivals.add(record, bytes: record.byteCount, isUrgent: isUrgent) {
                arrivals.add(record.withoutBody, bytes: 0, isUrgent: isUrgent)
            }
        }
        scheduleCleaning()
        joinServers()
    }

    /// Takes a record that this or another server stored.
    private func take(_ record: FollowedRecord) {
        let (list, epoch) = (ListID(record.head.list), record.head.epoch)
        defer { noteChange(of: list, record.head.position.revision, writer: record.writer) }
        if case .deleted = record.change {
            deletedEpochs.remove(TextKey(epoch))
            guard let sequencer = sequencers[list] else { return }
            let known = sequencer.head
            let isNamed = sequencer.epoch.isSame(as: epoch)
            // A server that was cut off may have missed the deletion of an earlier list: that of a later one tells it.
            guard isNamed || known.position.place < record.head.position.place else { return }
            sequencers[list] = nil
            let gone = isNamed ? record : FollowedRecord(.deleted, head: known, writer: "")
            sequencer.follow(gone)
            return
        }
        guard !deletedEpochs.contains(TextKey(epoch)) else { return }
        sequencer(for: record.head)?.follow(record)
    }

    /// The sequencer of the list with this head; made where there was none, or one of an earlier list.
    ///
    /// Nil: the head is of an earlier list.
    private func sequencer(for head: ListHead) -> ListSequencer? {
        let list = ListID(head.list)
        if let sequencer = sequencers[list] {
            guard !sequencer.epoch.isSame(as: head.epoch) else { return sequencer }
            let known = sequencer.head
            guard known.position.place < head.position.place else { return nil }
            let gone = FollowedRecord(.deleted, head: known, writer: "")
            sequencer.follow(gone)
        }
        let sequencer = ListSequencer(head, services: services)
        sequencers[list] = sequencer
        return sequencer
    }

    /// Finds, on another thread, the lists that cannot be read, and logs them before they are opened.
    package func inspect() -> Task<Void, Never> {
        let (bound, services) = (LoopBound(self, loop: services.loop), services)
        return Task.detached(
            executorPreference: services.runtime.background.tasks, priority: .background
        ) {
            var heads = await bound.run { _, registry in await registry.heads() }
            heads.sort { $0.list.precedes($1.list) }
            await ListInspection(journal: services.journal).run(heads) { list, reason in
                services.loop.execute {
                    services.monitor.noteUnreadable(ListID(list), .damaged(reason))
                }
            }
        }
    }

    /// The most heads that are read in a turn of the loop.
    private static let headsPerTurn = 1_000

    private func heads(isolation: isolated (any Actor)? = #isolation) async -> [ListHead] {
        var heads: [ListHead] = []
        heads.reserveCapacity(sequencers.count)
        for (number, sequencer) in Array(sequencers.values).enumerated() {
            if number % Self.headsPerTurn == Self.headsPerTurn - 1 {
                await services.loop.pause(seconds: 0)
            }
            heads.append(sequencer.head)
        }
        return heads
    }

    package var isEmpty: Bool { sequencers.isEmpty }
    package var count: Int { sequencers.count }
    /// Those that are in memory.
    var loadedCount: Int { services.inUse.count }

    package func sequencer(of list: ListID) -> ListSequencer? {
        sequencers[list]
    }

    // MARK: Lists that other servers make

    /// Whether the list is not known here, but another server may have made it just now.
    package func mayBeNew(_ list: ListID) -> Bool {
        guard services.journal.isShared else { return false }
        return sequencers[list] == nil || hasEnded(list)
    }

    /// Whether the list is known here, and deleted.
    private func hasEnded(_ list: ListID) -> Bool {
        sequencers[list]?.stage == .deleted
    }

    /// Looks in the journal for a list that is not known here; it is known then, if it is there.
    ///
    /// - Throws: `unavailable` where that cannot be told now.
    package func find(_ list: ListID, isolation: isolated (any Actor)? = #isolation)
        async throws(ListRefusal)
    {
        if mayBeNew(list) { try await look(for: list) }
    }

    /// Looks in the journal which list has an id now: another server may have made it, or made it anew.
    private func look(for list: ListID, isolation: isolated (any Actor)? = #isolation)
        async throws(ListRefusal)
    {
        do throws(JournalError) {
            guard let head = try await services.journal.head(list: list.text),
                !deletedEpochs.contains(TextKey(head.epoch))
            else { return }
            // One that ended, though the journal has the list.
            if hasEnded(list) { sequencers[list] = nil }
            _ = sequencer(for: head)
        } catch {
            throw .unavailable
        }
    }

    /// Lists whose summaries are taken in one turn of the loop.
    private static let turnLists = 2_000

    /// Every list that may be known of, as it is stored, by id.
    ///
    /// Collected in parts, a turn each; requests that arrive meanwhile share the result.
    package func summaries(for grants: Grants, isolation: isolated (any Actor)? = #isolation) async
        -> EncodedLists
    {
        let all = await summaries()
        return await EncodedLists(all, for: grants)
    }

    /// Every list, as it is stored.
    package func summaries(isolation: isolated (any Actor)? = #isolation) async -> [ListSummary] {
        if let gathering { return await gathering.value }
        let task = services.runtime.begin(with: self) { _, registry in
            var summaries: [ListSummary] = []
            let lists = Array(registry.sequencers.values)
            for start in stride(from: 0, to: lists.count, by: Self.turnLists) {
                if start > 0 { await registry.services.loop.pause(seconds: 0) }
                summaries += Self.summaries(
                    of: lists[start..<min(start + Self.turnLists, lists.count)])
            }
            registry.gathering = nil
            return summaries
        }
        gathering = task
        return await task.value
    }

    private static func summaries(of lists: ArraySlice<ListSequencer>) -> [ListSummary] {
        lists.compactMap { sequencer in
            sequencer.stage == .deleted ? nil : sequencer.summary
        }
    }

    /// Makes a list.
    ///
    /// - Parameter requester: Tells the client that asks from others, who may ask for the same list.
    package func create(
        _ list: CreateList, for requester: String = "",
        isolation: isolated (any Actor)? = #isolation
    ) async -> Result<Created, ListRefusal> {
        let began = services.loop.now
        guard await claim(list.list) else { return .failure(.unavailable) }
        defer { release(list.list) }
        if let epoch = await lateEpoch(of: list, for: requester) {
            return .success(Created(list: list.list, epoch: epoch, revision: 0))
        }
        do throws(RefusedCreation) {
            let created = try await make([list])[0]
            if LateRequests.isLate(began, at: services.loop.now) {
                let digest = await creations.run {
                    LateRequests.digest(of: list, for: requester)
                }
                late.created(list.list, created.epoch, digest, at: services.loop.now)
            }
            return .success(created)
        } catch {
            return .failure(error.refusal)
        }
    }

    /// Why no list was created, and which list is the reason.
    package struct RefusedCreation: Error {
        package let list: ListID
        package let refusal: ListRefusal
    }

    /// Makes lists, all of them or none.
    package func create(_ lists: [CreateList], isolation: isolated (any Actor)? = #isolation)
        async throws(RefusedCreation) -> [Created]
    {
        var claimed: [ListID] = []
        defer { for list in claimed { release(list) } }
        // In one order, so that two requests for the same lists do not wait for each other.
        for list in lists.map(\.list).sorted(by: { $0.text.precedes($1.text) }) {
            guard claimed.last != list else {
                throw RefusedCreation(list: list, refusal: .exists)
            }
            guard await claim(list) else {
                throw RefusedCreation(list: list, refusal: .unavailable)
            }
            claimed.append(list)
        }
        return try await make(lists)
    }

    /// Makes lists whose ids are reserved.
    private func make(_ lists: [CreateList], isolation: isolated (any Actor)? = #isolation)
        async throws(RefusedCreation) -> [Created]
    {
        guard let first = lists.first else { return [] }
        for list in lists.map(\.list) where sequencers[list] != nil {
            // Another server may have deleted it just now: the journal tells.
            guard services.journal.isShared else {
                throw RefusedCreation(list: list, refusal: .exists)
            }
        }
        // Those that are reserved are under way.
        if sequencers.count + underWay.count > bounds.lists,
            let list = lists.first(where: { sequencers[$0.list] == nil })
        {
            throw RefusedCreation(list: list.list, refusal: .full(bounds.lists))
        }
        let new = try await encode(lists)
        // While the journal is away they wait, each until it is certain what became of it.
        let bytes = new.reduce(0) { $0 + $1.snapshot.count }
        guard newBytes == 0 || newBytes + bytes <= bounds.newBytes else {
            throw RefusedCreation(list: first.list, refusal: .unavailable)
        }
        newBytes += bytes
        defer { newBytes -= bytes }
        let outcome: CreationOutcome
        do throws(JournalError) {
            outcome = try await services.journal.create(new)
        } catch {
            services.runtime.log.error(
                "a list cannot be created",
                metadata: ["list": "\(first.list.text)", "reason": "\(error)"])
            throw RefusedCreation(list: first.list, refusal: ListRefusal(error))
        }
        switch outcome {
        case .taken(let id): throw RefusedCreation(list: ListID(id), refusal: .exists)
        case .created(let heads):
            for head in heads {
                _ = sequencer(for: head)
                if !services.journal.isShared {
                    services.changes?.note(ListID(head.list), revision: 0)
                }
            }
            return heads.map { Created(list: ListID($0.list), epoch: $0.epoch, revision: 0) }
        }
    }

    /// What is stored of new lists.
    private func encode(_ lists: [CreateList], isolation: isolated (any Actor)? = #isolation)
        async throws(RefusedCreation) -> [NewList]
    {
        let (limits, now) = (services.limits, services.runtime.clock.now())
        let epochs = lists.map { _ in services.runtime.makeID() }
        return try await creations.run {
            Result { () throws(RefusedCreation) in
                var new: [NewList] = []
                for (list, epoch) in zip(lists, epochs) {
                    do throws(Rejection) {
                        new.append(
                            try Self.encode(list, limits: limits, epoch: epoch, at: now))
                    } catch {
                        throw RefusedCreation(list: list.list, refusal: .invalid(error))
                    }
                }
                return new
            }
        }.get()
    }

    /// The epoch of the list that the same request has created already, though no client may have heard of it.
    private func lateEpoch(
        of list: CreateList, for requester: String, isolation: isolated (any Actor)? = #isolation
    ) async -> String? {
        guard let made = late.creation(of: list.list, at: services.loop.now),
            let known = sequencers[list.list], known.epoch.isSame(as: made.epoch),
            !hasEnded(list.list)
        else { return nil }
        let digest = await creations.run {
            LateRequests.digest(of: list, for: requester)
        }
        return digest == made.digest ? made.epoch : nil
    }

    /// Whether the list was deleted so late that the client that asked for it may not have heard of it.
    package func wasDeletedLate(_ list: ListID) -> Bool {
        sequencers[list] == nil && late.hasDeleted(list, at: services.loop.now)
    }

    /// Waits until no list of this id is being created or deleted, and reserves the id.
    ///
    /// - Returns: False where that takes longer than edits wait for the journal: nothing is done then.
    private func claim(_ list: ListID, isolation: isolated (any Actor)? = #isolation) async -> Bool
    {
        let deadline = services.loop.now + services.history.appendSeconds
        while underWay[list] != nil {
            guard services.loop.now < deadline else { return false }
            let waiter = ClaimWaiter()
            let timer = services.loop.schedule(after: deadline - services.loop.now) {
                waiter.resume()
            }
            await withCheckedContinuation {
                waiter.continuation = $0
                underWay[list]?.append(waiter)
            }
            timer.cancel()
            underWay[list]?.removeAll { $0 === waiter }
        }
        underWay[list] = []
        return true
    }

    private func release(_ list: ListID) {
        for waiter in underWay.removeValue(forKey: list) ?? [] { waiter.resume() }
    }

    /// Makes what is stored of a new list; not in a turn of the loop, as it may be long.
    private static func encode(
        _ list: CreateList, limits: ProtocolLimits, epoch: String, at now: Int
    ) throws(Rejection) -> NewList {
        let new = try NewList(list, limits: limits, epoch: epoch, at: now)
        guard new.snapshot.count <= limits.listBytes else {
            throw Rejection(
                .tooLarge, action: nil, message: "the list is over \(limits.listBytes) bytes")
        }
        return new
    }

    package func delete(_ list: ListID, isolation: isolated (any Actor)? = #isolation) async
        -> Result<Void, ListRefusal>
    {
        let began = services.loop.now
        // What is made under this id while the request waits is another list.
        let waited = underWay[list] == nil ? nil : sequencers[list]?.epoch
        guard await claim(list) else { return .failure(.unavailable) }
        defer { release(list) }
        if services.journal.isShared {
            // A list that was made anew is to be deleted, not the one before it.
            do throws(ListRefusal) { try await look(for: list) } catch { return .failure(error) }
        }
        guard let sequencer = sequencers[list] else {
            return waited != nil || late.hasDeleted(list, at: services.loop.now)
                ? .success(()) : .failure(.unknown)
        }
        if let waited, !sequencer.epoch.isSame(as: waited) { return .success(()) }
        if let changes = services.changes,
            await !changes.willDelete(list, epoch: sequencer.epoch)
        {
            return .failure(.unavailable)
        }
        switch await sequencer.delete() {
        case .done: break
        case .failed: return .failure(.unavailable)
        case .undecided: return .failure(.undecided)
        }
        if LateRequests.isLate(began, at: services.loop.now) {
            late.deleted(list, at: services.loop.now)
        }
        if sequencers[list] === sequencer {
            sequencers[list] = nil
            if services.journal.isShared { deletedEpochs.insert(TextKey(sequencer.epoch)) }
        }
        return .success(())
    }

    /// Waits for the commits that are under way.
    ///
    /// - Parameter seconds: How long; what is not durable by then stays unanswered, and its client sends it again.
    package func finish(within seconds: Double, isolation: isolated (any Actor)? = #isolation) async
    {
        let deadline = services.loop.now + seconds
        while !isQuiet, services.loop.now < deadline {
            await services.loop.pause(seconds: 0.005)
        }
    }

    /// Tells the other servers that this one stops.
    package func leaveServers() { services.peers?.stop() }

    private var isQuiet: Bool {
        services.inUse.all.allSatisfy { $0.isQuiet }
    }

    private func scheduleCleaning() {
        let seconds = max(1, bounds.idleSeconds / 2)
        _ = services.loop.schedule(after: Double(seconds)) {
            self.releaseIdle()
            self.scheduleCleaning()
        }
    }

    private func releaseIdle() {
        let moment = services.loop.now - Double(bounds.idleSeconds)
        for sequencer in Array(services.inUse.all) {
            sequencer.release(unusedSince: moment)
        }
    }
}

/// The answer to `lists`, encoded on another thread.
package struct EncodedLists: Sendable {
    package let body: [UInt8]

    /// Those of `all` that `grants` allow to know of, by id.
    @concurrent
    init(_ all: [ListSummary], for grants: Grants) async {
        let known = all.filter { grants.role(on: $0.list) != nil }
            .sorted { $0.list.text.precedes($1.list.text) }
        body = ListsMessage(lists: known).encoded
    }
}

/// A request that waits until an id is free, or until its time is over; on the loop's thread.
private final class ClaimWaiter {
    var continuation: CheckedContinuation<Void, Never>?

    func resume() {
        continuation?.resume()
        continuation = nil
    }
}
