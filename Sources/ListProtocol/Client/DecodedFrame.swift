/// What came in one frame.
package enum DecodedFrame: Hashable, Sendable {
    /// Its messages, in order.
    case messages([DecodedMessage])
    /// It was refused as a whole.
    case refused(FrameRefusal)
}
