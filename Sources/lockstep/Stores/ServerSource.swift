import Foundation
import JSON
import ListEditing
import ListProtocol
import WebSocketTransport

/// A server that runs, read over HTTP.
struct ServerSource: ListSource {
    let client: ServerClient

    func lists() async throws -> [ListID] { try await client.lists() }

    func state(of list: ListID) async throws -> ListState? {
        let response = try await client.ask("GET", "/api/lists/\(list.text)", for: 200, 404)
        guard response.status == 200 else { return nil }
        let value = try JSONReader.read(response.body, maximumDepth: JSONReader.ownDepth)
        do throws(DecodingProblem) {
            return try ListState(json: value)
        } catch {
            throw CommandError("the server's snapshot cannot be read: \(error.message)")
        }
    }

    func backup(to path: String, progress: @escaping @Sendable (Int, Int) -> Void) async throws {
        let download = try await client.download("/api/backup")
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw CommandError("\(path) cannot be written") }
        defer { try? file.close() }
        let total = download.response.header("content-length").flatMap { Int($0) } ?? 0
        var done = 0
        while let piece = try await download.nextPiece() {
            try file.write(contentsOf: Data(piece))
            done += piece.count
            progress(done / 1024, max(1, total / 1024))
        }
        guard done == total else {
            throw CommandError("the server sent \(done) bytes of \(total)")
        }
    }

    func close() async throws { await client.close() }
}
