import Foundation
import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal

@testable import ListDocument
@testable import ListServer
@testable import WebSocketTransport

/// The journal of a ``SmallWorld``: the records of one list.
struct SimulatedJournal {
    private(set) var records: [StoredRecord] = []
    /// The sets of the records; that of revision 1 is first.
    private(set) var sets: [[UInt8]] = []

    var position: JournalPosition {
        records.last?.position ?? JournalPosition(revision: 0, token: 0)
    }

    /// - Returns: What the record holds.
    mutating func append(_ record: JournalRecord) throws -> ListRecord {
        records.append(
            StoredRecord(
                position: record.position(after: position), at: record.at, body: record.body,
                previous: position.check))
        let stored = try ListRecord(decoding: record.body)
        sets += stored.sets.map(\.encoded)
        return stored
    }

    func contains(_ record: JournalRecord, after expected: JournalPosition) -> Bool {
        records.first { $0.position.token == expected.token + 1 }?.body == record.body
    }

    /// The rows of each section after the last set of a frame.
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
