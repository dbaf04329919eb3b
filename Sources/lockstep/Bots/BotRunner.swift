import ListClient
import ListEditing

/// Runs one bot on one list until it is cancelled.
struct BotRunner: Sendable {
    let list: SharedList
    let tally: BotTally
    /// Moves a second.
    let rate: Double
    /// Codes of refusals that a sound server may give: all that the protocol knows.
    private static let knownCodes: Set<String> = [
        "unknownList", "unknownRow", "unknownSection", "duplicateID", "editDisabled",
        "deleteDisabled", "moveDisabled", "insertDisabled", "sectionFull", "listFull", "conflict",
        "staleBase", "forbidden", "badAction", "tooLarge", "nothingToUndo", "nothingToRedo",
        "rateLimited", "unavailable", "badMessage", "duplicate",
    ]

    /// Moves at the rate, a little unevenly, and checks what the server says.
    func run(_ behaviour: some BotBehaviour, _ random: BotRandomness) async {
        var behaviour = behaviour
        var random = random
        while await pause(&random) {
            let before = await list.confirmed.revision
            guard let answer = await move(&behaviour, &random) else { continue }
            await tally.note(answer)
            await check(answer, since: before)
            if case .abandoned = answer { return }
        }
        let misfits = await list.misfits
        if misfits > 0 {
            await tally.note(
                breach: "\(misfits) times a change, a count or a digest did not fit the list")
        }
    }

    private func pause(_ random: inout BotRandomness) async -> Bool {
        let seconds = Double.random(in: 0.5...1.5, using: &random) / rate
        return (try? await Task.sleep(for: .seconds(seconds))) != nil
    }

    private func move(
        _ behaviour: inout some BotBehaviour, _ random: inout BotRandomness
    ) async -> EditAnswer? {
        switch behaviour.next(await list.list, &random) {
        case .rest: return nil
        case .edit(let actions): return try? await list.edit(actions)
        case .undo: return try? await list.undo()
        case .redo: return try? await list.redo()
        }
    }

    private func check(_ answer: EditAnswer, since revision: Int) async {
        switch answer {
        case .applied(let applied?, _) where applied <= revision:
            await tally.note(
                breach: "an edit made at revision \(revision) was applied in \(applied)")
        case .refused(let refusal) where !Self.knownCodes.contains(refusal.code):
            await tally.note(breach: "an edit was refused with the unknown code \(refusal.code)")
        default: break
        }
    }
}
