import ListDocument
import ListEditing
import ListProtocol

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
