/// Hears one ``Connection``; called on the loop's thread only.
///
/// After ``Connection/close(code:reason:)`` only ``closed()`` is still called.
package protocol ConnectionHandler: AnyObject, Sendable {
    /// One whole text message: valid UTF-8, within the listener's `maxMessageBytes`.
    func received(_ message: [UInt8])

    /// One whole binary message, where the listener's `takesBinary` lets them through.
    func receivedBinary(_ message: [UInt8])

    /// A message is refused. The handler says so to the peer and closes; the transport closes with
    /// the problem's own code if the handler does not.
    func refused(_ problem: FrameProblem)

    /// What ``Connection/notifyWhenDrained(below:)`` asked for.
    func drained()

    /// The peer has taken nothing for `stallSeconds`. What waited for it is dropped; a last message
    /// may be sent from within, then the transport closes with 4408.
    func stalled()

    /// The peer closes, with this code if it gives one; ``closed()`` follows.
    func peerCloses(code: Int?, reason: String)

    /// The connection is over. Called exactly once, whatever the reason.
    func closed()
}

extension ConnectionHandler {
    package func receivedBinary(_ message: [UInt8]) {}
    package func stalled() {}
    package func peerCloses(code: Int?, reason: String) {}
}
