import Foundation
import ListDocument
import ListEditing
import ListHosting
import ListJournal
import ListProtocol
import Logging
import TextBytes
import WebSocketTransport

/// The lists that a fresh store starts with: `*.json` files, each the body of a `create`.
struct SampleLists: Sendable {
    let folder: String

    /// - Throws: `SampleListError`, naming the file.
    func create(in registry: LoopBound<ListRegistry>, limits: ProtocolLimits, log: Logger)
        async throws
    {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            // Canonical equivalence: the operator has named the files.
            .filter { $0.ends(with: ".json") }.sorted()
        for name in names {
            let path = folder + "/" + name
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            do throws(ErrorMessage) {
                let list = try CreateList.read(bytes, limits: limits)
                switch await registry.run({ _, registry in await registry.create(list) }) {
                case .success: break
                // Another server on the same store made it just now.
                case .failure(.exists): continue
                case .failure(let refusal): throw refusal.message(list: list.list)
                }
                log.info(
                    "list created", metadata: ["list": "\(list.list.text)", "from": "\(path)"])
            } catch {
                throw SampleListError(path: path, reason: error.message)
            }
        }
    }
}

/// A file that describes no list.
struct SampleListError: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "\(path) describes no list: \(reason)" }
}
