import ListEditing
import TestSeeds
import Testing

@testable import ListServer
@testable import ServerTesting

/// A small world, all of it: every script of so many steps.
@Suite struct SmallWorldTests {
    /// Edits of a kind: all that there are in a list of three rows and two sections.
    enum Kind: CaseIterable {
        case moves, groups, insertions, deletions, updates, mixed

        /// What may go wrong, once in a script: in the longer ones, servers end.
        var fates: [SmallWorld.Fate] {
            self == .mixed ? [.stored, .lost, .unobserved] : SmallWorld.Fate.allCases
        }

        /// Steps of a script.
        var depth: Int { (self == .mixed ? 3 : 2) + (TestSeeds.isSoak ? 1 : 0) }

        var edits: [Action] {
            let places: [RowTarget] = [
                .index(SectionID("s"), 0), .index(SectionID("s"), 1), .index(SectionID("s"), 2),
                .index(SectionID("t"), 0), .index(SectionID("t"), 1),
            ]
            let rows = ["a", "b", "c"].map { RowID($0) }
            let (s, t) = (SectionID("s"), SectionID("t"))
            func insert(_ place: RowTarget) -> Action {
                .insertRow(row: nil, fields: Fields(), rules: RowRules(), to: place)
            }
            return switch self {
            case .moves: rows.flatMap { row in places.map { .moveRow(row, to: $0) } }
            case .groups:
                places.map { .moveRows([rows[0], rows[2]], to: $0) }
                    + [.moveSection(s, to: .index(1)), .moveSection(t, to: .index(0))]
            case .insertions:
                places.map(insert)
                    + (0...2).map {
                        .insertSection(section: nil, title: "N", rules: nil, to: .index($0))
                    }
            case .deletions:
                rows.map { .deleteRows([$0]) }
                    + [.deleteRows(rows), .deleteSections([s]), .deleteSections([t])]
            case .updates:
                rows.map { rename($0.text, "") }
                    + [
                        .updateSection(s, title: "", rules: nil),
                        .updateList(title: "", rules: nil),
                    ]
            case .mixed:
                [
                    .moveRow(rows[0], to: places[4]), insert(places[1]), .deleteRows([rows[1]]),
                    rename("a", ""), .deleteSections([s]),
                ]
            }
        }

        /// What can happen next.
        func steps(of world: SmallWorld, among edits: [Action]) -> [SmallWorld.Step] {
            let fates = world.mishaps > 0 ? [.stored] : fates
            // Clients are alike: the next to act is one of those that have, or the first of the others.
            let steps = (0...min(2, world.acting)).flatMap { client in
                world.intents(of: client, among: edits).flatMap { intent in
                    fates.map { SmallWorld.Step(client: client, intent: intent, fate: $0) }
                }
            }
            return steps
                + (world.story.isEmpty ? [] : [SmallWorld.Step(client: 0, intent: .restart)])
        }
    }

    @Test(arguments: Kind.allCases)
    func everyScript_losesAndDoublesNothing(kind: Kind) throws {
        var scripts = 0
        var failed: String?
        let edits = kind.edits
        func explore(_ world: SmallWorld, _ depth: Int) {
            guard failed == nil else { return }
            guard depth > 0 else {
                var end = world
                end.end()
                scripts += 1
                failed = end.failure
                return
            }
            for step in kind.steps(of: world, among: edits) {
                var next = world
                next.take(step)
                guard next.hasMetItsFate else { continue }
                failed = failed ?? next.failure
                explore(next, depth - 1)
            }
        }
        explore(try SmallWorld(), kind.depth)
        print("small world: \(kind), \(kind.depth) steps: \(scripts) scripts")
        #expect(failed == nil)
    }
}
