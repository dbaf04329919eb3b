import ListEditing
import ListJournal
import ListProtocol
import WebSocketTransport

/// The lists of a server and the sessions that are on it.
actor Directory {
    /// Why a list was not created or deleted.
    enum Refusal: Error, Sendable {
        case exists
        /// The store has as many lists as it may have.
        case full(Int)
        case unknown
        case invalid(Rejection)
        case unavailable
    }

    nonisolated let services: Services
    private var sequencers: [ListID: ListSequencer] = [:]
    private var sessions: [ClientID: Session] = [:]
    /// Ids that are being created or deleted.
    private var underWay: Set<ListID> = []

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe services.loop.asUnownedSerialExecutor()
    }

    init(services: Services) {
        self.services = services
    }

    /// Finds every list that the journal has; none is loaded yet.
    func start() async throws(JournalError) {
        for head in try await services.journal.heads() {
            sequencers[ListID(head.list)] = ListSequencer(head, services: services)
        }
        scheduleCleaning()
    }

    var isEmpty: Bool { sequencers.isEmpty }
    var count: Int { sequencers.count }

    /// How many of the lists are in memory.
    var loadedCount: Int {
        sequencers.values.count { $0.assumeIsolated { $0.loaded != nil } }
    }

    func sequencer(of list: ListID) -> ListSequencer? {
        sequencers[list]
    }

    /// Every list that may be known of, as it is stored, by id.
    func summaries(for grants: Grants) -> [ListSummary] {
        sequencers.values.filter { grants.role(on: $0.id) != nil }
            .map { $0.assumeIsolated { $0.summary } }
            .sorted { $0.list.text < $1.list.text }
    }

    func create(_ list: CreateList) async -> Result<Created, Refusal> {
        guard sequencers[list.list] == nil, underWay.insert(list.list).inserted else {
            return .failure(.exists)
        }
        defer { underWay.remove(list.list) }
        guard sequencers.count + underWay.count <= services.bounds.lists else {
            return .failure(.full(services.bounds.lists))
        }
        do throws(Rejection) {
            let new = try NewList(
                list, limits: services.limits, epoch: RandomID.make(), at: services.clock.now())
            guard let head = try? await services.journal.create(new) else {
                return .failure(.unavailable)
            }
            let sequencer = ListSequencer(head, services: services)
            sequencers[list.list] = sequencer
            return .success(Created(list: list.list, epoch: head.epoch, revision: 0))
        } catch {
            return .failure(.invalid(error))
        }
    }

    func delete(_ list: ListID) async -> Result<Void, Refusal> {
        guard let sequencer = sequencers[list], underWay.insert(list).inserted else {
            return .failure(.unknown)
        }
        defer { underWay.remove(list) }
        guard await sequencer.delete() else { return .failure(.unavailable) }
        sequencers[list] = nil
        return .success(())
    }

    /// A session said hello.
    ///
    /// One that had the same public name is replaced.
    func began(_ session: Session, client: ClientID) {
        let earlier = sessions.updateValue(session, forKey: client)
        earlier?.dismiss(
            ErrorMessage(.replaced, "another session with the same client key took over"))
    }

    func ended(_ session: Session, client: ClientID) {
        if sessions[client] === session { sessions[client] = nil }
    }

    /// Takes no more edits, waits for the commits of those taken, then dismisses all sessions.
    ///
    /// - Parameter seconds: How long to wait for commits; what is not durable by then stays unanswered, and
    ///   its client sends it again.
    func finish(within seconds: Double) async {
        stopListening()
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !isQuiet, ContinuousClock.now < deadline {
            await services.loop.pause(seconds: 0.005)
        }
        let goodbye = ErrorMessage(.shuttingDown, "the server stops: come back in a moment")
        for session in sessions.values { session.dismiss(goodbye) }
    }

    private func stopListening() {
        for session in sessions.values { session.assumeIsolated { $0.stopListening() } }
    }

    private var isQuiet: Bool {
        sequencers.values.allSatisfy { $0.assumeIsolated { $0.isQuiet } }
    }

    private func scheduleCleaning() {
        let seconds = max(1, services.options.idleSeconds / 2)
        _ = services.loop.schedule(after: Double(seconds)) {
            self.assumeIsolated { directory in
                directory.putAsideIdle()
                directory.scheduleCleaning()
            }
        }
    }

    private func putAsideIdle() {
        let moment = services.clock.now() - services.options.idleSeconds * 1000
        for sequencer in sequencers.values {
            sequencer.assumeIsolated { $0.putAside(unusedSince: moment) }
        }
    }
}
