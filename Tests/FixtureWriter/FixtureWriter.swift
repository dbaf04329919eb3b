import Foundation
import JSON

/// Writes the editing fixtures anew: `fixture-writer Tests/Fixtures/editing`.
///
/// The cases come from fixed seeds. Files of cases written by hand are unchanged.
@main
enum FixtureWriter {
    /// The file of the random cases, with the seed of the first and their number.
    static let random = (file: "random.json", seed: UInt64(1_000), count: 400)

    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: fixture-writer FOLDER")
            exit(2)
        }
        let folder = URL(fileURLWithPath: CommandLine.arguments[1])
        try text(of: RandomCases.make(seed: random.seed, count: random.count)).write(
            to: folder.appendingPathComponent(random.file), atomically: true, encoding: .utf8)
    }

    /// One case a line, so that a change shows where it is.
    static func text(of cases: [EditingCase]) throws -> String {
        let lines = try cases.map { try $0.written().canonicalText }
        return "[\n" + lines.joined(separator: ",\n") + "\n]\n"
    }
}
