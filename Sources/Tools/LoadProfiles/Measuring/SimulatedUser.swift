import Foundation
import ListClient
import ListEditing
import LoadGenerator
import SeededRandom

/// One user of a test: a client, the list that it has open, and what it does next.
///
/// Belongs to the ``ProfileRun`` that made it.
final class SimulatedUser {
    /// How the user has its list.
    enum OpenList {
        case whole(SharedList)
        case window(WindowedList)
    }

    let number: Int
    let kind: LoadProfile.UserKind
    /// The number of its list.
    let list: Int
    let client: ListClient
    var open: OpenList?
    var random: SplitMix64
    /// When the next operation is due, in monotonic nanoseconds.
    var due: Int64
    /// When it leaves; nil: when it is asked to.
    var end: Int64?
    var isLeaving = false
    /// Wakes it where it thinks.
    var wake: (() -> Void)?
    /// What it repeats of a recording, and how far it is.
    var steps: [Recording.Step] = []
    var step = 0

    init(
        number: Int, kind: LoadProfile.UserKind, list: Int, client: ListClient, seed: UInt64,
        due: Int64
    ) {
        self.number = number
        self.kind = kind
        self.list = list
        self.client = client
        self.due = due
        random = SplitMix64(seed: seed)
    }

    /// Nanoseconds until the operation after this one is due.
    func think() -> Int64 {
        let factor = kind.isSteady ? 1 : UserChoice.exponential(&random)
        return Int64(kind.think * factor * 1e9)
    }

    /// Goes on after a pause.
    func woken() {
        let wake = wake
        self.wake = nil
        wake?()
    }

    func chooseOperation() -> UserOperation {
        UserChoice.weighted(kind.mix.map { ($0.operation, $0.weight) }, &random) ?? .read
    }
}

/// Choices at random.
enum UserChoice {
    /// A number with the mean 1, distributed exponentially, at most 10.
    static func exponential(_ random: inout SplitMix64) -> Double {
        let uniform = Double.random(in: 0..<1, using: &random)
        return min(10, -log(1 - uniform))
    }

    /// One of several values, by their weights; nil where there is none.
    static func weighted<Value>(
        _ values: [(Value, Double)], _ random: inout SplitMix64
    ) -> Value? {
        let all = values.reduce(0) { $0 + $1.1 }
        guard all > 0 else { return values.first?.0 }
        var place = Double.random(in: 0..<all, using: &random)
        for (value, weight) in values {
            if place < weight { return value }
            place -= weight
        }
        return values.last?.0
    }

    /// A row of a list held whole.
    static func row(of list: EditableList, _ random: inout SplitMix64) -> Row? {
        guard list.rowCount > 0 else { return nil }
        var place = Int.random(in: 0..<list.rowCount, using: &random)
        for (section, count) in list.counts.enumerated() {
            if place < count {
                return list.row(at: ListEditing.IndexPath(section: section, row: place))
            }
            place -= count
        }
        return nil
    }

    /// A row that a windowed list holds.
    static func row(of list: SparseList, _ random: inout SplitMix64) -> Row? {
        guard let run = list.runs.randomElement(using: &random) else { return nil }
        return run.rows.randomElement(using: &random)?.row
    }
}
