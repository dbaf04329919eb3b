import Foundation
import JSON
import NATS
import NATSNodes
import Testing

/// JetStream on one node, which is only talked to; each test has a stream of its own.
@Suite struct JetStreamTests {
    private static let node = Task { try await NATSNode() }

    /// A stream for the subjects `NAME.>`.
    private static func stream(
        _ name: String, maximumBytes: Int? = nil
    ) async throws -> (JetStream, close: NATSConnection) {
        let connection = try await Owner().connect([node.value.url])
        let jetStream = JetStream(connection)
        _ = try await jetStream.create(
            .log(
                name: name, subjects: ["\(name).>"], replicas: 1, maximumBytes: maximumBytes,
                duplicateSeconds: 120))
        return (jetStream, connection)
    }

    @Test func anAppend_isStoredOnlyBehindTheExpectedMessage() async throws {
        let (jetStream, connection) = try await Self.stream("APPEND")
        func append(_ expected: Int?, _ id: String?) async -> PublishOutcome {
            await jetStream.publish([1], to: "APPEND.a", expected: expected, id: id)
        }
        #expect(await append(0, "1") == .stored(sequence: 1, isDuplicate: false))
        #expect(await append(0, "2") == .conflict(last: 1))
        #expect(await append(1, "2") == .stored(sequence: 2, isDuplicate: false))
        #expect(
            await jetStream.publish([1], to: "APPEND.b", expected: 0, id: nil)
                == .stored(sequence: 3, isDuplicate: false))
        #expect(await append(2, "3") == .stored(sequence: 4, isDuplicate: false))
        // One node compares the expectation before it looks for the id.
        #expect(await append(2, "3") == .conflict(last: 4))
        #expect(await append(nil, "3") == .stored(sequence: 4, isDuplicate: true))
        #expect(try await jetStream.stream("APPEND")?.lastSequence == 4)
        await connection.close()
    }

    @Test func ofManyWriters_oneWins() async throws {
        let (jetStream, connection) = try await Self.stream("RACE")
        let outcomes = Collected<PublishOutcome>()
        for writer in 0..<50 {
            jetStream.publish(
                [UInt8(writer)], to: "RACE.a", expected: 0, id: "\(writer)", headers: [:]
            ) {
                outcomes.add($0)
            }
        }
        try await wait { outcomes.values.count == 50 }
        let winners = outcomes.values.filter { $0 == .stored(sequence: 1, isDuplicate: false) }
        #expect(winners.count == 1)
        #expect(outcomes.values.filter { $0 == .conflict(last: 1) }.count == 49)
        await connection.close()
    }

    @Test func messages_areReadBySequenceSubjectAndInBatches() async throws {
        let (jetStream, connection) = try await Self.stream("READ")
        for number in 1...30 {
            let subject = number % 3 == 0 ? "READ.b" : "READ.a"
            _ = await jetStream.publish(
                [0, 255, UInt8(number)], to: subject, expected: nil, id: "id-\(number)",
                headers: ["X": "\(number)"])
        }
        let last = try #require(try await jetStream.lastMessage(of: "READ.a", in: "READ"))
        #expect(last.sequence == 29 && last.payload == [0, 255, 29])
        #expect(last.id == "id-29" && last.headers["X"] == "29")
        #expect(try await jetStream.message(at: 29, in: "READ") == last)
        #expect(try await jetStream.message(at: 31, in: "READ") == nil)
        #expect(try await jetStream.lastMessage(of: "READ.c", in: "READ") == nil)
        #expect(try await jetStream.nextMessage(of: "READ.b", from: 4, in: "READ")?.sequence == 6)
        #expect(try await jetStream.nextMessage(of: "READ.b", from: 31, in: "READ") == nil)

        let first = try await jetStream.messages(
            of: "READ.a", from: 2, in: "READ", limit: 5, maximumBytes: 1 << 20)
        #expect(first.messages.map(\.sequence) == [2, 4, 5, 7, 8] && first.isMore)
        let rest = try await jetStream.messages(
            of: "READ.a", from: 26, in: "READ", limit: 5, maximumBytes: 1 << 20)
        #expect(rest.messages.map(\.sequence) == [26, 28, 29] && !rest.isMore)
        let none = try await jetStream.messages(
            of: "READ.a", from: 30, in: "READ", limit: 5, maximumBytes: 1 << 20)
        #expect(none.messages.isEmpty && !none.isMore)
        let heads = try await jetStream.lastMessages(
            of: ["READ.*"], in: "READ", maximumBytes: 1 << 20)
        #expect(heads.messages.map(\.sequence) == [29, 30])
        await #expect(throws: JetStreamError.request(.noResponders)) {
            try await jetStream.message(at: 1, in: "NONE")
        }
        await connection.close()
    }

    @Test func aPurge_removesOneSubjectBelowASequence() async throws {
        let (jetStream, connection) = try await Self.stream("PURGE")
        for subject in ["PURGE.a", "PURGE.b", "PURGE.a", "PURGE.a"] {
            _ = await jetStream.publish([1], to: subject, expected: nil, id: nil)
        }
        #expect(try await jetStream.purge("PURGE", filter: "PURGE.a", below: 4) == 2)
        let left = try await jetStream.messages(
            of: "PURGE.*", from: 1, in: "PURGE", limit: 9, maximumBytes: 1 << 20)
        #expect(left.messages.map(\.sequence) == [2, 4])
        #expect(
            await jetStream.publish([1], to: "PURGE.a", expected: 4, id: nil)
                == .stored(sequence: 5, isDuplicate: false))
        await connection.close()
    }

    @Test func aFullStream_refusesAndKeepsWhatItHas() async throws {
        let (jetStream, connection) = try await Self.stream("FULL", maximumBytes: 3_000)
        let body = [UInt8](repeating: 7, count: 2_000)
        #expect(
            await jetStream.publish(body, to: "FULL.a", expected: 0, id: nil)
                == .stored(sequence: 1, isDuplicate: false))
        let outcome = await jetStream.publish(body, to: "FULL.a", expected: 1, id: nil)
        #expect(outcome == .refused("JetStream refused: maximum bytes exceeded (10077)"))
        #expect(try await jetStream.stream("FULL")?.messages == 1)
        let tooLong = [UInt8](repeating: 7, count: connection.maximumPayload + 1)
        guard case .notStored = await jetStream.publish(tooLong, to: "FULL.a", expected: 1, id: nil)
        else {
            Issue.record("too long for a message")
            return
        }
        await connection.close()
    }

    @Test func otherSettings_areNamed() async throws {
        let (jetStream, connection) = try await Self.stream("SETTINGS")
        let info = try #require(try await jetStream.stream("SETTINGS"))
        #expect(info.serverVersion == "2.15.1" && info.nodes == ["node"])
        var wanted = info.settings
        wanted["metadata"] = nil
        #expect(info.settings.differences(from: wanted).isEmpty)
        var changed = info.settings
        changed["max_age"] = .whole(3_600_000_000_000)
        let other = try await jetStream.update(changed)
        #expect(
            other.settings.differences(from: wanted)
                == ["max_age is 3600000000000, and must be 0"])
        #expect(try await jetStream.stream("NONE") == nil)
        #expect(try await jetStream.account().streams >= 1)
        await #expect {
            try await jetStream.create(
                .log(
                    name: "OVERLAP", subjects: ["SETTINGS.a"], replicas: 1, maximumBytes: nil,
                    duplicateSeconds: 1))
        } throws: {
            "\($0)" == "JetStream refused: subjects overlap with an existing stream (10065)"
        }
        await connection.close()
    }

    private static func report(_ node: NATSNode) -> NodeReport? {
        NodeReport(varz: node.monitor("/varz") ?? [], jsz: node.monitor("/jsz?config=1") ?? [])
    }

    @Test func aNode_reportsWhetherItsAcknowledgementsAreSafe() async throws {
        let safe = try await #require(Self.report(Self.node.value))
        #expect(safe.name == "node" && safe.version == "2.15.1")
        #expect(safe.syncsAlways && safe.maximumPayload == 1 << 20)
        let other = try await NATSNode(configuration: "jetstream { max_file_store: 1GB }")
        let unsafe = try #require(Self.report(other))
        #expect(!unsafe.syncsAlways)
        #expect(NodeReport(varz: Array("{}".utf8), jsz: Array("{}".utf8)) == nil)
        // Only the system account may ask the nodes.
        let connection = try await Owner().connect([Self.node.value.url])
        await #expect(throws: RequestError.noResponders) { try await NodeReport.survey(connection) }
        await connection.close()
    }

    @Test func theSystemAccount_hearsOfAllNodes() async throws {
        let node = try await NATSNode(
            configuration: """
                jetstream { sync_interval: always }
                accounts { SYS { users: [{ user: admin, password: secret }] } }
                system_account: SYS
                """)
        let url = node.url.replacing("nats://", with: "nats://admin:secret@")
        let connection = try await Owner().connect([url])
        try await wait {
            let reports = try await NodeReport.survey(connection, seconds: 0.5)
            return reports.map(\.name) == ["node"] && reports.allSatisfy(\.syncsAlways)
        }
        await connection.close()
    }

    @Test(arguments: [
        ("2.15.1", true), ("2.15.2", true), ("2.16.0-RC.1", true), ("v3.0.0", true),
        ("2.15.0", false), ("2.9.10", false), ("", false), ("2.15", false), ("x.y.z", false),
    ])
    func versions_areCompared(version: String, isNewEnough: Bool) {
        #expect(NodeReport.isVersion(version, atLeast: "2.15.1") == isNewEnough)
    }
}
