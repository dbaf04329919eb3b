import Foundation
import Testing

@testable import ListJournal

/// Only the owner of the store can hold its lock.
@Suite struct StoreLockTests {
    private func mode(_ path: String) throws -> Int {
        let facts = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(facts[.posixPermissions] as? Int)
    }

    @Test func lockFile_isForItsOwnerAlone() throws {
        let store = try TemporaryStore()
        let lock = try StoreLock(store: store.path)
        #expect(try mode(store.path + ".lock") == 0o600)
        lock.release()
    }

    @Test(arguments: [0o644, 0o666, 0o660])
    func lockFileOfAnEarlierVersion_isTakenFromTheOthers(earlier: Int) throws {
        let store = try TemporaryStore()
        let path = store.path + ".lock"
        _ = FileManager.default.createFile(
            atPath: path, contents: nil, attributes: [.posixPermissions: earlier])
        let lock = try StoreLock(store: store.path)
        #expect(try mode(path) == 0o600)
        lock.release()
    }

    @Test func linkInPlaceOfTheLockFile_isNotFollowed() throws {
        let store = try TemporaryStore()
        let target = store.folder.appendingPathComponent("precious").path
        _ = FileManager.default.createFile(
            atPath: target, contents: Data("mine".utf8), attributes: [.posixPermissions: 0o644])
        try FileManager.default.createSymbolicLink(
            atPath: store.path + ".lock", withDestinationPath: target)
        #expect {
            _ = try StoreLock(store: store.path)
        } throws: { error in
            "\(error)".contains("symbolic link")
        }
        #expect(try mode(target) == 0o644)
    }

    @Test func somethingElseInPlaceOfTheLockFile_isRefusedAndNotWaitedFor() throws {
        let store = try TemporaryStore()
        #expect(unsafe mkfifo(store.path + ".lock", 0o600) == 0)
        #expect {
            _ = try StoreLock(store: store.path)
        } throws: { error in
            "\(error)".contains("not a regular file")
        }
    }
}
