import Foundation
import Testing

@testable import WebFiles

@Suite struct KeptFilesTests {
    /// Writes a file, hands it over with its content, and removes it.
    private func withFile(
        bytes: Int, _ body: (SiteFile, SiteContent) throws -> Void
    ) throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("kept-\(UUID().uuidString).png")
        try Data(count: bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let file = try #require(SiteFile(path: url.path))
        let content = SiteContent(
            try #require(file.read()), type: MediaType(ofFile: url.path), version: file.version)
        try body(file, content)
    }

    @Test func whatDoesNotFit_isNotKept_andDropsNothing() throws {
        var kept = KeptFiles(maxBytes: 1000)
        try withFile(bytes: 600) { first, firstContent in
            kept.keep(firstContent, of: first)
            try withFile(bytes: 600) { second, secondContent in
                #expect(!kept.hasRoom(for: second))
                kept.keep(secondContent, of: second)
                #expect(kept.content(of: second) == nil)
            }
            #expect(kept.content(of: first) != nil && kept.byteCount == 600)
        }
    }

    @Test func anotherVersion_takesThePlaceOfTheOneBefore() throws {
        var kept = KeptFiles(maxBytes: 1000)
        try withFile(bytes: 100) { file, content in
            kept.keep(content, of: file)
            try Data(count: 300).write(to: URL(fileURLWithPath: file.path))
            let changed = try #require(SiteFile(path: file.path))
            #expect(kept.content(of: changed) == nil && kept.hasRoom(for: changed))
            kept.keep(
                SiteContent(
                    [UInt8](repeating: 0, count: 300), type: MediaType(ofFile: file.path),
                    version: changed.version), of: changed)
            #expect(kept.content(of: file) == nil && kept.content(of: changed) != nil)
            #expect(kept.byteCount == 300)
        }
    }

    @Test func compression_needsRoomForAllEncodings() throws {
        let kept = KeptFiles(maxBytes: 1000)
        try withFile(bytes: 333) { file, _ in #expect(kept.hasRoom(for: file)) }
        try withFile(bytes: 334) { file, _ in #expect(!kept.hasRoom(for: file)) }
    }
}
