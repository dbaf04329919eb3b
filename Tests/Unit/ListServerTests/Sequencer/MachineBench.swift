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
    var machine: SequencerMachine
    var now = Moment(loop: 100, wall: 1_000)

    init(
        _ rows: [String] = ["a", "b", "c"], isLoaded: Bool = true, isShared: Bool = false,
        server: String? = nil
    ) throws {
        let head = ListHead(
            list: "l", epoch: "e", title: "T", rows: rows.count,
            position: JournalPosition(revision: 0, token: 0))
        machine = SequencerMachine(
            head, limits: ProtocolLimits(), options: HistoryOptions(), isShared: isShared,
            server: server, now: 0)
        guard isLoaded else { return }
        _ = handle(.join(Self.join(9)))
        _ = handle(.passEnded)
        if isShared { _ = handle(.headRead(number: 1, .success(head))) }
        _ = handle(
            .loaded(
                .success(
                    RestoredList(
                        list: ListTransfer(try makeList(rows)), position: head.position,
                        compaction: CompactionPolicy()))))
    }

    mutating func handle(_ command: SequencerCommand) -> [String] {
        machine.handle(command, now: now).map(Self.name)
    }

    /// Takes commands, and ends the pass in which they came.
    mutating func pass(_ commands: SequencerCommand...) -> [String] {
        for command in commands { _ = handle(command) }
        return handle(.passEnded)
    }

    func committed(_ revision: Int, _ token: Int64) -> SequencerCommand {
        .appended(
            .committed(JournalPosition(revision: revision, token: token)))
    }

    private static func name(_ effect: SequencerEffect) -> String {
        switch effect {
        case .awaitPassEnd: "await the pass's end"
        case .wake(_, .appendDue): "watch"
        case .wake(_, .headOverdue): "wait for the head"
        case .wake: "wake"
        case .load(_, let mayBeLater): mayBeLater ? "load" : "load as stored for certain"
        case .readHead: "read the head"
        case .readMissed(let position): "read after \(position.token)"
        case .work: "work"
        case .append(let record, _): "append \(record.revision)"
        case .resolve: "resolve"
        case .readHistory(let range): "read \(range.after)..\(range.through)"
        case .readPast(let revision): "read the state at \(revision)"
        case .encode: "encode"
        case .readQuery: "read a query"
        case .compact: "compact"
        case .delete: "delete"
        case .answer(let entries, _): "answer \(entries.map(\.request.id))"
        case .refuse(let request, let rejection): "refuse \(request.id) \(rejection.code)"
        case .leaveUnanswered(let requests): "leave unanswered \(requests.map(\.id))"
        case .forward(let batch, let server):
            "forward \(batch.requests.map(\.id)) to \(server)"
        case .readSet(let edit, _): "read the set of \(edit.id)"
        case .lookUp(let lookup, let last):
            "seek \(lookup.requests.map(\.id)) in \(lookup.after.token)..\(last.token)"
        case .decline(let requests): "decline \(requests.map(\.id))"
        case .publish(_, let revision): "publish after \(revision)"
        case .sendBestEffort: "offer"
        case .sendHead(let list): "offer the head of \(list.revision)"
        case .admit(let join, let revision, _, _, _): "admit \(join.connection) at \(revision)"
        case .reject(let join, let unavailability): "turn away \(join.connection) \(unavailability)"
        case .catchUp(let connection, _, let isWhole, _):
            "catch up \(connection)\(isWhole ? " whole" : "")"
        case .respond: "respond"
        case .answerQuery(let query, _): "answer a \(query.kind)"
        case .rememberRow(let row, let connection): "\(connection) is at \(row.text)"
        case .closeAll(let unavailability): "close all \(unavailability)"
        case .finishDeletion(let outcome): "deletion \(outcome)"
        case .release: "release"
        case .discard: "discard"
        case .note(let event): "note \(event)"
        }
    }

    static func join(_ connection: UInt64, since: Int? = nil) -> JoinRequest {
        JoinRequest(connection: connection, client: ana.client, role: .owner, since: since)
    }
    static func edit(_ id: Int, by author: Author = ana) -> SequencerCommand {
        .edit(ServerTesting.edit(id, [rename("a", "v\(id)\(author.client.text)")], by: author))
    }
}
