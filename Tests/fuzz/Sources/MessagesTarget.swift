import ListProtocol

/// The decoder of frames: its short way for plain edits gives what the long one gives, and a message
/// that was read is read again from what it is written as.
enum MessagesTarget {
    private static let limits = Limits()
    private static let small: Limits = {
        var limits = Limits()
        (limits.actions, limits.fieldsBytes, limits.titleBytes) = (3, 40, 10)
        return limits
    }()

    static func run(_ bytes: [UInt8]) {
        first(bytes)
        for limits in [limits, small] {
            let frame = ClientFrame.decode(bytes, limits: limits)
            guard frame == ClientFrame.decodeAny(bytes, limits: limits) else {
                FuzzTarget.found("the two ways of reading differ", bytes)
            }
            switch frame {
            case .messages(let messages):
                for case .message(let message) in messages where isWritable(message) {
                    let again = ClientFrame.decode(message.encoded, limits: limits)
                    guard again == .messages([.message(message)]) else {
                        FuzzTarget.found("written and read again: \(again)", bytes)
                    }
                }
            case .refused(let refusal):
                guard refusal.code == .notJSON || refusal.code == .badMessage,
                    refusal.errors.allSatisfy({ !$0.encoded.isEmpty })
                else { FuzzTarget.found("refused with \(refusal.code)", bytes) }
            }
        }
    }

    /// The first frame of a session is refused for good, or read like any other.
    private static func first(_ bytes: [UInt8]) {
        switch ClientFrame.decode(bytes, limits: limits, isFirst: true) {
        case .refused(let refusal):
            guard refusal.code.isFatal, refusal.errors.count == 1 else {
                FuzzTarget.found("a first frame is refused with \(refusal.code)", bytes)
            }
        case let frame:
            guard frame == ClientFrame.decode(bytes, limits: limits) else {
                FuzzTarget.found("a first frame reads differently", bytes)
            }
        }
    }

    /// An edit whose actions could not be read has none to be written.
    private static func isWritable(_ message: ClientMessage) -> Bool {
        guard case .edit(let edit) = message, case .failure = edit.edit else { return true }
        return false
    }
}
