import Foundation
import ListProtocol
import Logging

/// The lists that a fresh store starts with: `*.json` files, each the body of a `create`.
struct SampleLists: Sendable {
    let folder: String

    /// - Throws: `SampleListError`, naming the file.
    func create(in directory: Directory, limits: Limits, log: Logger) async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".json") }.sorted()
        for name in names {
            let path = folder + "/" + name
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            do throws(ErrorMessage) {
                let list = try CreateList.read(bytes, limits: limits)
                if case .failure(let refusal) = await directory.create(list) {
                    throw refusal.message(list: list.list)
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
