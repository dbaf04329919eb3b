import Foundation
import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal

@testable import ListServer
@testable import WebSocketTransport

/// The journal of a ``SequencerSimulation``: the records of one list.
struct SimulatedJournal {
    private let origin: LoadedList
    private(set) var records: [StoredRecord] = []
    /// The sets of the records; that of revision 1 is first.
    private(set) var sets: [[UInt8]] = []

    init(_ origin: LoadedList) { self.origin = origin }

    var position: JournalPosition {
        records.last?.position ?? JournalPosition(revision: 0, token: 0)
    }

    /// - Returns: What the record holds.
    mutating func append(_ record: JournalRecord) throws -> ListRecord {
        records.append(
            StoredRecord(
                position: record.position(behind: position), at: record.at, body: record.body,
                previous: position.check))
        let stored = try ListRecord(decoding: record.body)
        sets += stored.sets.map(\.encoded)
        return stored
    }

    func contains(_ record: JournalRecord, behind expected: JournalPosition) -> Bool {
        records.first { $0.position.token == expected.token + 1 }?.body == record.body
    }

    /// The list as it is after the records, or those up to `last`.
    func list(through last: Int64 = .max) throws -> (LoadedList, JournalPosition) {
        var list = origin
        var reached = JournalPosition(revision: 0, token: 0)
        for record in records where record.position.token <= last {
            try list.replay(ListRecord(decoding: record.body), at: record.at)
            reached = record.position
        }
        return (list, reached)
    }

    /// The list as it was at a revision.
    func state(at revision: Int) throws -> ListState {
        var list = origin
        for record in records {
            var content = try ListRecord(decoding: record.body)
            content.cut(through: revision)
            try list.replay(content, at: record.at)
        }
        return list.list.state()
    }

    /// The next record as another server would make it: an edit of a client that is there.
    ///
    /// - Parameter row: What it renames; nil: it inserts a row.
    func recordFromElsewhere(changing row: String?, at moment: Int) throws -> JournalRecord {
        var (list, position) = try list()
        let author = Author(client: ClientID("elsewhere"))
        let id = Int(position.token) + 1
        let action =
            row.map { rename($0, "r\(id)") }
            ?? .insertRow(
                row: RowID("r\(id)"), fields: Fields(), rules: RowRules(),
                to: .index(section, 0))
        var queue = EditQueue([edit(id, [action], by: author)])
        let batch = list.apply(&queue, now: moment)
        return list.record(of: batch)
    }

    /// The sets of a range.
    func older(_ range: HistoryRange) throws -> OlderHistory {
        var older = OlderHistory()
        for set in try records.flatMap({ try ListRecord(decoding: $0.body).sets })
        where set.revision > range.after && set.revision <= range.through {
            older.encoded.append(set.encoded)
            older.rebasing.append((set.revision, set.changes, try? set.inverse.decoded()))
        }
        return older
    }

    /// The rows of each section behind the last set of a frame.
    static func counts(in frame: Frame) -> [Int] {
        let text = String(decoding: frame.wire.suffix(frame.payloadCount), as: UTF8.self)
        let end = text.components(separatedBy: "\"counts\":[").last ?? ""
        return end.split(separator: "]")[0].split(separator: ",").compactMap { Int($0) }
    }

    /// The revisions of the sets in a frame that begins above `revision`.
    func revisions(in frame: Frame, after revision: Int) -> ClosedRange<Int>? {
        // What a frame has beside its sets is shorter than any set.
        var bytes = 0
        var last = revision
        while last < sets.count, bytes + sets[last].count < frame.payloadCount {
            bytes += sets[last].count + 1
            last += 1
        }
        return last > revision ? revision + 1...last : nil
    }
}
