import ListDocument
package import ListEditing
import ListJournal
import ListProtocol

/// Whether a record is stored without a change.
enum RecordDemand: Sendable {
    case none
    /// With the next batch, whatever it changes.
    case withNextBatch
    /// At once, with a batch of no edits where none waits.
    case atOnce
}

/// The editing side of a list: the edits that wait, and a batch whose outcome is unknown.
///
/// A part of ``SequencerMachine``, which hands the list over while that is as it is stored.
package struct EditBacklog: Sendable {
    /// What is to be done for the edits that wait.
    enum Next {
        /// Nothing, for now.
        case wait
        /// The edit is too much for a turn of the loop.
        case offload(ListWork)
        /// These are applied; `wantedHistory` of the batch is to be read for others.
        case applied(AppliedBatch)
    }

    /// Whether no other server applies the same edits.
    private let isSoleWriter: Bool
    private var edits = EditQueue()
    private var linger = BatchLinger()
    private var isLingering = false
    private(set) var undecided: UndecidedBatch?
    /// An undecided batch that turned out to be stored: published once the list is loaded.
    private(set) var recovered: UndecidedBatch?
    /// Whether a record is stored even where nothing changes.
    private(set) var demand = RecordDemand.none
    /// The revision whose state is being read for edits that restore it.
    private var pastUnderWay: Int?

    init(isSoleWriter: Bool) { self.isSoleWriter = isSoleWriter }

    /// Whether there is something to be done that needs the list.
    ///
    /// - Parameters:
    ///   - applying: Whether edits may be applied now.
    ///   - refusing: Whether nothing can be stored, so that they are refused.
    func needList(applying: Bool, refusing: Bool) -> Bool {
        if recovered != nil { return true }
        return applying && (!isOvertaken || refusing) && (!edits.isEmpty || demand == .atOnce)
    }

    /// Whether no edit waits.
    var isEmpty: Bool { edits.isEmpty && demand != .atOnce }
    /// Whether an edit has its turn.
    var hasNext: Bool { edits.next != nil }
    /// Whether edits wait until it is known what was stored before an undecided batch.
    var isOvertaken: Bool { undecided?.isOvertaken ?? false }
    /// Whether nothing can be stored while a batch is undecided.
    var isFailing: Bool { undecided.map { !$0.isOvertaken } ?? false }

    mutating func add(_ request: EditRequest) { edits.append(request) }

    mutating func demandRecord(_ demand: RecordDemand) { self.demand = demand }

    /// A record is stored.
    mutating func storedRecord() { demand = .none }

    /// The edits that the loop's pass has read are queued.
    mutating func passEnded(at now: Double) {
        if linger.pause(waiting: edits.count, at: now) == nil { isLingering = false }
    }

    /// The time to wait for further edits is over.
    mutating func lingered() { isLingering = false }

    /// A batch of so many edits is published.
    mutating func published(_ count: Int, at now: Double) {
        linger.published(count, at: now)
    }

    /// Edits whose history has been read, or is not read after all, take turns again.
    mutating func unblock(withHistory: Bool) { edits.unblock(withHistory: withHistory) }

    /// History that blocked edits need has been read, or cannot be.
    ///
    /// - Returns: What is to be done with it, away from the loop; nil: nothing.
    mutating func historyArrived(
        _ outcome: Result<OlderHistory, LoadFailure>, _ effects: inout [SequencerEffect]
    ) -> ListWork? {
        switch outcome {
        case .success(let sets): return .adopt(sets)
        case .failure(.damaged): edits.unblock(withHistory: true)
        case .failure(.unavailable): effects.append(.leaveUnanswered(edits.removeBlocked()))
        }
        return nil
    }

    /// Has the state of an earlier revision read; one at a time, those that wait for another ask again.
    mutating func readPast(_ revision: Int, _ effects: inout [SequencerEffect]) {
        guard pastUnderWay == nil else { return }
        pastUnderWay = revision
        effects.append(.fetch(.past(revision)))
    }

    /// The state of an earlier revision has been read for the edits that restore it, or cannot be.
    mutating func pastArrived(
        _ revision: Int, _ outcome: Result<PastState, LoadFailure>,
        _ effects: inout [SequencerEffect]
    ) {
        pastUnderWay = nil
        if case .failure(let failure) = outcome {
            effects.append(.note(.historyUnreadable(failure)))
        }
        switch outcome {
        case .success(let past): edits.supply(past, of: revision)
        case .failure(.damaged): edits.supply(.damaged, of: revision)
        case .failure(.unavailable): effects.append(.leaveUnanswered(edits.removeBlocked()))
        }
        edits.unblock(withHistory: false)
    }

    /// Applies the edits that wait, as far as one turn goes.
    mutating func applyNext(
        _ list: inout LoadedList, _ now: Moment, _ effects: inout [SequencerEffect]
    ) -> Next {
        guard !isLingering else { return .wait }
        guard let first = edits.next else {
            guard demand == .atOnce else { return .wait }
            return .applied(list.apply(&edits, now: now.wall))
        }
        if let pause = linger.pause(waiting: edits.count, at: now.loop) {
            isLingering = true
            effects.append(.wake(after: pause, .linger))
            return .wait
        }
        let reads = edits.nextReads
        if case .work(let cost) = list.demand(of: first, reads), cost > LoadedList.turnCost {
            edits.removeNext()
            return .offload(.apply(first, reads, now: now.wall))
        }
        return .applied(list.apply(&edits, now: now.wall))
    }

    /// Answers every waiting edit where the list is deleted or cannot be read.
    mutating func rejectAll(
        _ unavailability: Unavailability, _ unknownList: Rejection,
        _ effects: inout [SequencerEffect]
    ) {
        let waiting = edits.remove { _ in true }
        switch unavailability {
        case .deleted: for request in waiting { effects.append(.refuse(request, unknownList)) }
        case .unavailable: if !waiting.isEmpty { effects.append(.leaveUnanswered(waiting)) }
        }
    }

    /// Edits take their turns again, before those that wait.
    mutating func takeBack(_ requests: [EditRequest]) {
        edits.unblock(withHistory: false)
        let waiting = edits.remove { _ in true }
        for request in requests + waiting { edits.append(request) }
    }

    /// Takes out edits that have their turns, in order, as long as they are taken.
    mutating func takeNext(while isTaken: (EditRequest) -> Bool) {
        while let request = edits.next, isTaken(request) { edits.removeNext() }
    }

    /// Takes out all edits of a kind.
    mutating func take(where isTaken: (EditRequest) -> Bool) -> [EditRequest] {
        edits.remove(where: isTaken)
    }

    // MARK: When the journal fails

    package static let unavailable = Rejection(
        .unavailable, action: nil,
        message: "the list cannot be stored now and nothing was applied: try again later")

    /// Keeps a batch of which it is unknown whether it is stored.
    mutating func appendFailed(_ undecided: UndecidedBatch) { self.undecided = undecided }

    /// What was stored first cannot be read for too long: that is a failure after all.
    mutating func overtakenForLong() { undecided?.isOvertaken = false }

    /// Takes the outcome of the undecided batch, once it is certain.
    mutating func resolved(_ resolution: AppendResolution) { undecided?.resolution = resolution }

    /// Takes the outcome of an append that was undecided before it came.
    ///
    /// - Parameter head: The list's head before it.
    mutating func appendEnded(
        _ outcome: AppendOutcome, after head: ListHead, _ effects: inout [SequencerEffect]
    ) {
        guard let undecided, undecided.isUnderWay else { return }
        let append = undecided.append
        self.undecided?.isUnderWay = false
        switch outcome {
        case .committed(let position):
            resolved(.ours(ListHead(head, append.record, at: position)))
        case .refused: resolved(.other(head))
        case .conflict, .unknown: effects.append(.resolve(append.record, after: append.expected))
        }
    }

    /// Goes on with the undecided batch once its outcome is certain: stored, it is published when the list
    /// is loaded; else its edits are applied again after what was stored first, or refused.
    mutating func takeResolved(_ effects: inout [SequencerEffect]) -> AppendResolution? {
        guard let undecided, let resolution = undecided.resolution else { return nil }
        // With the list, its end takes what is in doubt.
        if case .gone = resolution { return resolution }
        self.undecided = nil
        if !undecided.isOvertaken { effects.append(.note(.journalRecovered)) }
        let batch = undecided.append.batch
        switch resolution {
        case .ours: recovered = undecided
        case .other(let head) where !isSoleWriter || head.position != undecided.append.expected:
            takeBack(batch.answers.map(\.request))
        case .other(let head): withdraw(undecided.append, to: head.position.revision, &effects)
        case .trimmed: applyRemembered(batch, &effects)
        case .gone: break
        }
        return resolution
    }

    /// Refuses what is new in a batch that is certainly not stored, and waiting copies of it: an edit that
    /// was refused is never applied.
    mutating func withdraw(
        _ append: AppendInFlight, to revision: Int, _ effects: inout [SequencerEffect]
    ) {
        let withdrawal = append.batch.withdrawal(to: revision, of: append.record.epoch) {
            $0.mayBeRefused(isSoleWriter: isSoleWriter)
        }
        effects += withdrawal
        var refused: [ClientID: Set<Int>] = [:]
        for case .refuse(let request, _) in withdrawal {
            refused[request.author.client, default: []].insert(request.id)
        }
        let copies = edits.remove { refused[$0.author.client]?.contains($0.id) ?? false }
        for copy in copies { effects.append(.refuse(copy, Self.unavailable)) }
    }

    /// Of a batch that may have been stored, those edits are applied again whose clients the list remembers,
    /// which tells a second time from the first; it cannot be told what became of the others.
    private mutating func applyRemembered(
        _ batch: AppliedBatch, _ effects: inout [SequencerEffect]
    ) {
        let requests = batch.answers.map(\.request)
        let forgotten = requests.filter { !$0.author.isRemembered }
        if !forgotten.isEmpty { effects.append(.leaveUnanswered(forgotten)) }
        takeBack(requests.filter(\.author.isRemembered))
    }

    /// The list is deleted: takes out the edits that may have been applied before: those of an undecided
    /// batch, of one that turned out to be stored, and those that may be applied elsewhere.
    mutating func takeInDoubt() -> [EditRequest] {
        defer { (undecided, recovered) = (nil, nil) }
        let batches = [undecided?.append.batch, recovered?.append.batch].compactMap(\.self)
        return batches.flatMap { $0.answers.map(\.request) } + edits.remove { $0.isInDoubt }
    }

    /// Takes the batch that turned out to be stored and has not been published.
    mutating func takeRecovered() -> UndecidedBatch? {
        defer { recovered = nil }
        return recovered
    }

    /// While the journal fails, or does not tell whether the list is deleted: refuses what is certainly new,
    /// answers what was answered before, and leaves what may be in the undecided batch for later.
    mutating func refuseNew(_ list: LoadedList, _ effects: inout [SequencerEffect]) {
        let isSoleWriter = isSoleWriter
        answer(list, &effects) { verdict, request in
            guard case .new = verdict else { return false }
            return request.mayBeRefused(isSoleWriter: isSoleWriter)
        }
    }

    /// The list is deleted: what it remembers of an edit that waits a second time is the answer to it, and not
    /// that there is no such list.
    mutating func answerRemembered(_ list: LoadedList, _ effects: inout [SequencerEffect]) {
        answer(list, &effects) { _, _ in false }
    }

    /// Answers what was answered before, and refuses some of what was not.
    private mutating func answer(
        _ list: LoadedList, _ effects: inout [SequencerEffect],
        refusing isRefused: (UndecidedBatch.Verdict, EditRequest) -> Bool
    ) {
        var answered: [AnsweredEdit] = []
        var refused: [EditRequest] = []
        _ = edits.remove { request in
            let verdict = UndecidedBatch.judge(request, undecided, list)
            if case .answered(let answer) = verdict {
                answered.append(AnsweredEdit(request, answer))
                return true
            }
            guard isRefused(verdict, request) else { return false }
            refused.append(request)
            return true
        }
        for request in refused { effects.append(.refuse(request, Self.unavailable)) }
        guard !answered.isEmpty else { return }
        effects.append(.answer(answered[...], counts: list.list.counts))
    }
}

