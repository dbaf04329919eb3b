package import JSON

// Canonical equivalence: the server does not compare messages.
/// `error`: a frame, a message or a session failed.
///
/// A well-formed edit that is refused is answered with `reject`.
package struct ErrorMessage: ServerMessage, Error, Hashable {
    package let code: ErrorCode
    package let message: String
    package let list: ListID?
    package let id: Int?
    /// The number of the query that failed.
    package let n: Int?

    package init(
        _ code: ErrorCode, _ message: String, list: ListID? = nil, id: Int? = nil, n: Int? = nil
    ) {
        self.code = code
        self.message = message
        self.list = list
        self.id = id
        self.n = n
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "error")
            writer.member("code", code.rawValue)
            writer.member("message", message)
            writer.member("fatal", code.isFatal)
            writer.member("list", ifPresent: list?.text)
            writer.member("id", ifPresent: id)
            writer.member("n", ifPresent: n)
        }
    }
}

// Canonical equivalence: foreign words are read by `init(word:)`.
/// Why a frame, a message or a session failed (Protocol.md, "Errors").
package enum ErrorCode: String, Sendable, CaseIterable {
    case notJSON, notUTF8, frameTooLarge, binaryFrame
    case helloExpected, badHello, replaced, unauthorized
    case unknownType, badMessage, unknownList, listExists, tooManyLists
    /// A list cannot be created or deleted now, because the journal fails.
    case unavailable
    /// The role does not permit creating or deleting the list.
    case forbidden
    case shuttingDown, slowConsumer
    /// An operator ended the session.
    case ended

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
        case .ended: 4403
        }
    }

    /// Whether the error ends the session.
    package var isFatal: Bool { closeCode != nil }
}
