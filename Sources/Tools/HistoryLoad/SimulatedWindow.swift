import HistoryChecking
import JSON
import ListEditing
import ListProtocol
import SeededRandom

/// The window of one client on one list: what it holds, and what it has asked for.
struct SimulatedWindow: Sendable {
    private let key: ListKey
    private var revision: Int
    private var held: any HeldWindow
    /// The query that is not answered; with the ranges, where it is a `check`.
    private var underWay: (n: Int, checked: [RowRange])?
    private var lastNumber: Int
    /// The revision of an answer that came without the sets up to it.
    private var ahead: Int?
    /// Whether something did not fit, or sets are missing: the client has to open the list again.
    private(set) var isEnded = false

    /// - Parameter earlier: The client's window of the list so far; numbers of queries go on.
    /// - Throws: a `CountError` where the outline does not fit itself.
    init(
        _ outline: Outline, after earlier: SimulatedWindow?,
        _ hold: (SparseList) -> any HeldWindow
    ) throws(CountError) {
        lastNumber = earlier?.lastNumber ?? 0
        key = ListKey(name: outline.list.text, epoch: outline.epoch)
        revision = outline.revision
        held = hold(try SparseList(outline))
    }

    /// A window to open a list with, narrower than most lists of a check.
    static func request(_ random: inout SplitMix64) -> JSONValue {
        let place = JSONValue.members(
            ("section", .string("s\(random.below(3))")), ("index", .whole(random.below(6))))
        return .members(
            ("around", .array([place])), ("before", .whole(random.below(3))),
            ("after", .whole(random.below(4) + 1)))
    }

    /// What it holds now.
    var observation: ObservedWindow {
        .holds(
            WindowHolding(
                list: key, revision: revision, counts: held.counts,
                runs: held.runs.map { run in
                    WindowHolding.Run(at: run.at, rows: run.rows.map { ($0.id, $0.row) })
                }))
    }

    /// The connection is lost: no query is answered any more.
    mutating func lose() { underWay = nil }

    // MARK: Queries

    /// The next query: for holes, for rows anywhere, or a `check` of all runs; nil: one is not answered.
    mutating func query(_ random: inout SplitMix64) -> JSONValue? {
        guard underWay == nil else { return nil }
        var checked: [RowRange] = []
        let subject: ListQuery.Subject
        let holes = held.holes
        if !holes.isEmpty, random.chance(60) {
            subject = .rows(RowSelection(.ids(holes)))
        } else if random.chance(30) {
            checked = held.runs.map { RowRange(at: $0.at, rows: $0.rows.count) }
            subject = .check(checked)
        } else if let place = held.counts.indices.randomElement(using: &random) {
            let at = IndexPath(section: place, row: random.below(held.counts[place] + 1))
            subject = .rows(RowSelection(.ranges([RowRange(at: at, rows: random.below(5) + 1)])))
        } else {
            return nil
        }
        lastNumber += 1
        underWay = (lastNumber, checked)
        let query = ListQuery(list: ListID(key.name), n: lastNumber, subject: subject)
        return try? JSONReader.read(ClientMessage.query(query).encoded)
    }

    /// The query with this number was refused.
    mutating func refused() { underWay = nil }

    // MARK: Messages of the server

    /// Follows change sets; a gap between them ends the window, and is judged elsewhere.
    ///
    /// - Returns: what it holds after each; the last one may be a misfit.
    mutating func follow(_ sets: [PublishedChange], counts: [Int]?) -> [ObservedWindow] {
        var observed: [ObservedWindow] = []
        for set in sets where set.revision > revision && !isEnded {
            if let ahead, set.revision <= ahead {
                return observed + [misfit("an answer of revision \(ahead) came before this set")]
            }
            guard set.revision == revision + (set.folds ?? 1), ahead == nil else {
                isEnded = true
                break
            }
            do throws(CountError) {
                try held.replay(
                    set.changes, stamp: set.stamp, folds: set.folds ?? 1,
                    counts: set.revision == sets.last?.revision ? counts : nil)
            } catch {
                return observed + [misfit(error.message)]
            }
            revision = set.revision
            observed.append(observation)
        }
        return observed
    }

    /// Takes in an answer.
    mutating func answered(_ message: RowsMessage) -> ObservedWindow? {
        guard underWay?.n == message.n else { return nil }
        underWay = nil
        guard message.revision == revision else { return misplaced(message.revision) }
        do throws(CountError) {
            for run in message.runs { try held.hold(SparseList.Run(run)) }
        } catch {
            return misfit(error.message)
        }
        for id in message.missing { held.forget(id) }
        return observation
    }

    /// Compares digests with what it holds at the same places now.
    mutating func answered(_ message: Checked) -> ObservedWindow? {
        guard let (n, checked) = underWay, n == message.n else { return nil }
        underWay = nil
        guard message.revision == revision else { return misplaced(message.revision) }
        guard message.digests.count == checked.count else {
            return misfit("\(message.digests.count) digests answer \(checked.count) ranges")
        }
        for (range, digest) in zip(checked, message.digests) {
            let own = held.digest(from: range.at, count: range.rows)
            if let own, own != digest {
                return misfit("the digest at [\(range.at.section), \(range.at.row)] differs")
            }
        }
        return observation
    }

    /// An answer of another revision than the client holds: the sets up to it are late, or lost.
    private mutating func misplaced(_ answer: Int) -> ObservedWindow? {
        guard answer > revision else { return misfit("an answer of revision \(answer) is late") }
        ahead = answer
        return nil
    }

    private mutating func misfit(_ reason: String) -> ObservedWindow {
        isEnded = true
        return .misfit(list: key, revision: revision, reason)
    }
}
