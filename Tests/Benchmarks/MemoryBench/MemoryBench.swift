import Foundation
import ListDocument
import ListEditing
import ListJournal
import ListProtocol

/// Prints, as JSON, what lists take in memory and what loading a stored one takes.
///
/// Each list is loaded in a process of its own, so that nothing else has used its heap.
@main
enum MemoryBench {
    private static let rows = 100_000
    private static let edits = 12_000

    static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments.count == 3 {
            return try await printFigures(of: arguments[2], store: arguments[1])
        }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("memory-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = folder.appendingPathComponent("lists.sqlite").path
        try await write(to: store)
        var figures: [String] = []
        for list in ["created", "checked"] {
            figures.append("\"\(list)\":\(try loadApart(list, store: store))")
        }
        figures.append("\"edited\":\(try edited())")
        print("{\(figures.joined(separator: ","))}")
    }

    /// Writes two lists: one as it was created, and one each row of which was changed by an edit.
    private static func write(to store: String) async throws {
        let journal = try SQLiteJournal(path: store)
        let created = try SampleList.created(rows: rows)
        var checked = try HeldList(snapshot: created)
        try checked.apply(SampleList.checks(rows: rows))
        for (name, snapshot) in [("created", created), ("checked", checked.snapshot)] {
            let list = NewList(
                list: name, epoch: "bench", title: name, rows: rows, at: 0, snapshot: snapshot)
            guard try await journal.create(list) != nil else { throw BenchError.notStored }
        }
        await journal.close()
    }

    private static func loadApart(_ list: String, store: String) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = [store, list]
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchError.notStored }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Loads a list as the server does, and prints what each part took.
    private static func printFigures(of list: String, store: String) async throws {
        let journal = try SQLiteJournal(path: store)
        let before = (heap: HeldList.heapBytes, resident: residentBytes())
        let (loaded, bytes, times) = try await load(list, from: journal)
        let heap = HeldList.heapBytes - before.heap
        let resident = residentBytes() - before.resident
        let payload = (0..<rows).reduce(0) { $0 + SampleList.payloadBytes($1) } / rows
        print(
            """
            {"rows":\(loaded.list.rowCount),"snapshotBytes":\(bytes),\
            "payloadBytesPerRow":\(payload),"heapBytesPerRow":\(heap / rows - payload),\
            "residentBytesPerRow":\(resident / rows - payload),"processorMilliseconds":\(times)}
            """)
        await journal.close()
    }

    /// - Returns: The list, the bytes of its snapshot, and what each part took, as JSON.
    private static func load(
        _ list: String, from journal: SQLiteJournal
    ) async throws -> (LoadedList, Int, String) {
        let start = processorTime()
        guard let stored = try await journal.loadSnapshot(list: list), stored.isIntact else {
            throw BenchError.notStored
        }
        let read = processorTime()
        let snapshot = try ListSnapshot(decoding: stored.body)
        let parsed = processorTime()
        let loaded = LoadedList(
            id: ListID(list), epoch: "bench", limits: ProtocolLimits(), snapshot: snapshot)
        let built = processorTime()
        let times = [("read", read - start), ("parse", parsed - read), ("build", built - parsed)]
            .map { "\"\($0)\":\(String(format: "%.1f", $1))" }
        return (loaded, stored.body.count, "{\(times.joined(separator: ","))}")
    }

    /// What a list of ten rows takes after many edits.
    private static func edited() throws -> String {
        let snapshot = try SampleList.created(rows: 10)
        let before = HeldList.heapBytes
        var list = try HeldList(snapshot: snapshot)
        try list.apply(SampleList.edits(edits))
        let all = HeldList.heapBytes - before
        list.trimHistory(to: 0)
        let rest = HeldList.heapBytes - before
        return """
            {"edits":\(edits),"heapBytes":\(all),"historyBytes":\(all - rest),\
            "revision":\(list.list.list.revision)}
            """
    }

    /// Processor time of this process, in milliseconds.
    private static func processorTime() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }

    /// Resident bytes, as the kernel counts them.
    private static func residentBytes() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(getpagesize())
    }
}
