/// What a journal asks of the streams of a cluster.
///
/// ``JetStream`` asks the nodes. A simulation answers itself, so that the seed decides what goes wrong.
package protocol StreamClient: Sendable {
    /// Tells of a stream; nil where there is none of that name.
    func stream(_ name: String) async throws(JetStreamError) -> StreamInfo?

    /// The subjects of a stream that have messages.
    ///
    /// - Parameter filter: a subject, which may have wildcards.
    func subjects(of filter: String, in stream: String) async throws(JetStreamError) -> [String]

    /// Whether a subject has no messages, by a leader whose stream reaches at least to `sequence`.
    ///
    /// Both are of one moment: a leader that was deposed reaches less far.
    func isEmpty(
        _ subject: String, of stream: String, at sequence: Int
    ) async throws(JetStreamError) -> Bool

    /// Makes a stream; does nothing where there is one with the same settings.
    func create(_ settings: StreamSettings) async throws(JetStreamError) -> StreamInfo

    /// Removes the messages of a subject that lie below a sequence.
    ///
    /// The stream stands still meanwhile. After a subject's last message is purged, an append that expects
    /// none is taken, and one that expects that message is refused.
    /// - Parameter filter: a subject, which may have wildcards.
    /// - Returns: how many were removed.
    func purge(
        _ stream: String, filter: String, below sequence: Int
    ) async throws(JetStreamError) -> Int

    /// Appends a message to the stream that keeps its subject; calls `done` once, on the owner's thread.
    ///
    /// - Parameters:
    ///   - expected: the sequence of the subject's last message, 0 for none; nil compares nothing.
    ///   - id: what tells the message from others for as long as the stream remembers ids.
    func publish(
        _ payload: [UInt8], to subject: String, expected: Int?, id: String?, headers: NATSHeaders,
        done: @escaping @Sendable (PublishOutcome) -> Void)

    /// Reads the last message of a subject from the stream's leader; nil where there is none.
    ///
    /// The answer is as new as any acknowledgement before the question, except from a leader that does
    /// not know yet that it was deposed.
    func lastMessage(
        of subject: String, in stream: String
    ) async throws(JetStreamError) -> StoredMessage?

    /// Reads the last message of a subject from any node that keeps the stream, also while it has no leader.
    func lastMessageOfAnyNode(
        of subject: String, in stream: String
    ) async throws(JetStreamError) -> StoredMessage?

    /// Reads the first message of a subject at or after a sequence, as new as `lastMessage`.
    func nextMessageOfLeader(
        of subject: String, from sequence: Int, in stream: String
    ) async throws(JetStreamError) -> StoredMessage?

    /// Reads the first message of a subject at or after a sequence, from any node that keeps the stream.
    func nextMessage(
        of subject: String, from sequence: Int, in stream: String
    ) async throws(JetStreamError) -> StoredMessage?

    /// Reads messages of a subject at or after a sequence, from any node that keeps the stream.
    ///
    /// - Parameters:
    ///   - subject: may have wildcards.
    ///   - limit: the most messages.
    ///   - maximumBytes: the most bytes of all messages together, if it is more than one.
    func messages(
        of subject: String, from sequence: Int, in stream: String, limit: Int, maximumBytes: Int
    ) async throws(JetStreamError) -> StoredBatch

    /// Reads the last message of each of some subjects, of one moment, from any node.
    ///
    /// - Parameters:
    ///   - subjects: may have wildcards; a server answers for at most 1,024 subjects.
    ///   - maximumBytes: the most bytes of all messages together, if it is more than one.
    func lastMessages(
        of subjects: [String], in stream: String, maximumBytes: Int
    ) async throws(JetStreamError) -> StoredBatch

    /// Follows a stream: every message after a sequence, each once and in order.
    ///
    /// - Parameters:
    ///   - filter: the subjects, with wildcards.
    ///   - receive: called on any thread, where it must not take long.
    /// - Returns: what ends it.
    func follow(
        _ stream: String, filter: String, after sequence: Int,
        receive: @escaping @Sendable (StoredMessage) -> Void
    ) -> @Sendable () -> Void

    /// Goes to another node: this one answers, but does not do what is asked.
    func moveOn()

    /// Waits for the requests under way, and closes the connection.
    func close() async
}

extension StreamClient {
    /// Appends a message and waits for what becomes of it.
    package func publish(
        _ payload: [UInt8], to subject: String, expected: Int?, id: String?,
        headers: NATSHeaders = [:]
    ) async -> PublishOutcome {
        await withCheckedContinuation { continuation in
            publish(payload, to: subject, expected: expected, id: id, headers: headers) {
                continuation.resume(returning: $0)
            }
        }
    }
}
