import Foundation
import SeededRandom

@testable import ListJournal

/// A journal in SQLite is asked for one thing after the other, as a seed says; what it promised is noted with the
/// number of the disk's calls.
struct StoreScript {
    /// A list as the journal has promised it.
    struct Promised {
        var position = start
        /// The bodies of its records.
        var records: [[UInt8]] = []
    }

    /// What was asked for.
    struct Step {
        let what: String
        /// The number of calls when it was asked for, and when it was answered.
        let begin, end: Int
        /// The lists that were promised before, and those that are since.
        let before, after: [String: Promised]
    }

    private(set) var steps: [Step] = []
    private var lists: [String: Promised] = [:]
    private var random: SplitMix64
    private let disk: RecordedDisk

    init(seed: Int, on disk: RecordedDisk) {
        random = SplitMix64(seed: UInt64(seed))
        self.disk = disk
    }

    /// Asks for something.
    mutating func next(_ journal: SQLiteJournal) async throws {
        let (begin, before) = (disk.count, lists)
        let what = try await ask(journal)
        steps.append(Step(what: what, begin: begin, end: disk.count, before: before, after: lists))
    }

    private mutating func ask(_ journal: SQLiteJournal) async throws -> String {
        let names = lists.keys.sorted()
        guard !names.isEmpty else { return try await create(journal) }
        let name = names[random.below(names.count)]
        switch random.below(16) {
        case 0 where names.count < 4: return try await create(journal)
        case 1 where names.count > 1: return try await delete(name, journal)
        case 2, 3: return try await snapshot(name, journal)
        default: return try await append(name, journal)
        }
    }

    private mutating func create(_ journal: SQLiteJournal) async throws -> String {
        let name = "l\(steps.count)"
        while true {
            do {
                _ = try await journal.create(newList(name))
                break
            } catch {
                // Whether it was made is certain once the disk writes again.
                if try await Self.head(of: name, journal) != nil { break }
            }
        }
        lists[name] = Promised()
        return "create \(name)"
    }

    private mutating func delete(_ name: String, _ journal: SQLiteJournal) async throws -> String {
        while true {
            do {
                try await journal.delete(list: name, epoch: "e1")
                break
            } catch {
                if try await Self.head(of: name, journal) == nil { break }
            }
        }
        lists[name] = nil
        return "delete \(name)"
    }

    /// Stores a snapshot of the newest revision, and lets records go that it makes superfluous.
    private mutating func snapshot(_ name: String, _ journal: SQLiteJournal) async throws -> String
    {
        guard let position = lists[name]?.position else { return "" }
        let trims = random.chance(50)
        let body = bytes(upTo: 20_000)
        // A server tries again later.
        do throws(JournalError) {
            try await journal.saveSnapshot(
                StoredSnapshot(position: position, body: body), of: name, epoch: "e1")
            if trims { _ = try await journal.trim(list: name, through: position.revision) }
        } catch {
            return "snapshot of \(name), which fails"
        }
        return "snapshot of \(name) at \(position.revision)"
    }

    private mutating func append(_ name: String, _ journal: SQLiteJournal) async throws -> String {
        guard let position = lists[name]?.position else { return "" }
        let body = bytes(upTo: random.chance(10) ? 100_000 : 3_000)
        let next = record(position.revision + 1, body)
        let outcome = await journal.append(next, to: name, expected: position)
        var stored: JournalPosition?
        switch outcome {
        case .committed(let position): stored = position
        case .conflict, .refused, .unknown:
            if case .ours = try await Self.settle(next, name, position, journal) {
                stored = next.position(behind: position)
            }
        }
        if let stored {
            lists[name]?.position = stored
            lists[name]?.records.append(body)
        }
        return "append \(body.count) bytes to \(name): \(outcome)"
    }

    private mutating func bytes(upTo most: Int) -> [UInt8] {
        (0..<(random.below(most) + 1)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    /// Asks until the disk writes again.
    private static func settle(
        _ record: JournalRecord, _ list: String, _ position: JournalPosition,
        _ journal: SQLiteJournal
    ) async throws -> Settlement {
        for _ in 0..<10_000 {
            do throws(JournalError) {
                return try await journal.settle(record, of: list, expected: position)
            } catch {
                continue
            }
        }
        throw JournalError.failed("the disk does not write again")
    }

    /// The head of a list, once the disk writes again.
    private static func head(
        of list: String, _ journal: SQLiteJournal
    ) async throws -> ListHead? {
        _ = try await settle(record(1), "none", start, journal)
        return try await journal.head(list: list)
    }
}
