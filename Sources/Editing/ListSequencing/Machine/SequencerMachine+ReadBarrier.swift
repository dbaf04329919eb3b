import DequeModule
import ListDocument
import ListEditing
import ListJournal
import ListProtocol
import TextBytes

/// Requests that must see everything that anybody was answered, on whichever server.
///
/// They wait for one reading of the list's head that began after their arrival; the list is then brought
/// up to it. Used where other servers may write: a server alone knows the newest state.
struct ReadBarrier: Sendable {
    private var waiting: [SequencerCommand] = []
    /// Those for which the head is being read.
    private var asking: [SequencerCommand] = []
    /// Tells the reading that is under way from those given up.
    private var number = 0
    private var isAsking = false
    /// How many edits of each client wait.
    private var edits: [ClientID: Int] = [:]
    /// Since when the heads that were read are of no such list, of another one, or after what some have seen.
    private var differsSince: Double?
    /// When the next reading may begin.
    private var earliest = -Double.infinity

    /// Seconds between two readings while that is so.
    static let pause = 0.1

    var isEmpty: Bool { waiting.isEmpty && asking.isEmpty }

    mutating func add(_ command: SequencerCommand) {
        waiting.append(command)
        if case .edit(let request) = command { edits[request.author.client, default: 0] += 1 }
    }

    /// Whether an edit of this client waits, which its later ones must not overtake.
    func hasEdits(of client: ClientID) -> Bool { edits[client] != nil }

    /// Begins a reading for those that wait.
    ///
    /// - Returns: Its number; nil: no request waits, or another one is under way.
    mutating func begin(at now: Double) -> Int? {
        guard !isAsking, !waiting.isEmpty, now >= earliest else { return nil }
        (asking, waiting) = (waiting, [])
        isAsking = true
        number += 1
        return number
    }

    /// A reading has ended, or takes too long.
    ///
    /// - Returns: Those for which it was; nil: it was given up before.
    mutating func end(_ number: Int) -> [SequencerCommand]? {
        guard isAsking, number == self.number else { return nil }
        isAsking = false
        defer { asking = [] }
        for case .edit(let request) in asking {
            let client = request.author.client
            edits[client] = edits[client].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
        return asking
    }

    /// The head that was read is this list's.
    mutating func agreed() { differsSince = nil }

    /// The head that was read is of no such list, of another one, or after what some have seen: those that waited
    /// for it wait for another reading, as what it tells may not have been followed yet.
    ///
    /// - Returns: False where that goes on for longer than `patience`.
    mutating func waitOn(_ commands: [SequencerCommand], at now: Double, patience: Double) -> Bool {
        let since = differsSince ?? now
        guard now - since < patience else {
            differsSince = nil
            return false
        }
        differsSince = since
        earliest = now + Self.pause
        let later = waiting
        waiting = []
        // Those after them are counted already.
        for command in commands { add(command) }
        waiting += later
        return true
    }
}

extension SequencerMachine {
    /// Seconds after which requests are answered without the newest head, as far as they can be.
    private static let patience = 5.0

    /// Whether a command waits for the newest head first: a client that comes from another server has perhaps
    /// seen more than is known here, and who is not remembered is answered from memory alone.
    func needsBarrier(_ command: SequencerCommand) -> Bool {
        guard isShared, stage != .deleted else { return false }
        switch command {
        case .join, .read: return true
        case .edit(let request):
            return request.base ?? 0 > head.position.revision || !request.author.isRemembered
                || barrier.hasEdits(of: request.author.client)
        default: return false
        }
    }

    /// Has the head read for those that wait for it.
    mutating func askHead(_ now: Moment) {
        guard let number = barrier.begin(at: now.loop) else { return }
        effects.append(.readHead(number: number))
        effects.append(.wake(after: Self.patience, .headOverdue(number: number)))
    }

    mutating func headRead(
        _ number: Int, _ outcome: Result<ListHead?, LoadFailure>, _ now: Moment
    ) {
        guard let commands = barrier.end(number) else { return }
        guard case .success(let newest) = outcome else { return goOnWithoutHead(commands) }
        if stage == .deleted {
            // Who opens it again gets the list that has its id now.
            if newest != nil { return reject(commands) }
            return goOnWithoutHead(commands)
        }
        guard let newest, newest.epoch.isSame(as: epoch) else {
            // The list is deleted, or made anew, which is followed in a moment; or the leader is a stale one.
            guard barrier.waitOn(commands, at: now.loop, patience: Self.patience) else {
                return goOnWithoutHead(commands)
            }
            return effects.append(.wake(after: ReadBarrier.pause, .headAgain))
        }
        note(newest)
        // A client that has seen more tells that the leader is a stale one; or the list was put back to a copy.
        let ahead = commands.filter(hasSeenMore)
        for command in commands where !hasSeenMore(command) { handOver(command) }
        guard !ahead.isEmpty else { return barrier.agreed() }
        guard barrier.waitOn(ahead, at: now.loop, patience: Self.patience) else {
            for command in ahead { handOver(command) }
            return
        }
        effects.append(.wake(after: ReadBarrier.pause, .headAgain))
    }

    private func hasSeenMore(_ command: SequencerCommand) -> Bool {
        guard case .join(let join) = command, let since = join.since else { return false }
        return since > head.position.revision
    }

    mutating func headOverdue(_ number: Int) {
        if let commands = barrier.end(number) { goOnWithoutHead(commands) }
    }

    private mutating func handOver(_ command: SequencerCommand) {
        if case .edit(let request) = command { return editors.add(request) }
        _ = readers.take(command, asked: head.position.revision)
    }

    /// The journal has no leader: who opens the list may get an older state, though never one before what
    /// it has seen; no other request is told an older one.
    private mutating func goOnWithoutHead(_ commands: [SequencerCommand]) {
        for command in commands {
            switch command {
            case .join(let join) where join.since ?? 0 <= head.position.revision:
                handOver(command)
            default: reject([command])
            }
        }
    }

    /// They are to be asked again later.
    private mutating func reject(_ commands: [SequencerCommand]) {
        for command in commands {
            switch command {
            case .join(let join): effects.append(.reject(join, .unavailable))
            case .read(let read): effects.append(.respond(read, .absent(.unavailable)))
            case .edit(let request): effects.append(.leaveUnanswered([request]))
            default: break
            }
        }
    }
}
