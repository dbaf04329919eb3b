import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal
import Testing
import WebSocketTransport

@testable import ListDocument
@testable import ListSequencing
@testable import ListServer
@testable import ServerTesting

/// A machine whose list is in memory, and what it wants done.
struct MachineBench {
    private(set) var machine: SequencerMachine
    private var shared: SharedSequencer?
    var now = Moment(loop: 100, wall: 1_000)

    /// - Parameter isShared: Whether other servers append to the list.
    init(
        _ rows: [String] = ["a", "b", "c"], isLoaded: Bool = true, isShared: Bool = false,
        server: String? = nil
    ) throws {
        let head = ListHead(
            list: "l", epoch: "e", title: "T", rows: rows.count,
            position: JournalPosition(revision: 0, token: 0))
        machine = SequencerMachine(
            head, limits: ProtocolLimits(), options: HistoryOptions(), isSoleWriter: !isShared,
            now: 0)
        shared = isShared ? SharedSequencer(of: machine, server: server) : nil
        guard isLoaded else { return }
        _ = handle(.serve(.join(Self.join(9))))
        _ = handle(.due(.passEnd))
        if isShared { _ = handle(.headRead(number: 1, .success(head))) }
        _ = handle(
            .loaded(
                .success(
                    RestoredList(
                        list: ListTransfer(try makeList(rows)), position: head.position,
                        compaction: CompactionPolicy()))))
    }

    /// Bytes of followed records that wait.
    var followedBytes: Int { shared?.followedBytes ?? 0 }

    var isQuiet: Bool { machine.isQuiet && shared?.isQuiet ?? true }

    mutating func handle(_ command: SequencerCommand) -> [String] {
        names(decide(command))
    }

    mutating func handle(_ command: SharedCommand) -> [String] {
        names(decide(command))
    }

    mutating func decide(_ command: SequencerCommand) -> ([SequencerEffect], [SharedEffect]) {
        shared?.handle(command, &machine, now: now) ?? (machine.handle(command, now: now), [])
    }

    mutating func decide(_ command: SharedCommand) -> ([SequencerEffect], [SharedEffect]) {
        shared?.handle(command, &machine, now: now) ?? ([], [])
    }

    private func names(_ effects: ([SequencerEffect], [SharedEffect])) -> [String] {
        effects.0.map(Self.name) + effects.1.map(Self.name)
    }

    /// Takes commands, and ends the pass in which they came.
    mutating func pass(_ commands: SequencerCommand...) -> [String] {
        for command in commands { _ = handle(command) }
        return handle(.due(.passEnd))
    }

    mutating func pass(_ first: SharedCommand, _ commands: SequencerCommand...) -> [String] {
        _ = handle(first)
        for command in commands { _ = handle(command) }
        return handle(.due(.passEnd))
    }

    func committed(_ revision: Int, _ token: Int64) -> SequencerCommand {
        .appended(
            .committed(JournalPosition(revision: revision, token: token)))
    }

    private static func name(_ effect: SequencerEffect) -> String {
        switch effect {
        case .wake(nil, _): "await the pass's end"
        case .wake(_, .append): "watch"
        case .wake: "wake"
        case .load(_, let mayBeLater): mayBeLater ? "load" : "load as stored for certain"
        case .work: "work"
        case .append(let record, _): "append \(record.revision)"
        case .resolve: "resolve"
        case .fetch(.history(let range)): "read \(range.after)..\(range.through)"
        case .fetch(.past(let revision)): "read the state at \(revision)"
        case .fetch(.snapshot): "encode"
        case .fetch(.query): "read a query"
        case .compact: "compact"
        case .delete: "delete"
        case .answer(let entries, _): "answer \(entries.map(\.request.id))"
        case .refuse(let request, let rejection): "refuse \(request.id) \(rejection.code)"
        case .leaveUnanswered(let requests): "leave unanswered \(requests.map(\.id))"
        case .broadcast(.sets(_, let revision)): "publish after \(revision)"
        case .broadcast(.bestEffort): "offer"
        case .broadcast(.head(let list)): "offer the head of \(list.revision)"
        case .broadcast(.close(let unavailability)): "close all \(unavailability)"
        case .reply(let reply): name(reply)
        case .finishDeletion(let outcome): "deletion \(outcome)"
        case .discard(.list): "release"
        case .discard(.checkpoint): "discard"
        case .note(let event): "note \(event)"
        }
    }

    private static func name(_ reply: ReaderReply) -> String {
        switch reply {
        case .admit(let join, let revision, _, _, _): "admit \(join.connection) at \(revision)"
        case .reject(let join, let unavailability): "turn away \(join.connection) \(unavailability)"
        case .catchUp(let connection, _, let isWhole, _):
            "catch up \(connection)\(isWhole ? " whole" : "")"
        case .respond: "respond"
        case .answer(let query, _): "answer a \(query.kind)"
        case .rememberRow(let row, let connection): "\(connection) is at \(row.text)"
        }
    }

    private static func name(_ effect: SharedEffect) -> String {
        switch effect {
        case .wake(_, .headOverdue): "wait for the head"
        case .wake: "wake"
        case .readHead: "read the head"
        case .readMissed(let position): "read after \(position.token)"
        case .forward(let batch, let server):
            "forward \(batch.requests.map(\.id)) to \(server)"
        case .readSet(let edit, _): "read the set of \(edit.id)"
        case .lookUp(let lookup, let last):
            "seek \(lookup.requests.map(\.id)) in \(lookup.after.token)..\(last.token)"
        case .decline(let requests): "decline \(requests.map(\.id))"
        }
    }

    static func join(_ connection: UInt64, since: Int? = nil) -> JoinRequest {
        JoinRequest(connection: connection, client: ana.client, role: .owner, since: since)
    }
    static func edit(_ id: Int, by author: Author = ana) -> SequencerCommand {
        .edit(ServerTesting.edit(id, [rename("a", "v\(id)\(author.client.text)")], by: author))
    }
}
