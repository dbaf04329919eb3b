import DequeModule
import ListDocument
import ListEditing
import ListProtocol
import WebSocketTransport

/// The reading side of a list: sessions that join or are behind, and HTTP requests.
///
/// A part of ``SequencerMachine``, which hands the list over while that is as it is stored. Short states
/// are encoded at once; long ones, and history that is not in memory, come from other threads, and who
/// needs them waits while the list serves others.
struct ReadBacklog: Sendable {
    let id: ListID
    let epoch: String
    let limits: ProtocolLimits
    private var joins: Deque<JoinRequest> = []
    private var resyncs: Deque<ResyncRequest> = []
    private var reads: Deque<ReadRequest> = []
    private var queries = QueryBacklog()
    /// The outline that was encoded last.
    private var outline: KeptOutline?
    /// Rows that may still be read in this turn of the loop, about.
    private var rowsLeft = Self.turnRows
    private var isReadOnAwaited = false
    private var snapshots = Snapshots(hasAuthors: false)
    private var authoredSnapshots = Snapshots(hasAuthors: true)
    private var older = HistoryRequests()

    init(id: ListID, epoch: String, limits: ProtocolLimits) {
        self.id = id
        self.epoch = epoch
        self.limits = limits
    }

    /// Whether there is something to be done that needs the list.
    var needList: Bool {
        !joins.isEmpty || !reads.isEmpty || queries.needList || !resyncs.isEmpty
            || snapshots.hasArrived || authoredSnapshots.hasArrived
            || older.hasArrived || older.isWanted
    }

    /// Whether no request waits for the list itself.
    var isEmpty: Bool { joins.isEmpty && reads.isEmpty && queries.isEmpty }

    /// Bytes that are held for them and could be made again.
    var byteCount: Int {
        snapshots.byteCount + authoredSnapshots.byteCount + (outline?.frame.wireCount ?? 0)
    }

    // MARK: Requests

    /// Takes a request that reads the list.
    ///
    /// - Parameter revision: The list's, below which the request is not answered.
    mutating func add(_ request: ReaderRequest, asked revision: Int) {
        switch request {
        case .join(var join):
            join.asked = revision
            joins.append(join)
        case .read(var read):
            read.asked = revision
            reads.append(read)
        case .resync(let resync): resyncs.append(resync)
        case .query(let query): queries.add(query)
        }
    }

    /// The query that was begun on another thread is answered; nil: it was not begun after all.
    mutating func queryEnded(
        _ query: QueryRequest, _ message: [UInt8]?, _ effects: inout [SequencerEffect]
    ) {
        queries.readEnded()
        if let message { effects.append(.reply(.answer(query, .message(message)))) }
    }

    /// A turn of the loop is over: as much can be read in the next.
    mutating func turnEnded() { rowsLeft = Self.turnRows }

    /// What is over from a turn can be read.
    mutating func readOn() { isReadOnAwaited = false }

    /// Blocked edits need the sets above `revision`.
    mutating func rebase(from revision: Int) { older.rebase(from: revision) }

    mutating func arrive(_ snapshot: EncodedSnapshot) {
        if snapshot.hasAuthors {
            authoredSnapshots.arrive(snapshot)
        } else {
            snapshots.arrive(snapshot)
        }
    }
    mutating func arrive(_ range: HistoryRange, _ outcome: Result<OlderHistory, LoadFailure>) {
        older.arrive(range, outcome)
    }

    /// What was encoded is of no more use: the list has changed, or it is to take less room.
    mutating func forgetEncodings() {
        snapshots.forget()
        authoredSnapshots.forget()
        outline = nil
    }

    /// The list is not in memory any more; requests that waited for its history wait for the list.
    mutating func listDropped() {
        forgetEncodings()
        for join in older.takeJoins() { joins.append(join) }
        older.listDropped()
    }

