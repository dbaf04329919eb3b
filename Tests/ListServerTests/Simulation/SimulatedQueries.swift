import ListEditing
import ListProtocol
import MemoryJournal
import SeededRandom

@testable import ListServer

/// The queries of the readers of a ``SequencerSimulation``, and the list at each revision, to hold their
/// answers against.
///
/// Each reader has one query under way at most. While its query is read on another thread, its stream
/// stands still.
struct SimulatedQueries {
    private struct Underway {
        let n: Int
        var isRead = false
    }

    private var underway: [Int: Underway] = [:]
    /// Readers that are to be sent what they missed while they stood still.
    private var late: Set<Int> = []
    private var last = 0
    private var model: LoadedList
    /// The list behind each record, by revision.
    private var states: [Int: EditableList]

    init(_ origin: LoadedList) {
        model = origin
        states = [origin.list.revision: origin.list]
    }

    /// The rows of each section at a revision; nil: no record ends with it.
    func counts(at revision: Int) -> [Int]? { states[revision]?.counts }

    /// The readers whose query has no answer.
    var unanswered: [Int] { underway.keys.sorted() }

    /// A record is in the journal.
    mutating func stored(_ record: ListRecord, at moment: Int) throws {
        try model.replay(record, at: moment)
        states[model.list.revision] = model.list.withoutHistory
    }

    /// Whether a reader is sent no sets for now.
    func isStandingStill(_ reader: Int) -> Bool {
        late.contains(reader) || underway[reader]?.isRead ?? false
    }

    /// Makes a query of a reader; nil: it has one under way, or has not caught up behind one.
    mutating func ask(_ reader: Int, _ random: inout SplitMix64) -> SequencerCommand? {
        guard underway[reader] == nil, !late.contains(reader) else { return nil }
        last += 1
        underway[reader] = Underway(n: last)
        let row = RowID(["a", "b", "c", "none"].randomElement(using: &random) ?? "a")
        let start = IndexPath(section: 0, row: Int.random(in: 0..<4, using: &random))
        let subject: ListQuery.Subject =
            switch Int.random(in: 0..<6, using: &random) {
            case 0: .rows(RowSelection(.ids([row, RowID("d")])))
            case 1: .rows(RowSelection(.ranges([RowRange(at: start, rows: 3)])))
            case 2:
                .rows(
                    RowSelection(.window(ListWindow(around: [.row(row)], before: 1, after: 2))))
            case 3: .find(TextQuery(text: "V1", limit: 3, from: start))
            case 4: .check([RowRange(at: start, rows: 2)])
            // More rows than one turn of the loop reads: it is read on another thread.
            default: .check([RowRange(at: start, rows: 2 * QueryBacklog.turnRows)])
            }
        return .query(
            QueryRequest(
                asker: .session(connection: UInt64(reader), n: last), subject: subject))
    }

    /// A query is to be read on another thread, of this list.
    ///
    /// - Parameter held: the revision that its reader has.
    /// - Returns: What the thread reports, and what is wrong.
    mutating func read(
        _ query: QueryRequest, _ list: EditableList, held: Int?
    ) -> (SequencerCommand, problem: String?) {
        guard case .session(let connection, let n) = query.asker,
            underway[Int(connection)]?.n == n
        else { return (.queryRead(query, nil), nil) }
        underway[Int(connection)]?.isRead = true
        let answer = query.answer(from: list, ListID("l"), ProtocolLimits())
        let problem =
            held == list.revision
            ? nil : "reader \(connection) has \(held ?? -1), its query is read at \(list.revision)"
        return (.queryRead(query, answer), problem)
    }

    /// A query is answered.
    ///
    /// - Parameter held: the revision that its reader has.
    /// - Returns: What the reader is to be sent of what it missed, and what is wrong.
    mutating func take(
        _ reply: ReadReply, _ query: QueryRequest, held: Int?
    ) -> (ResyncRequest?, problem: String?) {
        guard case .session(let connection, let n) = query.asker,
            let asked = underway[Int(connection)], asked.n == n
        else { return (nil, nil) }
        underway[Int(connection)] = nil
        guard case .message(let message) = reply, let held else { return (nil, nil) }
        var resync: ResyncRequest?
        if asked.isRead {
            resync = ResyncRequest(connection: connection, delivered: held)
            late.insert(Int(connection))
        }
        guard let list = states[held] else {
            return (resync, "reader \(connection) has \(held), which no record ends with")
        }
        let isRight = message == query.answer(from: list, ListID("l"), ProtocolLimits())
        return (
            resync,
            isRight
                ? nil
                : "reader \(connection) at \(held) is answered "
                    + String(decoding: message, as: UTF8.self)
        )
    }

    /// A reader was sent what it missed.
    mutating func caughtUp(_ reader: Int) { late.remove(reader) }

    /// A reader leaves, or opens the list again.
    mutating func end(_ reader: Int) {
        underway[reader] = nil
        late.remove(reader)
    }
}
