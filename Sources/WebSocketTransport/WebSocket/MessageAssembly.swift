/// Puts a message together from the pieces that libwebsockets hands over.
///
/// Keeps at most `maxMessageBytes`, and memory for no more than has come: what a frame's head says of
/// its length can only have it refused.
struct MessageAssembly {
    /// What the pieces so far amount to.
    enum Outcome: Equatable {
        case needsMore
        /// A whole text message, valid UTF-8.
        case message([UInt8])
        /// A whole binary message.
        case binary([UInt8])
        /// The message is refused; what is still to come of it is to be read over.
        case refused(FrameProblem)
    }

    private let maxMessageBytes: Int
    /// Of the message that is awaited.
    private var limit: Int
    private let takesBinary: Bool
    private var bytes: [UInt8] = []

    /// Bytes of memory that the message takes so far.
    var heldBytes: Int { bytes.isEmpty ? 0 : bytes.capacity }

    /// - Parameters:
    ///   - maxFirstMessageBytes: the first message has at most so many; nil: as many as any.
    ///   - takesBinary: binary messages are not refused.
    init(maxMessageBytes: Int, maxFirstMessageBytes: Int? = nil, takesBinary: Bool = false) {
        self.maxMessageBytes = maxMessageBytes
        limit = min(maxMessageBytes, maxFirstMessageBytes ?? .max)
        self.takesBinary = takesBinary
    }

    /// Takes the next piece.
    ///
    /// O(n) in the piece; with the last one, in the message.
    ///
    /// - Parameters:
    ///   - remaining: bytes of the same frame that are still to come.
    ///   - isFinal: the piece is the last of its message.
    mutating func add(
        _ piece: UnsafeRawBufferPointer, remaining: Int, isFinal: Bool, isBinary: Bool
    ) -> Outcome {
        guard !isBinary || takesBinary else { return refuse(.binary) }
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

    /// Forgets what has come of a message.
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
