import Foundation
import SeededRandom
import TestSeeds
import Testing

@testable import ListJournal

/// The store on a disk that loses its power at any call, and before that fails: what was answered is there.
@Suite struct PowerCutTests {
    /// Asks a new store for so many things, on a disk of which some calls fail.
    private static func run(
        _ seed: Int, steps: Int, on disk: RecordedDisk, at path: String,
        failing: (Range<Int>, code: Int32)? = nil
    ) async throws -> [StoreScript.Step] {
        let journal = try SQLiteJournal(path: path)
        if let failing { disk.fail(failing.0, with: failing.code) }
        var script = StoreScript(seed: seed, on: disk)
        for _ in 0..<steps { try await script.next(journal) }
        await journal.close()
        return script.steps
    }

    /// Cuts the power after so many calls, and opens the store that is left.
    ///
    /// - Returns: What is wrong with it.
    private static func cut(
        _ image: DiskImage, after calls: Int, of steps: [StoreScript.Step], in folder: URL,
        _ random: inout SplitMix64
    ) async throws -> [String] {
        let loss = DiskImage.Loss.allCases[random.below(DiskImage.Loss.allCases.count)]
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, bytes) in image.files(losing: loss, &random) {
            try Data(bytes).write(to: folder.appending(path: name))
        }
        let answered = steps.last { $0.end <= calls }
        let underWay = steps.first { $0.begin < calls && $0.end > calls }
        let promised = [answered?.after ?? [:]] + (underWay.map { [$0.after] } ?? [])
        let journal = try SQLiteJournal(path: folder.appending(path: "lists.sqlite").path)
        var wrong = ["no promise"]
        for lists in promised where !wrong.isEmpty {
            wrong = try await differences(journal, lists)
        }
        // It goes on.
        if try await journal.create(newList("next")) == nil { wrong.append("next is there") }
        await journal.close()
        try FileManager.default.removeItem(at: folder)
        let place = "after call \(calls), losing \(loss), behind \(answered?.what ?? "nothing")"
        return wrong.map { "\($0), \(place)" }
    }

    /// Where a store is not as it was promised.
    private static func differences(
        _ journal: SQLiteJournal, _ promised: [String: StoreScript.Promised]
    ) async throws -> [String] {
        let heads = try await journal.heads()
        guard Set(heads.map(\.list)) == Set(promised.keys) else {
            return ["lists are \(heads.map(\.list)), not \(promised.keys.sorted())"]
        }
        var wrong: [String] = []
        for head in heads {
            guard let list = promised[head.list], head.position == list.position else {
                wrong.append("\(head.list) is at \(head.position)")
                continue
            }
            let snapshot = try await journal.loadSnapshot(list: head.list)
            let records = try await journal.read(list: head.list, after: 0, limit: 1_000)
            let reached = snapshot.map { $0.position.revision + records.count } ?? -1
            if snapshot?.isIntact != true || reached < head.position.revision {
                wrong.append("\(head.list) has a gap behind its snapshot")
            }
            if !records.allSatisfy(\.isIntact)
                || list.records.suffix(records.count) != records.map(\.body)[...]
            {
                wrong.append("records of \(head.list) are not those that were stored")
            }
        }
        return wrong
    }

    @Test(arguments: TestSeeds.range(4))
    func powerCutAtAnyCall_losesNothingThatWasAnswered(seed: Int) async throws {
        let store = try TemporaryStore()
        let disk = try RecordedDisk(below: store.folder)
        var random = SplitMix64(seed: UInt64(seed))
        // SQLITE_IOERR, and SQLITE_FULL.
        let failing = seed.isMultiple(of: 2) ? (60..<90, code: Int32(seed % 4 == 0 ? 10 : 13)) : nil
        let steps = try await Self.run(
            seed, steps: 30, on: disk, at: store.path, failing: failing)
        let calls = disk.count
        #expect(calls > 100)
        var image = DiskImage()
        var wrong: [String] = []
        for number in 0..<calls {
            // The end of a step is where something was promised last; the first calls make the store.
            let isTried = number < 24 || steps.contains { $0.end == number }
            if isTried || random.chance(10) {
                let folder = store.folder.appending(path: "cut-\(number)")
                wrong += try await Self.cut(image, after: number, of: steps, in: folder, &random)
            }
            let (file, change) = disk.call(number)
            image.take(file, change)
        }
        #expect(wrong.prefix(3) == [])
    }
}
