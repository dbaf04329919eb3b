import DequeModule
// Canonical equivalence in this file: lists are known by their ids and epochs, which this program has made or checked.
import ListDocument
import ListHosting
import ListJournal
import Logging
import Synchronization
import TextBytes

/// Sends the events of lists to one hook: of each list in order, of several at a time, again until the
/// receiver has taken them.
///
/// On Swift's threads: nothing of it holds the loop up, and a receiver that is slow holds up no other.
package actor HookSender {
    package typealias Post = @Sendable (Hook, HookEvent) async -> HookAnswer

    private let reader: HookReader
    private let post: Post
    private let log: Logger
    private let timing: HookTiming
    /// The lists that have changed since it looked last, with their newest revisions.
    private let noted = Mutex<[String: Int]>([:])
    private var hook: Hook
    private var table = HookCursorTable()
    /// Lists of which something is to be told, in turn.
    private var waiting: Deque<String> = []
    /// What is known of the lists that wait or are under way: the newest revision that was observed.
    private var observed: [String: Int] = [:]
    private var underWay: Set<String> = []
    /// Of the lists that wait those of which everything was told before: other servers may have told more.
    private var fresh: Set<String> = []
    /// Lists of which more was heard while they were under way.
    private var again: Set<String> = []
    /// How often a list's next event was refused in a row.
    private var refusals: [String: Int] = [:]
    /// How often the receiver was not reached in a row.
    private var outages = 0
    private var isHeld = false
    private var isPaused = false
    private var isBeginning = false
    private var isBegun = false
    private var isStopped = false
    private var saving: Task<Void, Never>?
    private var delays: [Int: Task<Void, Never>] = [:]
    private var lastDelay = 0
    private var counts = HookFigures.Counts()
    private var behindSince: ContinuousClock.Instant?
    private var lastError: String?

    init(_ hook: Hook, reader: HookReader, timing: HookTiming, log: Logger, post: @escaping Post) {
        self.hook = hook
        self.reader = reader
        self.timing = timing
        self.post = post
        var log = log
        log[metadataKey: "hook"] = "\(hook.name)"
        self.log = log
    }

    private var journal: any JournalReading & RecordLog & HookCursorStore { reader.journal }

    // MARK: What it hears

    /// Takes up the hook where it was left; a new one starts at the lists as they are now.
    private func begin(_ heads: [AnnouncedList]) async throws(JournalError) {
        guard !isBeginning else { return }
        isBeginning = true
        defer { isBeginning = false }
        let wanted = heads.filter { hook.wants($0.head.list) }
        if let cursors = try await journal.cursors(ofHook: hook.name) {
            table = HookCursorTable(cursors)
        } else {
            let cursors = wanted.map {
                HookCursor(list: $0.head.list, epoch: $0.head.epoch, position: $0.head.position)
            }
            try await journal.beginHook(hook.name, at: cursors)
            table = HookCursorTable(try await journal.cursors(ofHook: hook.name) ?? cursors)
            log.notice("a new hook begins", metadata: ["lists": "\(cursors.count)"])
        }
        isBegun = true
        compare(wanted)
        // What was heard meanwhile waits, and there may be nothing more to hear.
        pump()
    }

    /// Looks in the journal how far the hook was told, and what of these lists it was not told.
    ///
    /// - Throws: `JournalError`: to be called again.
    func compare(with heads: [AnnouncedList]) async throws(JournalError) {
        guard isBegun else { return try await begin(heads) }
        table.refresh(try await journal.cursors(ofHook: hook.name) ?? [], except: underWay)
        compare(heads.filter { hook.wants($0.head.list) })
    }

    private func compare(_ heads: [AnnouncedList]) {
        let lists = Set(heads.map(\.head.list))
        // Lists that the hook wanted once, and there are still, are not looked at.
        for cursor in table.all where hook.wants(cursor.list) && !lists.contains(cursor.list) {
            hear(cursor.list, cursor.position?.revision ?? 0)
        }
        for announced in heads where announced.isOwn {
            let (cursor, head) = (table[announced.head.list], announced.head)
            let isNotified =
                areSame(cursor.epoch, head.epoch) && cursor.gone.isEmpty
                && cursor.position?.revision == head.position.revision
            if !isNotified { hear(head.list, head.position.revision) }
        }
    }

    /// A list has changed; may be called from any thread.
    ///
    /// - Returns: Whether `hearNoted` has to be called for it.
    nonisolated func note(_ list: String, _ revision: Int) -> Bool {
        noted.withLock { noted in
            defer { noted[list] = revision }
            return noted.isEmpty
        }
    }

    /// Hears what was noted.
    func hearNoted() {
        hear(
            noted.withLock { noted in
                defer { noted = [:] }
                return noted
            })
    }

    /// Lists have changed.
    func hear(_ revisions: [String: Int]) {
        for (list, revision) in revisions { hear(list, revision) }
    }

    private func hear(_ list: String, _ revision: Int) {
        let isNew = observed.updateValue(revision, forKey: list) == nil
        if behindSince == nil { behindSince = .now }
        if underWay.contains(list) {
            again.insert(list)
        } else if isNew {
            fresh.insert(list)
            waiting.append(list)
        }
        pump()
    }

    /// How often it is tried to save that a list is about to be deleted, and seconds between two attempts.
    private static let ending = (attempts: 8, pause: 0.25)

    /// A list is about to be deleted; returns once that cannot be forgotten.
    ///
    /// - Returns: False where that could not be saved.
    func willDelete(_ list: String, epoch: String) async -> Bool {
        guard hook.wants(list) else { return true }
        for attempt in 0..<Self.ending.attempts {
            if attempt > 0 { await timing.sleep(Self.ending.pause) }
            guard isBegun else { continue }
            guard table.noteEnd(of: list, epoch: epoch) else { return true }
            await save()
            // What another server saved instead may not have the list.
            guard table.noteEnd(of: list, epoch: epoch) else { return true }
        }
        log.error(
            "a list is not deleted, as how far the hook was told of it cannot be saved",
            metadata: ["list": "\(list)"])
        return false
    }

    /// Takes over changes of the settings.
    func change(_ hook: Hook) {
        self.hook = hook
        resume()
    }

    /// Sends at once what waits, also to a receiver that had ended the hook.
    package func resume() {
        (isPaused, outages, refusals) = (false, 0, [:])
        for delay in delays.values { delay.cancel() }
        pump()
    }

    /// Sends again what is behind a revision of a list.
    ///
    /// - Returns: The revision after which it sends: where the history begins, if that is later, and what the
    ///   hook was told, if that is earlier; nil where there is no such list.
    package func resend(_ list: String, after revision: Int) async throws -> Int? {
        guard isBegun, let head = try await journal.head(list: list), hook.wants(list) else {
            return nil
        }
        let revision = min(revision, head.position.revision)
        let first = try await journal.read(list: list, after: revision, limit: 1).first
        var start = JournalPosition(revision: 0, token: 0)
        if let first, let sets = try? RecordLayout.all(in: first.body).count {
            start = JournalPosition(
                revision: first.position.revision - sets, token: first.position.token - 1,
                place: first.position.place - 1)
        } else {
            start = head.position
        }
        let from = table.goBack(to: start, in: head)
        saveSoon()
        hear(list, head.position.revision)
        return from
    }

    // MARK: Sending

    private func pump() {
        guard isBegun, !isStopped, !isPaused, !isHeld else { return }
        // After an outage, one event finds out whether it is over.
        let most = outages > 0 ? 1 : timing.listsAtATime
        while underWay.count < most, let list = waiting.popFirst() {
            underWay.insert(list)
            Task(executorPreference: timing.tasks) { await self.work(list) }
        }
        if waiting.isEmpty, underWay.isEmpty, observed.isEmpty { behindSince = nil }
    }

    /// Tells the hook of a portion of what there is of a list.
    private func work(_ list: String) async {
        let steps: [HookReader.Step]
        do {
            if fresh.remove(list) != nil, journal.isShared {
                table.take(try await journal.cursor(ofHook: hook.name, in: list), of: list)
            }
            steps = try await reader.next(after: table[list])
        } catch {
            fail("the list \(list) cannot be read: \(error)")
            return retry(list)
        }
        for step in steps {
            if let event = step.event, event.kind == .reset || hook.events.contains(event.kind) {
                guard await send(event, of: list) else { return }
            }
            table.note(step.progress, of: list)
            saveSoon()
        }
        underWay.remove(list)
        if again.remove(list) != nil || !steps.isEmpty {
            waiting.append(list)
        } else {
            observed[list] = nil
        }
        pump()
    }

    /// - Returns: False where it was not taken, and the list waits.
    private func send(_ event: HookEvent, of list: String) async -> Bool {
        guard !isStopped, !isPaused else {
            putBack(list)
            return false
        }
        switch await post(hook, event) {
        case .taken:
            counts.taken += 1
            if outages > 0 { log.notice("the hook's receiver takes events again") }
            (outages, refusals[list]) = (0, nil)
            return true
        case .ended:
            if !isPaused {
                log.error(
                    "the hook's receiver answered 410: the hook is paused until `lockstep hooks resume`"
                )
            }
            isPaused = true
            fail("410 Gone")
            putBack(list)
        case .refused(let reason):
            fail(reason)
            retry(list)
        case .unreachable(let reason, let seconds):
            fail(reason)
            if outages == 0 {
                log.warning(
                    "the hook's receiver takes no events: they are kept, and sent again",
                    metadata: ["reason": "\(reason)"])
            }
            // Those that were sent at the same time fail for the same reason.
            if !isHeld {
                outages += 1
                hold(max(timing.pause(after: outages), min(seconds ?? 0, timing.longestWait)))
            }
            putBack(list)
        case .stopped:
            isStopped = true
            putBack(list)
        }
        return false
    }

    private func fail(_ reason: String) {
        counts.failed += 1
        lastError = reason
    }

    private func putBack(_ list: String) {
        underWay.remove(list)
        again.remove(list)
        waiting.prepend(list)
        pump()
    }

    /// The list waits; the others go on.
    private func retry(_ list: String) {
        let count = (refusals[list] ?? 0) + 1
        refusals[list] = count
        if count == 3 {
            log.warning(
                "a list's event is refused again and again, and those after it wait",
                metadata: ["list": "\(list)", "reason": "\(lastError ?? "")"])
        }
        underWay.remove(list)
        delay(timing.pause(after: count)) { sender in
            sender.waiting.append(list)
            sender.pump()
        }
        pump()
    }

    private func hold(_ seconds: Double) {
        isHeld = true
        delay(seconds) { sender in
            sender.isHeld = false
            sender.pump()
        }
    }

    /// Does something later, or as soon as the hook is to go on.
    private func delay(
        _ seconds: Double, _ work: @escaping @Sendable (isolated HookSender) -> Void
    ) {
        lastDelay += 1
        let number = lastDelay
        delays[number] = Task(executorPreference: timing.tasks) { [timing] in
            await timing.sleep(seconds)
            await self.delayed(number, work)
        }
    }

    private func delayed(_ number: Int, _ work: @Sendable (isolated HookSender) -> Void) {
        delays[number] = nil
        work(self)
    }

    // MARK: Saving

    private func saveSoon() {
        guard saving == nil, !isStopped else { return }
        saving = Task(executorPreference: timing.tasks) { [timing] in
            await timing.sleep(timing.saveSeconds)
            await self.saveAndGoOn()
        }
    }

    private func saveAndGoOn() async {
        await save()
        saving = nil
        if !table.isSaved { saveSoon() }
    }

    private func save() async {
        let cursors = table.takeUnsaved()
        guard !cursors.isEmpty else { return }
        do throws(JournalError) {
            for saved in try await journal.saveCursors(cursors, ofHook: hook.name) {
                if table.noteSaved(saved) {
                    hear(saved.cursor.list, observed[saved.cursor.list] ?? 0)
                }
            }
        } catch {
            table.notSaved(cursors)
            log.warning(
                "how far a hook was told cannot be saved: it is tried again, and events may come twice",
                metadata: ["reason": "\(error)"])
        }
    }

    /// Ends it, and saves how far it came.
    func stop() async {
        isStopped = true
        for delay in delays.values { delay.cancel() }
        await saving?.value
        await save()
    }

    // MARK: What it tells

    /// How it stands, with all that was noted by now.
    var figures: HookFigures {
        hearNoted()
        let lag = observed.reduce(0) { sum, entry in
            let cursor = table[entry.key]
            return sum + max(0, entry.value - (cursor.position?.revision ?? 0))
        }
        return HookFigures(
            name: hook.name, url: hook.url,
            state: isPaused ? .paused : outages > 0 || !refusals.isEmpty ? .retrying : .sending,
            lists: observed.count, sets: lag,
            seconds: behindSince.map { $0.duration(to: .now) / .seconds(1) } ?? 0,
            counts: counts, lastError: lastError)
    }
}
