package import ListSequencing

/// A request that waits for a list as it is stored.
package protocol ListReader: Sendable {
    /// What is to be read.
    var subject: ReadRequest.Subject { get }

    /// Answers the request; on the loop's thread.
    func respond(_ reply: ReadReply, from sequencer: ListSequencer)
}
