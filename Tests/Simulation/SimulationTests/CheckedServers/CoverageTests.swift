import Foundation
import ListEditing
import Testing

@testable import ListHTTP
@testable import ListServer
@testable import ListSessions
@testable import ServerTesting

/// What the server knows to do is done in the simulation: whoever adds a message, a route, a record or a timer is
/// told where its clients have to use it.
@Suite struct CoverageTests {
    /// Messages of clients that change no list, and that one server answers by itself.
    private static let leftOut: Set = ["admin", "close", "lists", "token"]

    /// Routes that change no list and tell of none, or of which the sessions are those of WebSockets.
    private static let routesLeftOut: Set = [
        "GET /api/asyncapi.json", "GET /api/backup", "GET /api/lists/{list}/events",
        "GET /api/openapi.json", "GET /api/schemas.json", "GET /metrics",
    ]

    /// Timers of what the clients of the simulation have no part in: tokens, refusals, administration, uploads in parts.
    private static let timersLeftOut: Set = [
        "ListServer/AdminService.swift", "ListServer/RefusalLog.swift",
        "ListSessions/Session+Renewal.swift", "ListHTTP/Uploads.swift",
    ]

    /// A run that keeps all of its records.
    private static func run(_ seed: Int) throws -> CheckedServers {
        let script = SimulationScript(seed: seed, clients: 8, seconds: 30)
        #expect(script.keptSets > 1_000)
        var servers = try CheckedServers(script, isNotified: false, isCovered: true)
        let problems = try servers.run()
        try #require(problems == [], "seed \(seed)")
        return servers
    }

    @Test func whatTheServerKnows_isDoneInTheSimulation() throws {
        // One on streams, and one on a disk.
        var runs = try [8, 12].map { try Self.run($0) }
        let documented = try DocumentedMessages()
        #expect(documented.types.count > 10 && documented.operations.count >= 10)
        #expect(documented.routes.count > 10)
        for servers in runs {
            let missing = documented.types.union(documented.operations).subtracting(servers.sent)
            #expect(missing == Self.leftOut, "clients of HistoryLoad have to send it, too")
            let routes = documented.routes.subtracting(servers.routes)
            #expect(routes == Self.routesLeftOut, "SimulatedCaller has to ask for it, too")
        }
        let forwardings = runs[0].forwardings
        #expect(forwardings.contains { $0.edits > 0 })
        #expect(forwardings.contains { $0.declined > 0 || $0.unanswered > 0 })
        let timers = try Self.files { $0.contains("schedule(after") }
        #expect(timers.count > 8)
        let set = runs.reduce(into: Set()) { $0.formUnion($1.timers) }
        #expect(timers.subtracting(set) == Self.timersLeftOut, "a run has to set it, too")
        let members = try Self.recordMembers()
        #expect(members.count > 10)
        func missing() -> Set<String> {
            runs.reduce(into: members) { $0.subtract($1.recordMembers) }
        }
        // Some are in few runs.
        for seed in stride(from: 14, to: 40, by: 2) where !missing().isEmpty {
            runs.append(try Self.run(seed))
        }
        #expect(missing() == [], "a run has to store it, too")
    }

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    /// The files of the server whose text is wanted, as `#fileID` names them.
    private static func files(_ isWanted: (String) -> Bool) throws -> Set<String> {
        var found: Set<String> = []
        for target in ["ListHosting", "ListSessions", "ListHTTP", "ListWebhooks", "ListServer"] {
            let folder = sources.appending(path: "Server/\(target)")
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            for path in paths.filter({ $0.hasSuffix(".swift") })
            where isWanted(try String(contentsOf: folder.appending(path: path), encoding: .utf8)) {
                found.insert("\(target)/\((path as NSString).lastPathComponent)")
            }
        }
        return found
    }

    /// The members that a record can have, by what writes them.
    private static func recordMembers() throws -> Set<String> {
        let file = sources.appending(path: "Editing/ListDocument/Records/ListRecord.swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        return Set(text.matches(of: /writer\.(?:name|member)\("(\w+)"/).map { String($0.1) })
    }
}
