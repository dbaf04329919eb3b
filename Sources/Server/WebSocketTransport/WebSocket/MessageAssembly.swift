/// Assembles a message from the pieces that libwebsockets delivers.
///
/// Allocates memory for received bytes only: the length that a frame claims can only have it refused.
struct MessageAssembly {
    /// The result of adding a piece.
    enum Outcome: Equatable {
        case needsMore
        /// A complete text message, valid UTF-8.
        case message([UInt8])
        /// A complete binary message.
        case binary([UInt8])
        /// The message is refused; ignore its further pieces.
        case refused(FrameProblem)
    }

    private let maxMessageBytes: Int
    /// The largest size of the current message.
    private var limit: Int
    private let acceptsBinary: Bool
    private var bytes: [UInt8] = []

    /// Memory of the incomplete message, in bytes.
    var heldBytes: Int { bytes.isEmpty ? 0 : bytes.capacity }

    /// - Parameters:
    ///   - maxFirstMessageBytes: The largest first message; nil: `maxMessageBytes`.
    ///   - acceptsBinary: Whether binary messages are accepted.
    init(maxMessageBytes: Int, maxFirstMessageBytes: Int? = nil, acceptsBinary: Bool = false) {
        self.maxMessageBytes = maxMessageBytes
        limit = min(maxMessageBytes, maxFirstMessageBytes ?? .max)
        self.acceptsBinary = acceptsBinary
    }

    /// Adds the next piece.
    ///
    /// O(n) in the piece; with the last one, in the message.
    ///
    /// - Parameters:
    ///   - remaining: Bytes of the same frame that follow.
    ///   - isFinal: Whether the piece is the last of its message.
    mutating func add(
        _ piece: UnsafeRawBufferPointer, remaining: Int, isFinal: Bool, isBinary: Bool
    ) -> Outcome {
        guard !isBinary || acceptsBinary else { return refuse(.binary) }
        let room = limit - bytes.count - piece.count
        guard room >= 0, remaining <= room else { return refuse(.tooLarge) }
        if bytes.isEmpty, isFinal {
            return unsafe judge(Array(piece), isBinary: isBinary)
        }
        unsafe bytes.append(contentsOf: piece)
        guard isFinal else { return .needsMore }
        let whole = bytes
        bytes = []
        return judge(whole, isBinary: isBinary)
    }

    /// Discards the incomplete message.
    mutating func drop() {
        bytes = []
    }

    private mutating func refuse(_ problem: FrameProblem) -> Outcome {
        bytes = []
        return .refused(problem)
    }

    private mutating func judge(_ message: [UInt8], isBinary: Bool) -> Outcome {
        limit = maxMessageBytes
        if isBinary { return .binary(message) }
        do {
            _ = try UTF8Span(validating: message.span)
            return .message(message)
        } catch {
            return .refused(.notUTF8)
        }
    }
}
