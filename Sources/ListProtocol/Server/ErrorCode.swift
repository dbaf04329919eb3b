/// What went wrong with a frame, a message or a session (protocol.md, "Errors").
package enum ErrorCode: String, Sendable, CaseIterable {
    case notJSON, notUTF8, frameTooLarge, binaryFrame
    case helloExpected, badHello, replaced, unauthorized
    case unknownType, badMessage, unknownList, listExists, tooManyLists
    /// A list cannot be created or deleted now: the journal fails.
    case unavailable
    /// The role does not allow to create or delete the list.
    case forbidden
    case shuttingDown, slowConsumer

    /// The WebSocket close code that follows the error; nil where the session stays open.
    package var closeCode: Int? {
        switch self {
        case .notJSON, .notUTF8: 1007
        case .frameTooLarge: 1009
        case .binaryFrame: 1003
        case .helloExpected, .badHello, .replaced: 1008
        case .unauthorized: 4401
        case .unknownType, .badMessage, .unknownList, .listExists, .tooManyLists,
            .unavailable, .forbidden:
            nil
        case .shuttingDown: 1001
        case .slowConsumer: 4408
        }
    }

    /// Whether the session ends with it.
    package var isFatal: Bool { closeCode != nil }
}
