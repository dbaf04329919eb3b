import Foundation
import ListEditing
import ListJournal
import ListServer
import Logging

/// A server in this process, with a store that outlives it.
final class LiveServer: Sendable {
    let server: Server
    private let folder: URL?

    /// A server on a free port, or on `port`, and on the store of `folder` or a new one.
    init(port: Int = 0, folder: URL) async throws {
        var options = ServerOptions()
        options.port = port
        options.web = nil
        let journal = try SQLiteJournal(path: folder.appending(path: "lists.sqlite").path())
        var log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        log.logLevel = .critical
        server = try await Server(options, journal: journal, samples: nil, log: log)
        self.folder = folder
    }

    var url: String { "http://127.0.0.1:\(server.port)" }

    /// Runs `body` with a server, and stops it afterwards.
    static func run(_ body: (LiveServer) async throws -> Void) async throws {
        try await withFolder { folder in
            let live = try await LiveServer(folder: folder)
            let result: Result<Void, any Error>
            do { result = .success(try await body(live)) } catch { result = .failure(error) }
            await live.server.stop()
            try result.get()
        }
    }

    /// A folder that is gone afterwards.
    static func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "list-client-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }
}

extension SectionState {
    /// A section that rows can be added to.
    static let empty = SectionState(id: SectionID("s1"), title: "Produce", rows: [])
}
