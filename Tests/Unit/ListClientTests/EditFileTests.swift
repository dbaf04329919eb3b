import Foundation
import ListEditing
import ListProtocol
import Testing

@testable import ListClient

/// The file of unanswered edits: what it holds after any end of the process that wrote it.
struct EditFileTests {
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent(
        "edits-\(UUID().uuidString)"
    ).path
    private let list = ListID("l")

    private func entry(_ id: Int, _ title: String = "t") -> PendingEdit {
        let action = Action.insertRow(
            row: RowID("r\(id)"), fields: Fields([Field(name: "title", value: .string(title))]),
            rules: RowRules(), to: .unspecified)
        return PendingEdit(id: id, content: .edit([action]), base: 3, epoch: "e", at: 0)
    }

    private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test func whatWasNotAnswered_isThereAgain_withItsIDAndContent() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        var key = ""
        do {
            let file = try EditFile(path)
            key = file.key
            for id in 1...4 { try file.add(entry(id), of: list, at: 1_000 + id) }
            let undo = PendingEdit(id: 5, content: .undo(), base: 0, epoch: "e", at: 0)
            let restore = PendingEdit(id: 6, content: .restore(2), base: 0, epoch: "e", at: 0)
            try file.add(undo, of: list, at: 1_005)
            try file.add(restore, of: list, at: 1_006)
            file.remove(2, of: list)
            file.remove(4, of: list)
            file.remove(99, of: list)
        }
        let again = try EditFile(path)
        #expect(again.key == key)
        let kept = again.edits(of: list)
        #expect(kept.edits.keys.sorted() == [1, 3, 5, 6] && kept.highest == 6)
        let pending = PendingEdits(kept, now: 100, wall: 2_001)
        #expect(pending.lastID == 6)
        #expect(
            pending.entries.map(\.content) == [entry(1), entry(3)].map(\.content) + [
                .undo(), .restore(2),
            ])
        #expect(
            pending.entries[0]
                == PendingEdit(id: 1, content: entry(1).content, base: 3, epoch: "e", at: 99))
        #expect(again.edits(of: ListID("other")).highest == 0)
    }

    @Test func lineThatWasNotWrittenToItsEnd_isAsIfItWereNotThere() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try EditFile(path).add(entry(1), of: list, at: 1)
        let whole = try text()
        for count in [1, 9, 40] {
            try (whole + whole.split(separator: "\n")[1].prefix(count))
                .write(toFile: path, atomically: false, encoding: .utf8)
            #expect(try EditFile(path).edits(of: list).edits.count == 1)
        }
        try String(whole.prefix(7)).write(toFile: path, atomically: false, encoding: .utf8)
        #expect(try EditFile(path).edits(of: list).edits.isEmpty)
    }

    @Test(arguments: [
        "something\n", "{\"v\":2,\"key\":\"k\"}\n", "{\"v\":1,\"key\":\"k\"}\n{\"at\":1}\n",
    ])
    func whatIsNoSuchFile_isLeftAsItIs(content: String) throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try content.write(toFile: path, atomically: false, encoding: .utf8)
        #expect(throws: ListClientError.self) { try EditFile(path) }
        #expect(try text() == content)
    }

    @Test func oneClientAtATime_usesIt() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let first = try EditFile(path)
        #expect(throws: ListClientError.badFile("\(path) is in use by another process")) {
            try EditFile(path)
        }
        withExtendedLifetime(first) {}
    }

    @Test func longFile_isWrittenAnew_withoutWhatIsOver() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try EditFile(path)
        let long = String(repeating: "x", count: 8_000)
        for id in 1...400 {
            try file.add(entry(id, long), of: list, at: id)
            if id > 3 { file.remove(id, of: list) }
        }
        #expect(try text().utf8.count < 2_000_000)
        #expect(file.edits(of: list).edits.keys.sorted() == [1, 2, 3])
        #expect(throws: ListClientError.self) { try EditFile(path) }
    }
}
