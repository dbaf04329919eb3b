import Foundation
import JSON

/// Writes the editing fixtures anew: `fixture-writer Tests/Support/Fixtures/editing`.
///
/// The cases come from fixed seeds. Files of cases written by hand are unchanged.
@main
enum FixtureWriter {
    /// The file of the random cases, with the seed of the first and their number.
    static let random = (file: "random.json", seed: UInt64(1_000), count: 400)
    /// The file of the cases of sparse lists, likewise.
    static let sparse = (file: "sparse.json", seed: UInt64(5_000), count: 48)

    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: fixture-writer FOLDER")
            exit(2)
        }
        let folder = URL(fileURLWithPath: CommandLine.arguments[1])
        try write(
            RandomCases.make(seed: random.seed, count: random.count).map { try $0.written() },
            to: folder.appendingPathComponent(random.file))
        try write(
            SparseCases.make(seed: sparse.seed, count: sparse.count),
            to: folder.appendingPathComponent(sparse.file))
    }

    private static func write(_ cases: [JSONValue], to file: URL) throws {
        try text(of: cases).write(to: file, atomically: true, encoding: .utf8)
    }

    /// One case a line, so that a change shows where it is.
    static func text(of cases: [JSONValue]) -> String {
        "[\n" + cases.map(\.canonicalText).joined(separator: ",\n") + "\n]\n"
    }
}
