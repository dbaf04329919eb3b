import ListClient
import ListEditing

/// Keeps a copy of a list like the list, until it is cancelled.
struct MirrorRunner: Sendable {
    let source: SharedList
    let copy: SharedList
    let tally: BotTally
    /// Edits a second, at most.
    let rate: Double

    /// Copies at once, and then whenever the source changes.
    func run() async {
        let events = await source.events
        guard await level() else { return }
        for await event in events {
            switch event {
            case .changed, .replaced: guard await level() else { return }
            case .presence, .status: break
            }
        }
    }

    /// False where it is to end.
    private func level() async -> Bool {
        while !Task.isCancelled {
            let actions = MirrorPlan.actions(
                from: await source.confirmed, to: await copy.confirmed)
            if actions.isEmpty { return true }
            guard let answer = try? await copy.edit(actions) else { return false }
            await tally.note(answer)
            switch answer {
            case .abandoned: return false
            case .refused(let refusal):
                await tally.note(breach: "the copy refuses what the list has: \(refusal)")
                return false
            // What the copy's own rules keep elsewhere stays there.
            case .nothing: return true
            case .applied(_, let clamped) where !clamped.isEmpty && actions.count == clamped.count:
                return true
            case .applied, .unknown: break
            }
            guard (try? await Task.sleep(for: .seconds(1 / rate))) != nil else { return false }
        }
        return false
    }
}
