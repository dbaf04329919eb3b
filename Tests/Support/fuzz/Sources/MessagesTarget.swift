import ListProtocol

/// The decoder of frames: the fast reader of edits gives what the reader of all frames gives, and a
/// message reads the same after it was written.
enum MessagesTarget {
    private static let limits = ProtocolLimits()
    private static let small: ProtocolLimits = {
        var limits = ProtocolLimits()
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

    /// The first frame of a session is refused with a fatal error, or read like any other.
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

    /// Whether a message can be written; an edit with unreadable actions cannot.
    private static func isWritable(_ message: ClientMessage) -> Bool {
        guard case .edit(let edit) = message, case .failure = edit.edit else { return true }
        return false
    }
}