    /// Takes history that has arrived into the list, or tells what else is to be done with it.
    ///
    /// - Returns: nil where none has arrived.
    mutating func takeInHistory(
        _ list: inout LoadedList, at now: Double
    ) -> (purpose: HistoryRange.Purpose, outcome: Result<OlderHistory, LoadFailure>)? {
        guard let (range, outcome, waiting) = older.takeArrived(at: now) else { return nil }
        switch (range.purpose, outcome) {
        case (.catchup, .success(let sets)):
            // What is gone from the store meanwhile is not given any more.
            list.use { list in
                let kept = sets.encoded.suffix(max(0, list.history.start - list.storedStart))
                if range.through == list.history.start { list.history.prepend(kept) }
            }
        case (_, .failure(.damaged)):
            list.use { $0.storedStart = max($0.storedStart, range.through) }
        default: break
        }
        joins.prepend(contentsOf: waiting)
        return (range.purpose, outcome)
    }

    /// Whether the sets in memory must stay, since they are being joined with older ones, or
    /// they were requested just now.
    func needHistory(at now: Double) -> Bool { older.isNeeded(at: now) }
    var isReadingHistory: Bool { older.isReading }

    /// Sends subscribers the sets above a revision that another server made; where they are too many,
    /// or not in memory, subscribers open the list again.
    func publishMissed(
        after revision: Int, of list: LoadedList, _ effects: inout [SequencerEffect]
    ) {
        guard revision >= list.history.start,
            list.history.byteCount(after: revision, upTo: limits.queueBytes) <= limits.queueBytes
        else { return effects.append(.broadcast(.close(.unavailable))) }
        let changes = Changes(
            list: id, sets: list.history.sets(after: revision), counts: list.list.counts)
        let frame = Frame(text: changes.encoded, event: .changes(through: list.list.revision))
        effects.append(.broadcast(.sets(frame, after: revision)))
    }

    // MARK: What they get

    /// Rows that are read for windows and queries in a turn of the loop, about; what is over waits for the
    /// next.
    private static let turnRows = 4_000

    /// Serves every reader for which the list has an answer, as far as one turn goes.
    mutating func serve(_ list: LoadedList, _ effects: inout [SequencerEffect]) {
        if snapshots.hasArrived { takeIn(\.snapshots, list, &effects) }
        if authoredSnapshots.hasArrived { takeIn(\.authoredSnapshots, list, &effects) }
        while rowsLeft > 0, let resync = resyncs.popFirst() { serve(resync, list, &effects) }
        while rowsLeft > 0, let join = joins.popFirst() { serve(join, list, &effects) }
        while rowsLeft > 0, let read = reads.popFirst() { serve(read, list, &effects) }
        while rowsLeft > 0, let outcome = queries.next(list) { take(outcome, list, &effects) }
        if rowsLeft <= 0, needList, !isReadOnAwaited {
            isReadOnAwaited = true
            effects.append(.wake(after: 0, .readOn))
        }
        if let range = older.nextRange(list) { effects.append(.fetch(.history(range))) }
    }

    /// Answers every reader that the list is deleted or cannot be read.
    mutating func rejectAll(_ unavailability: Unavailability, _ effects: inout [SequencerEffect]) {
        resyncs = []
        for reader in snapshots.takeReaders() + authoredSnapshots.takeReaders() {
            switch reader {
            case .join(let join): joins.append(join)
            case .read(let read): reads.append(read)
            case .resync: break
            }
        }
        joins.append(contentsOf: older.takeJoins())
        while let join = joins.popFirst() { effects.append(.reply(.reject(join, unavailability))) }
        while let read = reads.popFirst() {
            effects.append(.reply(.respond(read, .absent(unavailability))))
        }
        for query in queries.takeAll() {
            effects.append(.reply(.answer(query, .absent(unavailability))))
        }
    }

