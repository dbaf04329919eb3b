import JSON
import NATS
import NATSNodes
import Testing

@testable import ListJournal

/// Streams are made where they are missing, and a cluster that is not safe is refused with what to do.
@Suite struct ClusterSetupTests {
    private static let node = Task { try await NATSNode() }
    private static let own = ClusterConfiguration(cluster: "c1", inFlight: 64, undo: 100)

    private static func report(_ node: NATSNode) throws -> NodeReport {
        try #require(
            NodeReport(
                varz: node.monitor("/varz") ?? [], jsz: node.monitor("/jsz?config=1") ?? []))
    }

    /// A setup for one node, with streams of its own.
    private static func setup(_ prefix: String) throws -> ClusterSetup {
        ClusterSetup(layout: try #require(StreamLayout(prefix: prefix)), replicas: 1)
    }

    private static func connect(
        _ configuration: NATSConfiguration
    ) async throws -> NATSConnection {
        try await NATSConnection.connect(
            configuration, execute: { work in Task { work() } }, events: { _ in })
    }

    /// What refuses a server; empty where nothing does.
    private static func problems(
        _ setup: ClusterSetup, own: ClusterConfiguration = own, reports: [NodeReport]? = nil,
        _ prepare: (JetStream) async throws -> Void = { _ in }
    ) async throws -> [String] {
        let connection = try await connect(.patient([node.value.url]))
        let jetStream = JetStream(connection)
        try await prepare(jetStream)
        var problems: [String] = []
        do throws(ClusterError) {
            let known = try? await [report(node.value)]
            _ = try await setup.prepare(jetStream, own: own, reports: reports ?? known ?? [])
        } catch .failed(let reason) {
            Issue.record("\(reason)")
        } catch .unsafe(let found), .unknown(let found) {
            problems = found
        }
        await connection.close()
        return problems
    }

    @Test func theFirstServer_makesWhatIsMissing_andOthersTakeIt() async throws {
        let setup = try Self.setup("made")
        let connection = try await Self.connect(.patient([Self.node.value.url]))
        let jetStream = JetStream(connection)
        let reports = [try await Self.report(Self.node.value)]
        let first = try await setup.prepare(jetStream, own: Self.own, reports: reports)
        #expect(first.configuration == Self.own && first.unchecked.isEmpty)
        for wanted in setup.layout.streams(replicas: 1, maximumBytes: nil) {
            let info = try #require(try await jetStream.stream(wanted.name))
            #expect(info.settings.differences(from: wanted).isEmpty)
        }
        var own = Self.own
        own.cluster = "c2"
        let second = try await setup.prepare(jetStream, own: own, reports: reports)
        #expect(second.configuration.cluster == "c1")
        await connection.close()
    }

    @Test func serversThatStartTogether_agree() async throws {
        let setup = try Self.setup("together")
        let connection = try await Self.connect(.patient([Self.node.value.url]))
        let jetStream = JetStream(connection)
        let reports = [try await Self.report(Self.node.value)]
        let agreed = try await withThrowingTaskGroup(of: String.self) { group in
            for server in 1...5 {
                group.addTask {
                    var own = Self.own
                    own.cluster = "c\(server)"
                    return try await setup.prepare(jetStream, own: own, reports: reports)
                        .configuration.cluster
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(agreed.count == 1)
        await connection.close()
    }

    @Test func otherLimitsAndFormats_areRefused() async throws {
        let setup = try Self.setup("limits")
        #expect(try await Self.problems(setup).isEmpty)
        var own = Self.own
        own.inFlight = 32
        own.undo = 50
        own.format = 2
        own.partitions = 16
        #expect(
            try await Self.problems(setup, own: own) == [
                "the cluster spreads lists over 8 streams, this version over 16: use the version "
                    + "that made the cluster",
                "the cluster's records have the format 1, this version's 2: use a version for that "
                    + "format",
                "limits.inFlight is 32 here and 64 in the cluster: set it to 64",
                "limits.undo is 50 here and 100 in the cluster: set it to 100",
            ])
    }

    @Test func aStreamThatForgets_isRefused() async throws {
        let setup = try Self.setup("forgets")
        let problems = try await Self.problems(setup) { jetStream in
            var settings = setup.layout.streams(replicas: 1, maximumBytes: nil)[2]
            settings["max_age"] = .whole(3_600_000_000_000)
            settings["discard"] = .string("old")
            settings["allow_rollup_hdrs"] = .bool(true)
            _ = try await jetStream.create(settings)
        }
        #expect(
            problems == [
                "the stream FORGETS_LOG_2 has other settings: discard is \"old\", and must be \"new\"",
                "the stream FORGETS_LOG_2 has other settings: max_age is 3600000000000, and must be 0",
                "the stream FORGETS_LOG_2 has other settings: allow_rollup_hdrs is true, and must be "
                    + "removed",
            ])
    }

    @Test func anotherConfiguration_isRefused() async throws {
        let setup = try Self.setup("foreign")
        let problems = try await Self.problems(setup) { jetStream in
            for settings in setup.layout.streams(replicas: 1, maximumBytes: nil) {
                _ = try await jetStream.create(settings)
            }
            _ = await jetStream.publish(
                Array("something".utf8), to: "foreign.config", expected: 0, id: nil)
        }
        #expect(
            problems == [
                "the stream FOREIGN_CONFIG is not one of Lockstep, or of a newer version: choose "
                    + "another nats.prefix, or use that version"
            ])
    }

    @Test func unsafeNodes_areRefused() async throws {
        let setup = try Self.setup("nodes")
        let bad = NodeReport(
            name: "n1", version: "2.12.1", syncsAlways: false, maximumPayload: 65_536)
        #expect(
            try await Self.problems(setup, reports: [bad]) == [
                "the node n1 is nats-server 2.12.1: install 2.15.1 or newer",
                "the node n1 acknowledges records before they are on its disk: set 'sync_interval: "
                    + "always' in its jetstream settings",
                "the node n1 takes messages of 65536 bytes: set 'max_payload: 1MB' in its settings",
            ])
        #expect(
            try await Self.problems(setup, reports: []).first?
                .hasPrefix("no node of NATS told its settings: ") == true)
        let other = NodeReport(
            name: "n2", version: "2.15.1", syncsAlways: true, maximumPayload: 1 << 20)
        #expect(
            try await Self.problems(setup, reports: [other]) == [
                "the node node keeps records and did not tell its settings: add the "
                    + "address of its monitoring port to nats.monitor"
            ])
        var two = setup
        two.replicas = 2
        #expect(
            try await Self.problems(two) == [
                "nats.replicas is 2: set it to 3, to 5, or to 1 for one node"
            ])
    }

    @Test func threeNodes_keepThreeCopies() async throws {
        let cluster = try await NATSCluster()
        // As a server does: it leaves a node that is halted.
        let connection = try await Self.connect(NATSConfiguration(urls: cluster.urls))
        let jetStream = JetStream(connection)
        let layout = try #require(StreamLayout())
        let setup = ClusterSetup(layout: layout)
        let reports = try cluster.nodes.map(Self.report)
        try await NATSNode.waiting("the streams that were made have leaders") {
            try await setup.prepare(jetStream, own: Self.own, reports: reports).unchecked.isEmpty
        }
        for wanted in layout.streams(replicas: 3, maximumBytes: nil) {
            try await NATSNode.waiting("\(wanted.name) has three copies") {
                try await jetStream.stream(wanted.name)?.nodes.count == 3
            }
        }
        await #expect {
            try await setup.prepare(jetStream, own: Self.own, reports: Array(reports.dropLast()))
        } throws: {
            "\($0)".hasPrefix("the node node-3 keeps records and did not tell its settings: ")
        }
        try cluster.node("node-3")?.halt()
        try await NATSNode.waiting("the leaders hear nothing of node-3") {
            try await setup.prepare(
                jetStream, own: Self.own, reports: Array(reports.dropLast())
            ).unchecked == ["node-3"]
        }
        cluster.node("node-3")?.resume()
        try await NATSNode.waiting("node-3 is back") {
            try await setup.prepare(jetStream, own: Self.own, reports: reports).unchecked.isEmpty
        }
        var single = setup
        single.replicas = 1
        try await NATSNode.waiting("it is refused, once no election is under way") {
            do {
                _ = try await single.prepare(jetStream, own: Self.own, reports: reports)
                return false
            } catch {
                return "\(error)".hasPrefix(
                    "the stream LS_LOG_0 has 3 copies and nats.replicas is 1: change one of them; ")
            }
        }
        await connection.close()
    }
}
