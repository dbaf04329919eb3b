/// What came in one frame.
package enum DecodedFrame: Sendable {
    /// Its messages, in order.
    case messages([DecodedMessage])
    /// It was refused as a whole.
    case refused(FrameRefusal)
}
