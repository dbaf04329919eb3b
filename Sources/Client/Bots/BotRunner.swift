package import ListClient
import ListEditing
package import SeededRandom

/// Runs one bot on one list until its task is cancelled.
package struct BotRunner: Sendable {
    private let list: SharedList
    private let tally: BotTally
    private let rate: Double

    /// - Parameters:
    ///   - tally: The counters to which answers and violations of the protocol are added.
    ///   - rate: Moves a second.
    package init(list: SharedList, tally: BotTally, rate: Double) {
        self.list = list
        self.tally = tally
        self.rate = rate
    }

    /// Makes moves at intervals of 0.5 to 1.5 times 1 / `rate`, and checks each answer of the server.
    package func run(_ behaviour: some BotBehaviour, _ random: SplitMix64) async {
        var behaviour = behaviour
        var random = random
        while await pause(&random) {
            let before = await list.confirmed.revision
            guard let answer = await move(&behaviour, &random) else { continue }
            await tally.add(answer)
            if let violation = Self.violation(in: answer, toEditAt: before) {
                await tally.add(violation: violation)
            }
            if case .abandoned = answer { return }
        }
        let mismatches = await list.mismatches
        if mismatches > 0 {
            await tally.add(
                violation: "\(mismatches) times a change, a count or a digest did not fit the list")
        }
    }

    /// Waits for the next move; false where the task was cancelled.
    private func pause(_ random: inout SplitMix64) async -> Bool {
        let seconds = Double.random(in: 0.5...1.5, using: &random) / rate
        return (try? await Task.sleep(for: .seconds(seconds))) != nil
    }

    private func move(
        _ behaviour: inout some BotBehaviour, _ random: inout SplitMix64
    ) async -> EditAnswer? {
        switch behaviour.next(await list.list, &random) {
        case .rest: return nil
        case .edit(let actions): return try? await list.edit(actions)
        case .undo: return try? await list.undo()
        case .redo: return try? await list.redo()
        }
    }

    /// The violation of the protocol in an answer; nil where there is none.
    ///
    /// - Parameter revision: The list's revision when the edit was made.
    static func violation(in answer: EditAnswer, toEditAt revision: Int) -> String? {
        switch answer {
        case .applied(let applied?, _) where applied <= revision:
            "an edit made at revision \(revision) was applied in \(applied)"
        case .refused(let refusal) where !Self.knownCodes.contains(refusal.code):
            "an edit was refused with the unknown code \(refusal.code)"
        default: nil
        }
    }

    /// Every code of a refusal that the protocol defines.
    private static let knownCodes: Set<String> = [
        "unknownList", "unknownRow", "unknownSection", "duplicateID", "editDisabled",
        "deleteDisabled", "moveDisabled", "insertDisabled", "sectionFull", "listFull", "conflict",
        "staleBase", "forbidden", "badAction", "tooLarge", "nothingToUndo", "nothingToRedo",
        "rateLimited", "unavailable", "badMessage", "duplicate",
    ]
}

/// Counts the outcomes of the edits of several bots.
package actor BotTally {
    private var edits = 0
    private var applied = 0
    private var noops = 0
    private var refused: [String: Int] = [:]
    private var unanswered = 0
    /// What the server did that the protocol forbids.
    package private(set) var violations: [String] = []

    package init() {}

    func add(_ answer: EditAnswer) {
        edits += 1
        switch answer {
        case .applied: applied += 1
        case .noop: noops += 1
        case .refused(let refusal): refused[refusal.code, default: 0] += 1
        case .unknown, .abandoned: unanswered += 1
        }
    }

    func add(violation: String) {
        violations.append(violation)
    }

    /// One line that gives the counts.
    package var summary: String {
        var parts = ["\(edits) edits", "\(applied) applied", "\(noops) without effect"]
        for (code, count) in refused.sorted(by: { $0.key < $1.key }) {
            parts.append("\(count) refused as \(code)")
        }
        if unanswered > 0 { parts.append("\(unanswered) without an answer") }
        return parts.joined(separator: ", ")
    }
}
