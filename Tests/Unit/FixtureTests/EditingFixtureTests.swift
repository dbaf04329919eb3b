import Foundation
import JSON
import Testing

@testable import fixture_writer

/// Runs the cases of the editing fixtures, which the web client's model runs, too.
@Suite struct EditingFixtureTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Support/Fixtures/editing")

    private static func cases(in file: String) throws -> [JSONValue] {
        let url = folder.appendingPathComponent(file)
        let json = try JSONReader.read([UInt8](try Data(contentsOf: url)))
        return try #require(json.array)
    }

    /// Cases that say which order the rows come out in, and what was clamped; or the reject.
    @Test func casesWrittenByHand_comeOutAsWritten() throws {
        for value in try Self.cases(in: "by-hand.json") {
            let found = try #require(EditingCase(json: value))
            let outcome = try found.outcome()
            #expect(outcome["reject"] == value["reject"], "\(found.name)")
            guard value["reject"] == nil else { continue }
            let order = outcome["after"]?["sections"]?.array?.map { section in
                (section["rows"]?.array ?? []).compactMap { $0["id"]?.string }
            }
            let expected = value["order"]?.array?.map { ($0.array ?? []).compactMap(\.string) }
            #expect(order == expected, "\(found.name)")
            let clamped = outcome["set"]?["clamped"] ?? .array([])
            #expect(clamped.canonicalText == value["clamped"]?.canonicalText, "\(found.name)")
        }
    }

    @Test func randomCases_comeOutAsWritten() throws {
        let values = try Self.cases(in: FixtureWriter.random.file)
        #expect(values.count >= 300)
        for value in values {
            let found = try #require(EditingCase(json: value))
            let expected = try #require(value["expect"])
            #expect(try found.outcome().canonicalText == expected.canonicalText, "\(found.name)")
        }
    }

    @Test func randomCases_areThoseOfTheirSeeds() throws {
        let url = Self.folder.appendingPathComponent(FixtureWriter.random.file)
        let made = RandomCases.make(
            seed: FixtureWriter.random.seed, count: FixtureWriter.random.count)
        let text = FixtureWriter.text(of: try made.map { try $0.written() })
        #expect(try text == String(contentsOf: url, encoding: .utf8))
    }

    @Test func sparseCases_areThoseOfTheirSeeds() throws {
        let url = Self.folder.appendingPathComponent(FixtureWriter.sparse.file)
        let made = try SparseCases.make(
            seed: FixtureWriter.sparse.seed, count: FixtureWriter.sparse.count)
        #expect(try FixtureWriter.text(of: made) == String(contentsOf: url, encoding: .utf8))
    }
}
