import Foundation

@testable import ListJournal

/// A path for a store in a folder of its own, which is removed after the test.
final class TemporaryStore: Sendable {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    var path: String { folder.appendingPathComponent("lists.sqlite").path }

    deinit { try? FileManager.default.removeItem(at: folder) }
}

/// A list at revision 0 with the epoch `e1`.
func newList(_ id: String, epoch: String = "e1") -> NewList {
    NewList(list: id, epoch: epoch, title: "T", rows: 1, done: 1, at: 5, snapshot: [1, 2])
}

/// A record that takes a list to `revision`.
func record(_ revision: Int, _ body: [UInt8] = [7]) -> JournalRecord {
    JournalRecord(
        epoch: "e1", revision: revision, at: 10 + revision, title: "T\(revision)", rows: 3,
        done: 2, body: body)
}

/// The position of a new list.
let start = JournalPosition(revision: 0, token: 0)
