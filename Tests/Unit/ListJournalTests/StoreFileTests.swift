import Foundation
import Testing

@testable import ListJournal

/// A store has one real name, and its log lies beside that.
@Suite struct StoreFileTests {
    /// A store in use, whose newest record is in its log only.
    private func inUse(_ path: String) async throws -> SQLiteJournal {
        let journal = try SQLiteJournal(path: path)
        _ = try await journal.create(newList("a"))
        _ = await journal.append(record(1), to: "a", expected: start)
        return journal
    }

    private func link(_ target: String, in store: TemporaryStore) throws -> String {
        let folder = store.folder.appendingPathComponent("elsewhere")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let link = folder.appendingPathComponent("link.sqlite").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        return link
    }

    private func revision(_ path: String) async throws -> Int? {
        let reader = try StoreReader(path: path)
        let head = try await reader.head(list: "a")
        try reader.close()
        return head?.position.revision
    }

    private func bytes(_ path: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path))
    }

    @Test func symbolicLink_isTheStoreThatItLeadsTo() async throws {
        let store = try TemporaryStore()
        let journal = try await inUse(store.path)
        let link = try link("../lists.sqlite", in: store)
        #expect(try StoreFile(link).path == store.path)
        #expect(try await revision(link) == 1)
        #expect(throws: JournalError.locked(path: store.path)) { try SQLiteJournal(path: link) }
        #expect(throws: JournalError.locked(path: store.path)) { try StoppedStore(path: link) }
        await journal.close()
        let linked = try SQLiteJournal(path: link)
        #expect(try await linked.backup {} != nil)
        await linked.close()
        let beside = store.folder.appendingPathComponent("elsewhere").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: beside) == ["link.sqlite"])
    }

    @Test func linkToNothing_isWhereTheStoreIsMade() async throws {
        let store = try TemporaryStore()
        let link = try link(store.path, in: store)
        try await inUse(link).close()
        #expect(try await revision(store.path) == 1)
        let loop = store.folder.appendingPathComponent("loop").path
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: "loop")
        #expect { try StoreReader(path: loop) } throws: { "\($0)".contains("leads to itself") }
    }

    @Test func storeUnderASecondName_isLockedAndNotRead() async throws {
        let store = try TemporaryStore()
        let journal = try await inUse(store.path)
        let second = store.folder.appendingPathComponent("second.sqlite").path
        try FileManager.default.linkItem(atPath: store.path, toPath: second)
        #expect(throws: JournalError.locked(path: second)) { try SQLiteJournal(path: second) }
        #expect(throws: JournalError.locked(path: second)) { try StoppedStore(path: second) }
        for path in [store.path, second] {
            #expect { try StoreReader(path: path) } throws: { "\($0)".contains("hard links") }
        }
        await journal.close()
        #expect { try SQLiteJournal(path: store.path) } throws: { "\($0)".contains("hard links") }
        try FileManager.default.removeItem(atPath: second)
        #expect(try await revision(store.path) == 1)
    }

    @Test func backupUnderTwoNames_isRead() async throws {
        let store = try TemporaryStore()
        let journal = try await inUse(store.path)
        let backup = store.folder.appendingPathComponent("backup.sqlite").path
        let reader = try StoreReader(path: store.path)
        try reader.backup(to: backup)
        try reader.close()
        await journal.close()
        try FileManager.default.linkItem(atPath: backup, toPath: backup + ".kept")
        #expect(try await revision(backup + ".kept") == 1)
    }

    /// A store, a backup of an earlier state of it, and the log of a server that was killed.
    private func killed(_ store: TemporaryStore) async throws -> (backup: String, log: Data) {
        let journal = try await inUse(store.path)
        let backup = store.folder.appendingPathComponent("backup.sqlite").path
        let reader = try StoreReader(path: store.path)
        try reader.backup(to: backup)
        try reader.close()
        let first = JournalPosition(revision: 1, token: 1)
        _ = await journal.append(record(2), to: "a", expected: first)
        let log = try bytes(store.path + "-wal")
        await journal.close()
        return (backup, log)
    }

    @Test func backupBesideAnothersLog_isRefused_andBothStayAsTheyAre() async throws {
        let store = try TemporaryStore()
        let (backup, log) = try await killed(store)
        let path = store.path
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: backup, toPath: path)
        try log.write(to: URL(fileURLWithPath: path + "-wal"))
        for open in [
            { _ = try SQLiteJournal(path: path) }, { _ = try StoreReader(path: path) },
            { _ = try StoppedStore(path: path) },
        ] as [() throws -> Void] {
            #expect(throws: JournalError.self) { try open() }
            #expect { try open() } throws: { "\($0)".contains("lockstep restore") }
            #expect(try bytes(path) == bytes(backup) && bytes(path + "-wal") == log)
        }
        // What is restored over it keeps both.
        let reader = try StoreReader(path: backup)
        let kept = try StoreRestore(of: reader, to: path).run(at: Date()) { _ in }
        let old = try #require(kept)
        #expect(try bytes(old) == bytes(backup) && bytes(old + "-wal") == log)
        #expect(try await revision(path) == 1)
    }

    @Test func restoredBackup_takesThePlaceOfTheStore_whichIsKeptWhole() async throws {
        let store = try TemporaryStore()
        let (backup, log) = try await killed(store)
        let path = store.path
        // The log of a server that was killed is folded into what is kept.
        try log.write(to: URL(fileURLWithPath: path + "-wal"))
        let reader = try StoreReader(path: backup)
        let time = Date(timeIntervalSince1970: 1_795_000_000)
        let kept = try StoreRestore(of: reader, to: path).run(at: time) { _ in }
        let old = try #require(kept)
        #expect(old.hasPrefix(path + ".before-2026") && old.hasSuffix("Z"))
        #expect(try await revision(old) == 2)
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        let journal = try SQLiteJournal(path: path)
        #expect(journal.wasRestored)
        #expect(try await journal.head(list: "a")?.position.revision == 1)
        #expect(throws: JournalError.locked(path: path)) { try StoreRestore(of: reader, to: path) }
        await journal.close()
        #expect(throws: JournalError.self) { try StoreRestore(of: reader, to: backup) }
    }

    @Test func backup_isRestoredWhereThereWasNoStore() async throws {
        let store = try TemporaryStore()
        let (backup, _) = try await killed(store)
        let fresh = store.folder.appendingPathComponent("new/lists.sqlite").path
        let reader = try StoreReader(path: backup)
        #expect(try StoreRestore(of: reader, to: fresh).run(at: Date()) { _ in } == nil)
        #expect(try await revision(fresh) == 1)
        let names = try FileManager.default.contentsOfDirectory(
            atPath: store.folder.appendingPathComponent("new").path)
        #expect(names.sorted() == ["lists.sqlite", "lists.sqlite.lock"])
    }

    @Test func restoringThatFails_leavesTheStoreAsItWas() async throws {
        let store = try TemporaryStore()
        let (backup, _) = try await killed(store)
        let before = try bytes(store.path)
        let reader = try StoreReader(path: backup)
        let time = Date(timeIntervalSince1970: 1_795_000_000)
        let taken = try #require(
            try StoreRestore(of: reader, to: store.path).run(at: time) { _ in })
        #expect(try bytes(taken) == before)
        let restored = try bytes(store.path)
        #expect(throws: JournalError.self) {
            try StoreRestore(of: reader, to: store.path).run(at: time) { _ in }
        }
        #expect(try bytes(store.path) == restored && bytes(taken) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
        #expect(!names.contains { $0.contains(".restoring-") })
    }
}
