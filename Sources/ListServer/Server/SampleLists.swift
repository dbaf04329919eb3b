import Foundation
import ListDocument
package import ListEditing
package import ListJournal
package import ListProtocol
import Logging
import TextBytes

/// The lists that a fresh store starts with: `*.json` files, each the body of a `create`.
struct SampleLists: Sendable {
    let folder: String

    /// - Throws: `SampleListError`, naming the file.
    func create(in registry: ListRegistry, limits: ProtocolLimits, log: Logger) async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            // Canonical equivalence: the operator has named the files.
            .filter { $0.ends(with: ".json") }.sorted()
        for name in names {
            let path = folder + "/" + name
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            do throws(ErrorMessage) {
                let list = try CreateList.read(bytes, limits: limits)
                switch await registry.create(list) {
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

extension NewList {
    /// The list that a `create` describes, as the journal takes it.
    ///
    /// - Throws: What the editing core has against it.
    package init(
        _ list: CreateList, limits: ProtocolLimits, epoch: String, at now: Int
    ) throws(Rejection) {
        let editable = try EditableList.create(
            title: list.title, rules: list.rules,
            sections: list.states(makeID: { RandomID.make() }),
            limits: limits.editLimits)
        self.init(
            list: list.list.text, epoch: epoch, title: list.title,
            rows: editable.rowCount, done: editable.doneCount, at: now,
            snapshot: ListSnapshot(state: editable.state(), at: now).encoded)
    }
}
