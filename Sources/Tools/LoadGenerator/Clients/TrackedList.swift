/// The author and the due time of each revision of a list, and the latencies of its delivery.
final class TrackedList {
    /// A frame that reached a client before the authors of its sets were known.
    private struct Early {
        var first: Int
        var last: Int
        var now: Int64
    }

    let name: String
    var epoch = ""
    /// The revision up to which the authors are known.
    private(set) var known = 0
    /// The author of the last revision that updated each row, by the number of the row.
    private(set) var writers: [Int: RowWriter] = [:]
    /// The due times of the last revisions, as a ring; empty where latencies are not measured.
    private var dues: ContiguousArray<Int64>
    /// Bounded by the frames that arrive before the one of the editor that reads the authors.
    private var early: [Early] = []

    /// - Parameter remembered: The number of revisions whose due time is kept: 0 or a power of two.
    init(name: String, remembered: Int) {
        self.name = name
        dues = ContiguousArray(repeating: 0, count: remembered)
    }

    /// A due time that is not measured.
    static let unknown = Int64.min

    /// Gives up the authors and due times of the revisions up to this one.
    func skip(to revision: Int) {
        guard revision > known else { return }
        for between in max(known, revision - dues.count) + 1..<revision + 1 where !dues.isEmpty {
            dues[between & (dues.count - 1)] = TrackedList.unknown
        }
        known = revision
    }

    /// Records the author of the next revision; nil: no client of the group.
    func learn(_ revision: Int, _ writer: RowWriter?, row: Int?, due: Int64) {
        skip(to: revision - 1)
        known = revision
        if let row { writers[row] = writer }
        if !dues.isEmpty { dues[revision & (dues.count - 1)] = due }
    }

    /// Records the latencies of a delivered frame of sets, as soon as their due times are known.
    @inline(__always)
    func deliver(
        _ first: Int, _ last: Int, at now: Int64, from start: Int64,
        to latencies: inout Latencies
    ) {
        if last <= known {
            record(first, last, at: now, from: start, to: &latencies)
        } else {
            early.append(Early(first: first, last: last, now: now))
        }
    }

    /// Records the latencies of earlier frames whose due times are known now.
    func settle(from start: Int64, to latencies: inout Latencies) {
        guard !early.isEmpty else { return }
        for frame in early where frame.last <= known {
            record(frame.first, frame.last, at: frame.now, from: start, to: &latencies)
        }
        early.removeAll { $0.last <= known }
    }

    /// - Parameter start: Edits that were due before do not count.
    private func record(
        _ first: Int, _ last: Int, at now: Int64, from start: Int64,
        to latencies: inout Latencies
    ) {
        guard !dues.isEmpty, first <= last else { return }
        for revision in max(first, last - dues.count + 1)...last {
            let due = dues[revision & (dues.count - 1)]
            if due >= start { latencies.record(nanoseconds: now - due) }
        }
    }
}

/// The edit that wrote a row last, in the order of revisions.
struct RowWriter: Hashable {
    /// The number of the editor.
    var editor: Int
    var editID: Int
}
