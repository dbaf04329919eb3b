import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal
import Testing
import WebSocketTransport

@testable import ListDocument
@testable import ListHosting
@testable import ListServer
@testable import ServerTesting

@Suite struct ListVerifierTests {
    /// A list with 12 revisions, a snapshot at 10 and the base at 0.
    private func makeBench() async throws -> Bench {
        var options = ServerOptions()
        options.history.snapshotEvery = 10
        let bench = try await Bench(options: options)
        for id in 1...12 {
            let submitter = TestSubmitter()
            let action = id % 3 == 0 ? move("a", id % 2) : rename("b", "v\(id)")
            await bench.submit([(id, [action])], to: submitter)
            _ = await submitter.answer(to: id)
            await bench.compactionEnds()
        }
        return bench
    }

    private func verify(_ bench: Bench) async throws -> ListReport {
        let head = try #require(bench.journal.head(of: "l"))
        return try await ListVerifier(bench.journal).verify(head)
    }

    private func altered(_ bytes: [UInt8], _ from: String, _ to: String) -> [UInt8] {
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(from))
        return Array(text.replacing(from, with: to).utf8)
    }

    @Test func soundList_isReplayedToItsHead() async throws {
        let bench = try await makeBench()
        defer { bench.stop() }
        let report = try await verify(bench)
        let digest = await bench.sequencer.run({ $0.inspect { $0.list.digest() } })
        #expect(
            report
                == ListReport(
                    list: "l", from: 0, revision: 12, records: 12, digest: digest?.hexDigits))
    }

    @Test func alteredRecord_differsFromTheSnapshot() async throws {
        let bench = try await makeBench()
        defer { bench.stop() }
        bench.journal.tamper("l") { records, _ in
            let index = records.firstIndex { $0.position.revision == 8 } ?? 0
            records[index].body = altered(records[index].body, "v8", "vX")
        }
        // No checksum tells; the last title is another's, so only who set it when is not at stake.
        #expect(try await verify(bench).isSound)
        bench.journal.tamper("l") { records, _ in
            let index = records.firstIndex { $0.position.revision == 10 } ?? 0
            records[index].body = altered(records[index].body, "v10", "vX")
            records[index].isIntact = false
        }
        let findings = try await verify(bench).findings
        #expect(findings.map(\.revision) == [10, 10])
        #expect(findings.first?.problem == "the record is not as it was written")
        #expect(findings.last?.problem.contains("row b") == true)
    }

    @Test func recordOfAnotherLog_isNamedAndTheRestVerified() async throws {
        let bench = try await makeBench()
        defer { bench.stop() }
        bench.journal.tamper("l") { records, snapshot in
            let index = records.firstIndex { $0.position.revision == 8 } ?? 0
            // As it was written, but after another record than the one that is there.
            records[index].previous = 1
            snapshot.position.check = 2
        }
        let findings = try await verify(bench).findings
        #expect(
            findings.map(\.problem).filter { $0.contains("another") } == [
                "the record follows another than the one that is before it",
                "the snapshot was made after another record",
            ])
    }

    @Test func missingRecord_isNamedAndTheRestVerified() async throws {
        let bench = try await makeBench()
        defer { bench.stop() }
        bench.journal.tamper("l") { records, _ in
            records.removeAll { $0.position.revision == 7 }
        }
        let report = try await verify(bench)
        #expect(
            report.findings == [
                ListReport.Finding(
                    revision: 7, problem: "1 record is missing before revision 8")
            ])
        // From the newest snapshot on it goes to the end.
        #expect(report.digest != nil)
    }

    @Test func missingLastRecord_isFound() async throws {
        let bench = try await makeBench()
        defer { bench.stop() }
        bench.journal.tamper("l") { records, _ in records.removeLast() }
        let report = try await verify(bench)
        #expect(
            report.findings == [
                ListReport.Finding(
                    revision: 12, problem: "the log ends at revision 11, the list is at 12")
            ])
    }

    @Test func alteredSnapshot_isNotWhatTheRecordsMake() async throws {
        let bench = try await makeBench()
        defer { bench.stop() }
        bench.journal.tamper("l") { _, snapshot in
            snapshot.body = altered(snapshot.body, "\"id\":\"c\"", "\"id\":\"x\"")
        }
        let findings = try await verify(bench).findings
        #expect(findings.map(\.revision) == [10])
        #expect(findings.first?.problem.contains("row x") == true)
        #expect(findings.first?.problem.contains("replayed") == true)
    }

    @Test func alteredClientTable_isFound() async throws {
        let bench = try await makeBench()
        defer { bench.stop() }
        bench.journal.tamper("l") { _, snapshot in
            snapshot.body = altered(snapshot.body, "\"highest\":10", "\"highest\":99")
        }
        let findings = try await verify(bench).findings
        #expect(findings.map(\.revision) == [10])
        #expect(findings.first?.problem.contains("client ana") == true)
    }

    @Test func snapshotThatCannotBeRead_isFound() async throws {
        let bench = try await makeBench()
        defer { bench.stop() }
        bench.journal.tamper("l") { _, snapshot in snapshot.body.removeLast(40) }
        let findings = try await verify(bench).findings
        #expect(findings.count == 1 && findings.first?.revision == 10)
        #expect(findings.first?.problem.contains("cannot be read") == true)
    }
}
