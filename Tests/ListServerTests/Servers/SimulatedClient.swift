import Foundation
import ListEditing
import ListProtocol

@testable import ListServer

/// A client: sends an edit, waits for the answer and a moment, sends the next.
///
/// Now and then it loses its patience, or its connection, and sends what is unanswered again, mostly to
/// another server. What the one before answers does not reach it any more.
///
/// One that is not remembered has another key for each edit, and sends none again: like HTTP requests
/// without a client.
final class SimulatedClient: Sendable {
    private let name: String
    private let isRemembered: Bool
    private let list: ListID
    private let servers: [SimulatedServer]
    private let time: SimulatedTime
    private let trace: Trace
    private let count: Int
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var told: [Int: EditOutcome?] = [:]
    /// The connection, counted: one to another server than before, mostly.
    nonisolated(unsafe) private var connection: Int

    /// - Parameter first: The server that it is connected to first.
    init(
        _ name: String, isRemembered: Bool = true, of list: ListID,
        on servers: [SimulatedServer], first: Int, edits count: Int, in time: SimulatedTime,
        _ trace: Trace
    ) {
        self.name = name
        self.isRemembered = isRemembered
        self.list = list
        self.servers = servers
        self.count = count
        self.time = time
        self.trace = trace
        unsafe connection = first
    }

    /// Who sends an edit.
    func client(of edit: Int) -> ClientID { ClientID(isRemembered ? name : "\(name)-\(edit)") }
    /// The answer to each edit; nil where it stays unknown.
    var answers: [Int: EditOutcome?] { lock.withLock { unsafe told } }
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
            case 2: rename(row, "\(name)-\(id)")
            case 3: move("none", 0)
            default:
                .insertRow(
                    row: RowID("\(name)-\(id)"), fields: Fields(), rules: RowRules(),
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
        let author = Author(client: client(of: id), name: name, isRemembered: isRemembered)
        server.submit(
            EditRequest(message, author: author, submitter: attempt, isCertainlyNew: isNew),
            to: list)
        guard isRemembered, time.isTrue(oneIn: 4) else { return }
        time.after(time.seconds(0.001...4)) { self.reconnect(attempt, id) }
    }

    private func reconnect(_ attempt: Attempt, _ id: Int) {
        let isUnanswered = lock.withLock {
            unsafe attempt.connection == connection && told[id] == nil
        }
        guard isUnanswered else { return }
        lock.withLock { unsafe connection += time.isTrue(oneIn: 3) ? servers.count : 1 }
        trace.note("\(name) \(id): again on \(server.name)")
        attempt.again()
    }

    private func answered(_ id: Int, _ outcome: EditOutcome?, on connection: Int) {
        let isHeard = lock.withLock {
            guard unsafe connection == self.connection, unsafe told[id] == nil else {
                return false
            }
            unsafe told[id] = .some(outcome)
            return true
        }
        guard isHeard else { return }
        trace.note("\(name) \(id): \(outcome.map { "\($0)" } ?? "unknown")")
        let next = id + 1
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
            client.answered(edit.id, edit.outcome, on: connection)
        }

        func withheld(id: Int, list: ListID) {
            client.trace.note("\(client.name) \(id): withheld")
            guard client.isRemembered else { return client.answered(id, nil, on: connection) }
            client.time.after(1) {
                if client.current == connection, client.answers[id] == nil { again() }
            }
        }
    }
}
