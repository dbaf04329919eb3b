import DequeModule
import ListEditing
import ListJournal
import ListProtocol

/// Requests that must see everything that anybody was answered, on whichever server.
///
/// They wait for one reading of the list's head that began behind their arrival; the list is then brought
/// up to it. Used where other servers may write: a server alone knows the newest state.
struct FreshnessGate: Sendable {
    private var waiting: [SequencerCommand] = []
    /// Those for which the head is being read.
    private var asking: [SequencerCommand] = []
    /// Tells the reading that is under way from those given up.
    private var number = 0
    private var isAsking = false
    /// How many edits of each client wait.
    private var edits: [ClientID: Int] = [:]

    var isEmpty: Bool { waiting.isEmpty && asking.isEmpty }

    mutating func add(_ command: SequencerCommand) {
        waiting.append(command)
        if case .edit(let request) = command { edits[request.author.client, default: 0] += 1 }
    }

    /// Whether an edit of this client waits, which its later ones must not overtake.
    func hasEdits(of client: ClientID) -> Bool { edits[client] != nil }

    /// Begins a reading for those that wait.
    ///
    /// - Returns: Its number; nil: nobody waits, or another one is under way.
    mutating func begin() -> Int? {
        guard !isAsking, !waiting.isEmpty else { return nil }
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
}

extension SequencerMachine {
    /// Seconds after which requests are answered without the newest head, as far as they can be.
    private static let patience = 5.0

    /// Whether a command waits for the newest head first: whoever comes from another server has perhaps
    /// seen more than is known here, and who is not remembered is answered from memory alone.
    func needsFreshness(_ command: SequencerCommand) -> Bool {
        guard isShared, stage != .deleted else { return false }
        switch command {
        case .join, .read: return true
        case .edit(let request):
            return request.base ?? 0 > head.position.revision || !request.author.isRemembered
                || fresh.hasEdits(of: request.author.client)
        default: return false
        }
    }

    /// Has the head read for those that wait for it.
    mutating func askHead() {
        guard let number = fresh.begin() else { return }
        effects.append(.readHead(number: number))
        effects.append(.wake(after: Self.patience, .headOverdue(number: number)))
    }

    mutating func headRead(_ number: Int, _ outcome: Result<ListHead?, LoadFailure>) {
        guard let commands = fresh.end(number) else { return }
        // A leader that does not know of the list, or only of another, may be a stale one. That the list is
        // deleted, or made anew, is followed.
        guard case .success(let newest?) = outcome, newest.epoch == epoch else {
            return goOnWithoutHead(commands)
        }
        note(newest)
        for command in commands { handOver(command) }
    }

    mutating func headOverdue(_ number: Int) {
        if let commands = fresh.end(number) { goOnWithoutHead(commands) }
    }

    private mutating func handOver(_ command: SequencerCommand) {
        if case .edit(let request) = command { return editors.add(request) }
        _ = readers.take(command, asked: head.position.revision)
    }

    /// The journal has no leader: who opens the list may get an older state, though never one before what
    /// it has seen; nobody else is told an older one.
    private mutating func goOnWithoutHead(_ commands: [SequencerCommand]) {
        for command in commands {
            switch command {
            case .join(let join) where join.since ?? 0 <= head.position.revision:
                handOver(command)
            case .join(let join): effects.append(.turnAway(join, .unavailable))
            case .read(let read): effects.append(.respond(read, .absent(.unavailable)))
            case .edit(let request): effects.append(.withhold([request]))
            default: break
            }
        }
    }
}
