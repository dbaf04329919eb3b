import Testing

@testable import ListJournal

/// How far hooks were told: each engine keeps it, whether or not the lists are there.
@Suite struct HookCursorTests {
    private func cursor(
        _ list: String, _ revision: Int, place: Int64 = 0, gone: [String] = []
    ) -> HookCursor {
        var cursor = HookCursor(
            list: list, epoch: "e1",
            position: JournalPosition(revision: revision, token: Int64(revision) + 1))
        (cursor.place, cursor.gone) = (place, gone)
        return cursor
    }

    /// The cursors by their lists, without their places.
    private func stored(_ hook: String, _ journal: any Journal) async throws -> [HookCursor]? {
        try await journal.cursors(ofHook: hook)?.map { cursor in
            var cursor = cursor
            cursor.place = 0
            return cursor
        }.sorted { $0.list < $1.list }
    }

    @Test(arguments: JournalEngine.allCases)
    func cursors_areThereAfterReopening(engine: JournalEngine) async throws {
        let store = try await engine.makeStore()
        let journal = try await store.open()
        #expect(try await journal.cursors(ofHook: "crm") == nil, "a new hook")
        try await journal.beginHook("empty", at: [])
        #expect(try await journal.cursors(ofHook: "empty") == [])
        try await journal.beginHook("crm", at: [cursor("a.b~c", 3), cursor("d", 4)])
        let notified = HookCursor(list: "new", epoch: "e9", position: nil)
        let saved = try await journal.saveCursors(
            [cursor("gone", 7, gone: ["x", "y"]), notified], ofHook: "crm")
        #expect(saved.map(\.cursor.list) == ["gone", "new"])
        #expect(saved.allSatisfy { $0.isOwn && $0.cursor.place > 0 })
        await store.close(journal)

        let again = try await store.open()
        #expect(
            try await stored("crm", again) == [
                cursor("a.b~c", 3), cursor("d", 4), cursor("gone", 7, gone: ["x", "y"]), notified,
            ])
        #expect(try await stored("empty", again) == [])
        try await again.forgetHook("crm")
        #expect(try await again.cursors(ofHook: "crm") == nil)
        #expect(try await stored("empty", again) == [])
        await store.close(again)
    }

    @Test(arguments: JournalEngine.allCases)
    func aCursorThatSaysNothing_isRemoved(engine: JournalEngine) async throws {
        let store = try await engine.makeStore()
        let journal = try await store.open()
        try await journal.beginHook("h", at: [cursor("a", 1), cursor("b", 1)])
        var cursors = try #require(try await journal.cursors(ofHook: "h"))
        for index in cursors.indices where cursors[index].list == "a" {
            (cursors[index].epoch, cursors[index].position) = (nil, nil)
        }
        let saved = try await journal.saveCursors(cursors, ofHook: "h")
        #expect(try await stored("h", journal) == [cursor("b", 1)])
        let empty = try #require(saved.first { $0.cursor.list == "a" })
        #expect(empty.isOwn && empty.cursor.place == 0)
        var anew = cursor("a", 5)
        anew.place = empty.cursor.place
        #expect(try await journal.saveCursors([anew], ofHook: "h").first?.isOwn == true)
        #expect(try await stored("h", journal) == [cursor("a", 5), cursor("b", 1)])
        await store.close(journal)
    }

    @Test func ofTwoServers_theFirstSaves() async throws {
        let store = try await JournalEngine.jetStream.makeStore()
        let (one, other) = (try await store.open(), try await store.open())
        try await one.beginHook("h", at: [cursor("a", 1)])
        let known = try #require(try await other.cursors(ofHook: "h")?.first)
        let first = try await one.saveCursors([cursor("a", 2, place: known.place)], ofHook: "h")
        #expect(first.first?.isOwn == true)
        let second = try await other.saveCursors([cursor("a", 9, place: known.place)], ofHook: "h")
        let stored = try #require(first.first).cursor
        #expect(second == [SavedCursor(stored, isOwn: false)])
        #expect(try await other.cursor(ofHook: "h", in: "a") == stored)
        #expect(try await other.cursor(ofHook: "h", in: "b") == nil)
        var place = stored.place
        for revision in 3...60 {
            let saved = try await other.saveCursors(
                [cursor("a", revision, place: place)], ofHook: "h")
            place = try #require(saved.first).cursor.place
        }
        #expect(try await self.stored("h", one) == [cursor("a", 60)])
        await store.close(one)
        await store.close(other)
    }

    @Test func othersBytes_areNoCursor() {
        #expect(HookCursor(list: "a", decoding: [], place: 1) == nil)
        #expect(HookCursor(list: "a", decoding: Array(#"{"v":2}"#.utf8), place: 1) == nil)
        let whole = cursor("a", 3, place: 8, gone: ["x"])
        #expect(HookCursor(list: "a", decoding: whole.encoded, place: 8) == whole)
    }
}
