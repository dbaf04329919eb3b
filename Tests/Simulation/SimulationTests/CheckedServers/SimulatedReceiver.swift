import Foundation
import JSON
import ListJournal

@testable import ListWebhooks
@testable import ServerTesting

/// The receiver of a hook: it refuses events, is out of reach, or takes one and its answer gets lost.
final class SimulatedReceiver: Sendable {
    /// What it was notified of a list.
    private struct Notified: Sendable {
        let list: String
        /// The revision up to which it has every set; nil: none.
        var revision: Int?
        var isDeleted = false
    }

    private struct State: Sendable {
        /// By epoch.
        var notified: [String: Notified] = [:]
        var gaps: [String] = []
        var gone: Set<String> = []
        var isFaulty = false
    }

    private let time: SimulatedTime
    private let trace: Trace
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var state = State()

    init(in time: SimulatedTime, _ trace: Trace) {
        self.time = time
        self.trace = trace
    }

    private func with<Value>(_ body: (inout State) -> Value) -> Value {
        lock.withLock { unsafe body(&state) }
    }

    /// Whether something goes wrong with events from here on.
    func setFaulty(_ isFaulty: Bool) { with { $0.isFaulty = isFaulty } }

    /// A server is gone, and sends nothing more.
    func forget(_ server: String) { with { _ = $0.gone.insert(server) } }

    func take(_ event: HookEvent, from server: String) async -> HookAnswer {
        await time.pause(time.seconds(0.001...0.05))
        guard !with({ $0.gone.contains(server) }) else { return .stopped }
        let chance = with { $0.isFaulty } ? time.random { Int.random(in: 0..<20, using: &$0) } : 20
        if chance == 0 { return .unreachable("no answer", seconds: nil) }
        if chance == 1 { return .refused("500") }
        trace.note("the hook is told by \(server): \(event.id)")
        note(event)
        return chance == 2 ? .unreachable("the answer got lost", seconds: nil) : .taken
    }

    private func note(_ event: HookEvent) {
        guard let data = (try? JSONReader.read(event.body))?.object?["data"]?.object,
            let list = data["list"]?.string, let epoch = data["epoch"]?.string
        else { return with { $0.gaps.append("\(event.id) cannot be read") } }
        let (from, revision) = (data["from"]?.whole, data["revision"]?.whole)
        with { state in
            var notified = state.notified[epoch] ?? Notified(list: list)
            switch event.kind {
            case .created: notified.revision = notified.revision ?? 0
            case .deleted: notified.isDeleted = true
            // Who is behind may say so of less than others have told.
            case .reset: notified.revision = max(notified.revision ?? 0, revision ?? 0)
            case .changed:
                // A new hook begins in the middle of a list.
                let known = notified.revision ?? from ?? 0
                if from ?? .max > known { state.gaps.append("\(event.id) is told after \(known)") }
                notified.revision = max(known, revision ?? 0)
            }
            state.notified[epoch] = notified
        }
    }

    /// What it was told wrongly, or was not told, now that the lists have these heads.
    func problems(with heads: [ListHead]) -> [String] {
        with { state in
            var found = state.gaps.map { "the hook has a gap: \($0)" }
            for head in heads {
                let revision = head.position.revision
                guard
                    let notified = state.notified[head.epoch]?.revision
                        ?? (revision == 0 ? 0 : nil),
                    notified == revision
                else {
                    found.append("the hook was not told of \(head.list) up to \(revision)")
                    continue
                }
            }
            let epochs = Set(heads.map(\.epoch))
            for (epoch, notified) in state.notified.sorted(by: { $0.key < $1.key })
            where !notified.isDeleted && !epochs.contains(epoch) {
                found.append("the hook was not told that \(notified.list) is deleted")
            }
            return found
        }
    }
}

extension SimulatedTime {
    /// How the senders of hooks wait in the simulation.
    var hookTiming: HookTiming {
        HookTiming(
            firstPause: 0.2, longestPause: 5, saveSeconds: 0.25, sleep: { await self.pause($0) },
            random: { self.seconds($0) }, tasks: self)
    }
}
