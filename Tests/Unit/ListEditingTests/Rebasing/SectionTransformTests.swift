import EditScripts
import TestSeeds
import Testing

@testable import ListEditing

struct SectionTransformTests {
    /// Applies random sets to an array of numbered rows; negative ones came later.
    private struct Run {
        var random: Randomness
        var rows: [Int]
        var newest = 0
        var transforms: [SectionTransform] = []

        mutating func step(_ set: Int) {
            var transform = SectionTransform(set: set)
            let count = random.below(min(4, rows.count + 1))
            let gone = Set((0..<count).map { _ in random.below(rows.count) }).sorted()
            for place in gone {
                transform.removed.append(
                    SectionTransform.Vacated(
                        place: place, set: set, path: IndexPath(section: 0, row: place)))
            }
            for place in gone.reversed() { rows.remove(at: place) }
            for _ in 0..<random.below(4) {
                newest -= 1
                rows.insert(newest, at: random.below(rows.count + 1))
            }
            let old = Set(transforms.isEmpty ? [] : before)
            transform.inserted = rows.indices.filter { rows[$0] < 0 && !old.contains(rows[$0]) }
            transforms.append(transform)
            before = rows
        }

        var before: [Int] = []
    }

    @Test(arguments: TestSeeds.range(20 as UInt64))
    func composedTransforms_giveWhatTheyGiveOneByOne(seed: UInt64) {
        var run = Run(random: Randomness(seed: seed), rows: Array(0..<(Int(seed) % 23)))
        let first = run.rows
        run.before = first
        for set in 1...1 + Int(seed) % 12 { run.step(set) }
        let composed = SectionTransform.compose(run.transforms[...])
        #expect(first.count + composed.inserted.count - composed.removed.count == run.rows.count)
        for (place, row) in first.enumerated() {
            if let now = run.rows.firstIndex(of: row) {
                #expect(composed.vacated(place) == nil, "seed \(seed)")
                #expect(composed.forward(place) == now, "seed \(seed)")
                #expect(composed.backward(now) == place, "seed \(seed)")
            } else {
                #expect(composed.vacated(place)?.place == place, "seed \(seed)")
            }
        }
        for gap in 0...first.count {
            // Between the composed gap and the sequential one there are only rows that came later.
            let ends = [
                composed.forward(gap: gap), run.transforms.reduce(gap) { $1.forward(gap: $0) },
            ].sorted()
            #expect(run.rows[ends[0]..<ends[1]].allSatisfy { $0 < 0 }, "seed \(seed)")
        }
    }
}
