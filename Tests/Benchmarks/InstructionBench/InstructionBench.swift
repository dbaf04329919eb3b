import Foundation
import ListDocument
import ListJournal
import ListProtocol
import WebSocketTransport

/// Takes edits from the bytes of a client's frame to those that everyone is sent, SQLite included; or reads what peers
/// send at a size and at twice that.
///
/// It prints how many edits it took, or the names of what it read. What the steps cost is for whoever runs it under a
/// tool that counts instructions: the functions whose names begin with `step` are the steps.
@main
enum InstructionBench {
    static func main() throws {
        switch CommandLine.arguments.dropFirst().first {
        case "readings": read()
        case let rounds?: try edit(rounds: Int(rounds) ?? 0)
        case nil:
            FileHandle.standardError.write(
                Data("usage: instruction-bench ROUNDS, or instruction-bench readings\n".utf8))
            exit(2)
        }
    }

    /// Bytes of the smaller size.
    private static let size = 6_000

    /// Reads each of the readings at two sizes, one right after the other.
    private static func read() {
        for reading in Reading.all {
            let (small, large) = (reading.make(size), reading.make(2 * size))
            // What is done once in a process is done before.
            reading.read(small)
            stepRead(reading, small)
            stepRead(reading, large)
            print(reading.name)
        }
    }

    private static func edit(rounds: Int) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("instruction-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let journal = try SQLiteJournal(path: folder.appendingPathComponent("lists.sqlite").path)

        var edits = BenchEdits()
        let limits = ProtocolLimits()
        let list = try EditPath.list(edits.list, limits: limits, epoch: "bench")
        guard let head = try waiting({ try await journal.create(list) }) else { return }
        var path = try EditPath(list, limits: limits, client: "5e0c71a9d2f40000deadbeef")
        var position = head.position
        var (sent, applied, bytes) = (0, 0, 0)
        for _ in 0..<rounds {
            let frames = edits.next(base: path.revision)
            let batch = stepDecode(frames, path)
            let outcome = stepApply(batch, &path)
            let record = stepRecord(outcome, path)
            let expected = position
            guard
                case .committed(let next) = try waiting({
                    await journal.append(record, to: list.list, expected: expected)
                })
            else { throw BenchError.notStored }
            position = next
            bytes += stepFrame(outcome, &path)?.wireCount ?? 0
            applied += outcome.appliedCount
            sent += frames.count
        }
        try waiting { await journal.close() }
        // A move may happen to ask for the place where its row is.
        guard applied * 100 >= sent * 98 else { throw BenchError.notApplied }
        print("edits \(sent) bytes \(bytes)")
    }

    /// What `work` gives.
    ///
    /// The main thread stays and waits: valgrind does not get over its end.
    private static func waiting<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let done = DispatchSemaphore(value: 0)
        let result = ResultBox<Value>()
        Task.detached {
            do { result.set(.success(try await work())) } catch { result.set(.failure(error)) }
            done.signal()
        }
        done.wait()
        return try result.get()
    }

    @inline(never)
    private static func stepRead(_ reading: Reading, _ bytes: [UInt8]) {
        reading.read(bytes)
    }

    @inline(never)
    private static func stepDecode(_ frames: [[UInt8]], _ path: EditPath) -> EditPath.Batch {
        path.decode(frames)
    }

    @inline(never)
    private static func stepApply(
        _ batch: EditPath.Batch, _ path: inout EditPath
    ) -> EditPath.Applied {
        path.apply(batch, now: 1_763_700_000_000)
    }

    @inline(never)
    private static func stepRecord(_ outcome: EditPath.Applied, _ path: EditPath) -> JournalRecord {
        path.record(of: outcome)
    }

    @inline(never)
    private static func stepFrame(_ outcome: EditPath.Applied, _ path: inout EditPath) -> Frame? {
        path.frame(of: outcome)
    }
}
