/// One list as the generator knows it: whose edit each revision is, and when it was due.
final class FollowedList {
    /// Who wrote a row last, in the order of revisions.
    struct Writer: Hashable {
        var editor: Int
        var intent: Int
    }

    /// A frame that reached a member before it was known whose edits are in it.
    private struct Early {
        var first: Int
        var last: Int
        var now: Int64
    }

    let name: String
    var epoch = ""
    /// The revision up to which it is known whose edits they are.
    private(set) var known = 0
    /// By row: who wrote it last.
    private(set) var writers: [Int: Writer] = [:]
    /// When the edit of each of the last revisions was due; empty where nobody asks.
    private var dues: ContiguousArray<Int64>
    /// Bounded by the frames that members get before the one that tells.
    private var early: [Early] = []

    /// - Parameter remembered: Of how many revisions to keep the time, 0 or a power of two.
    init(name: String, remembered: Int) {
        self.name = name
        dues = ContiguousArray(repeating: 0, count: remembered)
    }

    /// A time that no measurement counts.
    static let unknown = Int64.min

    /// Nothing can be known any more of the revisions up to this one.
    func skip(to revision: Int) {
        guard revision > known else { return }
        for between in max(known, revision - dues.count) + 1..<revision + 1 where !dues.isEmpty {
            dues[between & (dues.count - 1)] = FollowedList.unknown
        }
        known = revision
    }

    /// Says whose edit the next revision is; nil: of nobody in the fleet.
    func learn(_ revision: Int, _ writer: Writer?, row: Int?, due: Int64) {
        skip(to: revision - 1)
        known = revision
        if let row { writers[row] = writer }
        if !dues.isEmpty { dues[revision & (dues.count - 1)] = due }
    }

    /// Records how long a frame of sets took from when they were due, once that is known.
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

    /// Records what came too early, as far as it is known now.
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
