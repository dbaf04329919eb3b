import ListDocument
import ListProtocol

/// Tells the program of change sets that are stored: one after the other, from the loop's thread on.
struct CommitStream: Sendable {
    private let stream: AsyncStream<CommittedSet>.Continuation

    /// Sets that wait for a program that is slow; the oldest beyond are not told.
    private static let mostWaiting = 10_000

    /// Nil where the program does not listen.
    init?(_ hooks: ServerHooks) {
        guard let committed = hooks.committed else { return nil }
        let (sets, stream) = AsyncStream<CommittedSet>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.mostWaiting))
        self.stream = stream
        Task { for await set in sets { await committed(set) } }
    }

    @Sendable func note(
        _ edits: ArraySlice<AnsweredEdit>, of list: ListID, _ epoch: String
    ) {
        for edit in edits {
            guard case .applied(let revision, _, _) = edit.outcome, let set = edit.set else {
                continue
            }
            stream.yield(
                CommittedSet(list: list.text, epoch: epoch, revision: revision, json: set))
        }
    }

    /// Nothing is told any more.
    func stop() { stream.finish() }
}
