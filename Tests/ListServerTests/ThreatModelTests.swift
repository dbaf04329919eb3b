import Foundation
import Testing

/// The threat model names a test for each thing that is stopped; this holds that they are there.
@Suite struct ThreatModelTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The last cell of each row of the tables: which test shows it.
    private static func proofs() throws -> [String] {
        let page = root.appendingPathComponent(
            "Sources/ListServer/ListServer.docc/Threat-model.md")
        return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").compactMap {
            line in
            let cells = line.split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard line.hasPrefix("|"), cells.count == 3, cells[2] != "test", cells[2] != "---"
            else { return nil }
            return cells[2]
        }
    }

    /// Every file of the tests by its name, with what is in it.
    private static func tests() throws -> [String: String] {
        var tests: [String: String] = [:]
        let folder = root.appendingPathComponent("Tests")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        for case let file as URL in try #require(files)
        where ["py", "swift"].contains(file.pathExtension) {
            tests[file.lastPathComponent] = try String(contentsOf: file, encoding: .utf8)
        }
        return tests
    }

    @Test func everyRow_namesTestsThatAreThere() throws {
        let proofs = try Self.proofs()
        let tests = try Self.tests()
        #expect(proofs.count > 40)
        for proof in proofs {
            var file: String?
            var named = 0
            for (number, word) in proof.split(separator: "`", omittingEmptySubsequences: false)
                .enumerated() where number % 2 == 1
            {
                if word.hasSuffix(".py") || word.hasSuffix(".swift") {
                    file = tests[String(word)]
                    #expect(file != nil, "there is no \(word)")
                } else {
                    let mark = word.hasPrefix("test_") ? "def \(word)(" : "func \(word)("
                    #expect(file?.contains(mark) == true, "no \(word) in the file named before it")
                    named += 1
                }
            }
            #expect(named > 0, "no test is named in: \(proof)")
        }
    }
}