    private mutating func serve(
        _ join: JoinRequest, _ list: LoadedList, _ effects: inout [SequencerEffect]
    ) {
        let revision = list.list.revision
        if let since = join.since, since <= revision {
            if since >= list.history.start {
                if let catchup = snapshots.catchup(
                    of: list, since: since, bound: limits.queueBytes)
                {
                    return admit(join, at: revision, [catchup], sentFrom: since, list, &effects)
                }
            } else if since >= list.storedStart, !join.hasHistory {
                return older.await(join)
            }
        }
        if let window = join.window {
            let frame = outline(
                window, hasAuthors: join.wantsAuthors, of: list, &effects)
            admit(join, at: revision, [frame], sentFrom: revision, list, &effects)
        } else {
            supply(.join(join), list, &effects)
        }
    }

    private mutating func serve(
        _ read: ReadRequest, _ list: LoadedList, _ effects: inout [SequencerEffect]
    ) {
        let revision = list.list.revision
        switch read.subject {
        case .changes:
            let reply = ReadReply.changes(
                revision: revision, counts: list.list.counts, names: list.clients.names)
            effects.append(.reply(.respond(read, reply)))
        case .snapshot(let known?) where EntityTag(epoch, revision).isNamed(in: known):
            effects.append(.reply(.respond(read, .unchanged(revision: revision))))
        case .snapshot:
            supply(.read(read), list, &effects)
        case .window(let window):
            let body = WindowReader(list: list.list, limits: limits).outline(window, of: id, epoch)
            count(window, hasAuthors: false, &effects)
            effects.append(.reply(.respond(read, .message(body.encoded))))
        case .find(let query):
            queries.add(QueryRequest(asker: .http(read), subject: .find(query)))
        }
    }

    /// Sends a session what it missed: the sets where they are shorter than the list, else the list, or
    /// what the session asked for of it.
    private mutating func serve(
        _ resync: ResyncRequest, _ list: LoadedList, _ effects: inout [SequencerEffect]
    ) {
        let (connection, delivered) = (resync.connection, resync.delivered)
        let whole = Snapshots.byteCount(of: list.list, hasAuthors: resync.wantsAuthors)
        let bound = min(limits.queueBytes, max(whole, 4_096))
        if delivered >= list.history.start,
            let catchup = snapshots.catchup(of: list, since: delivered, bound: bound)
        {
            effects.append(
                .reply(
                    .catchUp(
                        connection: connection, [catchup], isWhole: false,
                        revision: list.list.revision)))
        } else if let window = resync.window {
            let frame = outline(
                window.window(in: list.list), hasAuthors: resync.wantsAuthors, of: list,
                &effects)
            effects.append(
                .reply(
                    .catchUp(
                        connection: connection, [frame], isWhole: true, revision: list.list.revision
                    )))
        } else {
            supply(.resync(resync), list, &effects)
        }
    }

    /// The outline of a window, shared by all that ask for the same at the same revision.
    private mutating func outline(
        _ window: ListWindow, hasAuthors: Bool, of list: LoadedList,
        _ effects: inout [SequencerEffect]
    ) -> Frame {
        if let outline, outline.window == window, outline.hasAuthors == hasAuthors,
            outline.revision == list.list.revision
        {
            rowsLeft -= Self.joinRows
            return outline.frame
        }
        let reader = WindowReader(list: list.list, limits: limits, hasAuthors: hasAuthors)
        let message = reader.outline(window, of: id, epoch)
        count(window, hasAuthors: hasAuthors, &effects)
        let frame = Frame(text: message.encoded)
        outline = KeptOutline(
            window: window, hasAuthors: hasAuthors, revision: message.revision, frame: frame)
        return frame
    }

    /// What a session that joins takes beside its rows, in rows.
    private static let joinRows = 40

    /// Counts the rows of an outline.
    private mutating func count(
        _ window: ListWindow, hasAuthors: Bool, _ effects: inout [SequencerEffect]
    ) {
        let most = limits.windowRows
        let rows = min(most, min(most, window.before) + min(most, window.after))
        rowsLeft -= Self.joinRows + (hasAuthors ? 2 * rows : rows)
        effects.append(.note(.encodedOutline))
    }