extension EditRequest {
    /// Whether it is applied nowhere if it is not applied here: one that its client sends again may have been taken
    /// elsewhere, and is stored later.
    fileprivate func mayBeRefused(isSoleWriter: Bool) -> Bool {
        isSoleWriter || isCertainlyNew && !isInDoubt
    }
}

/// The batching window: whether waiting edits are applied at once or a moment later, together with the
/// next ones.
///
/// A batch costs a commit, and a frame to each session, however few its edits are. While many edit,
/// the next edits of clients that have just been answered come one by one; applied as they come, they
/// would be many small batches. So right after a batch of several edits, as many are waited for, but
/// never for longer than `longest`. A list that is edited now and then waits for nothing.
struct BatchLinger: Sendable {
    /// Seconds after the last batch in which edits are gathered.
    static let longest = 0.002

    private var lastCount = 0
    private var lastEnd = -Double.infinity

    /// A batch of so many edits was published at `now`, in monotonic seconds.
    mutating func published(_ count: Int, at now: Double) {
        lastCount = count
        lastEnd = now
    }

    /// Seconds to wait for more than the `waiting` edits; nil: they are to be applied now.
    func pause(waiting: Int, at now: Double) -> Double? {
        guard lastCount > 1, waiting < lastCount else { return nil }
        let left = lastEnd + Self.longest - now
        return left > 0 ? left : nil
    }
}

extension Rejection {
    /// There is no such list any more.
    static func unknownList(_ id: ListID) -> Rejection {
        Rejection(.unknownList, action: nil, message: "there is no list \(id.text)")
    }
}
