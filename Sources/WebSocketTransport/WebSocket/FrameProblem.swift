/// A message that is refused as a whole, whose sender can still be told why.
package enum FrameProblem: Sendable, Equatable {
    /// A binary message; only text is spoken here.
    case binary
    /// A text message that is not UTF-8.
    case notUTF8
    /// A message over the listener's `maxMessageBytes`.
    case tooLarge

    /// The close code that belongs to it (RFC 6455, section 7.4.1).
    package var closeCode: Int {
        switch self {
        case .binary: 1003
        case .notUTF8: 1007
        case .tooLarge: 1009
        }
    }
}
