import Foundation
import JSON
import SeededRandom
import Testing

@testable import fuzzer

/// Runs every fuzz target on its seeds and on texts much like them, the same each time.
///
/// A target that finds an error ends the process and prints the input; the fuzzer proper looks for what
/// is new, guided by the code that is reached (`make soak PART=fuzz`).
@Suite struct FuzzTargetTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Support")

    private static func seeds(of target: FuzzTarget) throws -> [[UInt8]] {
        let folder = tests.appendingPathComponent("fuzz/corpus/\(target.rawValue)")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        var seeds = try files.map { Array(try Data(contentsOf: folder.appendingPathComponent($0))) }
        if target == .messages {
            let fixtures = tests.appendingPathComponent("Fixtures/protocol/client-frames.json")
            let cases = try JSONReader.read(Array(try Data(contentsOf: fixtures)))
            seeds += (cases.array ?? []).compactMap { $0.object?["frame"]?.string }.map {
                Array($0.utf8)
            }
        }
        return seeds
    }

    @Test(arguments: FuzzTarget.allCases)
    func seeds_andTextsLikeThem_breakNothing(target: FuzzTarget) throws {
        let seeds = try Self.seeds(of: target)
        try #require(seeds.count >= 4)
        let texts =
            switch target {
            case .edits: 40
            case .files: 1_000
            default: 4_000
            }
        var mutation = Mutation(seeds: seeds, seed: 1)
        for seed in seeds { target.run(seed) }
        for _ in 0..<texts { target.run(mutation.next()) }
    }
}
