import Foundation
import ListEditing
import ListProtocol

@testable import ListServer

/// A client: sends an edit, waits for the answer and a moment, sends the next.
///
/// Now and then it loses its patience, or its connection, and sends what is unanswered again, mostly to
/// another server. What the one before answers does not reach it any more.
final class SimulatedClient: Sendable {
    private let author: Author
    private let list: ListID
    private let servers: [SimulatedServer]
    private let time: SimulatedTime
    private let trace: Trace
    private let count: Int
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var told: [Int: EditOutcome] = [:]
    /// The connection, counted: one to another server than before, mostly.
    nonisolated(unsafe) private var connection: Int

    /// - Parameter first: The server that it is connected to first.
    init(
        _ name: String, of list: ListID, on servers: [SimulatedServer], first: Int,
        edits count: Int, in time: SimulatedTime, _ trace: Trace
    ) {
        author = Author(client: ClientID(name), name: name)
        self.list = list
        self.servers = servers
        self.count = count
        self.time = time
        self.trace = trace
        unsafe connection = first
    }

    var client: ClientID { author.client }
    /// The answer to each edit.
    var answers: [Int: EditOutcome] { lock.withLock { unsafe told } }
    var isDone: Bool { answers.count == count }
    /// The server that it is connected to.
    var server: SimulatedServer { servers[current % servers.count] }
    private var current: Int { lock.withLock { unsafe connection } }

    func begin() { send(1) }

    private func send(_ id: Int) {
        let row = time.random { ["a", "b", "c", "d"].randomElement(using: &$0) ?? "a" }
        let action: Action =
            switch time.random({ Int.random(in: 0..<5, using: &$0) }) {
            case 0, 1: move(row, time.random { Int.random(in: 0..<6, using: &$0) })
            case 2: rename(row, "\(client.text)-\(id)")
            case 3: move("none", 0)
            default:
                .insertRow(
                    row: RowID("\(client.text)-\(id)"), fields: Fields(), rules: RowRules(),
                    to: .index(section, 0))
            }
        send(id, action)
    }

    private func send(_ id: Int, _ action: Action, isNew: Bool = true) {
        let message = EditMessage(
            list: list, id: id, base: nil, epoch: nil,
            edit: .success(Edit(base: nil, actions: [action])))
        let attempt = Attempt(client: self, connection: current) {
            self.send(id, action, isNew: false)
        }
        server.submit(
            EditRequest(message, author: author, submitter: attempt, isCertainlyNew: isNew),
            to: list)
        guard time.isTrue(oneIn: 4) else { return }
        time.after(time.seconds(0.001...4)) { self.reconnect(attempt, id) }
    }

    private func reconnect(_ attempt: Attempt, _ id: Int) {
        let isUnanswered = lock.withLock {
            unsafe attempt.connection == connection && told[id] == nil
        }
        guard isUnanswered else { return }
        lock.withLock { unsafe connection += time.isTrue(oneIn: 3) ? servers.count : 1 }
        trace.note("\(client.text) \(id): again on \(server.name)")
        attempt.again()
    }

    /// Sends an edit that changes nothing until it is stored: the server has the newest state then.
    func catchUp() -> Bool {
        for _ in 0..<10 {
            let id = answers.count + 1
            send(id, move("none", 0))
            guard time.run(until: { answers[id] != nil }) else { return false }
            if case .rejected(let rejection)? = answers[id], rejection.code == .unknownRow {
                return true
            }
            // The list is read-only for a while.
            let isOver = Flag()
            time.after(5) { isOver.set() }
            guard time.run(until: { isOver.isSet }) else { return false }
        }
        return false
    }

    private func answered(_ edit: AnsweredEdit, on connection: Int) {
        let isHeard = lock.withLock {
            guard unsafe connection == self.connection, unsafe told[edit.id] == nil else {
                return false
            }
            unsafe told[edit.id] = edit.outcome
            return true
        }
        guard isHeard else { return }
        trace.note("\(client.text) \(edit.id): \(edit.outcome)")
        let next = edit.id + 1
        guard next <= count else { return }
        time.after(time.seconds(0...0.02)) { self.send(next) }
    }

    /// An edit that was sent, on one connection.
    private struct Attempt: EditSubmitter {
        let client: SimulatedClient
        let connection: Int
        let again: @Sendable () -> Void

        var connectionID: UInt64? { nil }

        func answered(_ edit: AnsweredEdit, in list: ListID, counts: [Int], isDelivered: Bool) {
            client.answered(edit, on: connection)
        }

        func withheld(id: Int, list: ListID) {
            client.trace.note("\(client.client.text) \(id): withheld")
            client.time.after(1) {
                if client.current == connection, client.answers[id] == nil { again() }
            }
        }
    }
}