    private mutating func take(
        _ outcome: QueryBacklog.Outcome, _ list: LoadedList, _ effects: inout [SequencerEffect]
    ) {
        switch outcome {
        case .answered(let query, let message):
            rowsLeft -= query.turnCost
            effects.append(.note(.queried(query.kind)))
            if let (connection, row) = query.firstRow(in: list.list) {
                effects.append(.reply(.rememberRow(row, of: connection)))
            }
            effects.append(.reply(.answer(query, .message(message))))
        case .begun(let query, let list):
            effects.append(.note(.queried(query.kind)))
            effects.append(.fetch(.query(query, list)))
        }
    }

    /// Gives a reader the list's snapshot, as soon as there is one.
    private mutating func supply(
        _ reader: Snapshots.Reader, _ list: LoadedList, _ effects: inout [SequencerEffect]
    ) {
        let availability =
            reader.wantsAuthors
            ? authoredSnapshots.serve(reader, list) : snapshots.serve(reader, list)
        switch availability {
        case .ready(let snapshot, let isNew):
            if isNew { effects.append(.note(.encodedSnapshot)) }
            hand(snapshot, [], to: reader, list, &effects)
        case .later(let list?):
            effects.append(.note(.encodedSnapshot))
            effects.append(.fetch(.snapshot(list, hasAuthors: reader.wantsAuthors)))
        case .later(nil): break
        }
    }

    /// Sends a long snapshot to the readers that wait, with the sets that were made meanwhile.
    private mutating func takeIn(
        _ snapshots: WritableKeyPath<Self, Snapshots>, _ list: LoadedList,
        _ effects: inout [SequencerEffect]
    ) {
        let limits = limits
        let arrived = self[keyPath: snapshots].takeArrived(list.list) { snapshot in
            snapshot.revision >= list.history.start && snapshot.revision <= list.list.revision
                && list.history.byteCount(after: snapshot.revision, upTo: limits.queueBytes)
                    <= limits.queueBytes
        }
        guard let (snapshot, readers, again) = arrived else { return }
        if let again {
            effects.append(.note(.encodedSnapshot))
            effects.append(.fetch(.snapshot(again, hasAuthors: snapshot.hasAuthors)))
        }
        guard !readers.isEmpty else { return }
        let sets = list.history.sets(after: snapshot.revision)
        let changes = Changes(list: id, sets: sets, counts: list.list.counts)
        let event = StreamEvent.changes(through: list.list.revision)
        let frames = sets.isEmpty ? [] : [Frame(text: changes.encoded, event: event)]
        for reader in readers { hand(snapshot, frames, to: reader, list, &effects) }
    }

    /// - Parameter changes: The sets after the snapshot.
    private func hand(
        _ snapshot: EncodedSnapshot, _ changes: [Frame], to reader: Snapshots.Reader,
        _ list: LoadedList, _ effects: inout [SequencerEffect]
    ) {
        switch reader {
        case .join(let join):
            admit(
                join, at: snapshot.revision, snapshot.frames + changes,
                sentFrom: snapshot.revision, list, &effects)
        case .read(let read): effects.append(.reply(.respond(read, .snapshot(snapshot))))
        case .resync(let resync):
            effects.append(
                .reply(
                    .catchUp(
                        connection: resync.connection, snapshot.frames + changes, isWhole: true,
                        revision: snapshot.revision)))
        }
    }

    private func admit(
        _ join: JoinRequest, at revision: Int, _ state: [Frame], sentFrom: Int,
        _ list: LoadedList, _ effects: inout [SequencerEffect]
    ) {
        effects.append(
            .reply(
                .admit(
                    join, revision: revision, lastID: list.clients.highest(of: join.client),
                    state: state, sentFrom: sentFrom)))
    }
}

/// An outline that was encoded, for all that ask for the same.
private struct KeptOutline: Sendable {
    let window: ListWindow
    let hasAuthors: Bool
    let revision: Int
    let frame: Frame
}
