import JSON
import TextBytes

/// Reads the frames that clients send.
package enum ClientFrame {
    /// The most bytes of the first frame of a session.
    package static let firstFrameBytes = 16_384

    /// Reads a frame: one message, or an array of messages.
    ///
    /// Complexity: O(n) in the bytes; it takes at most about 25 times their memory.
    /// - Parameter isFirst: whether it is the first frame of its session, which has at most
    ///   `firstFrameBytes` and begins with `hello`. Any other is refused with `frameTooLarge` or
    ///   `helloExpected`, which end the session.
    package static func decode(
        _ bytes: [UInt8], limits: ProtocolLimits, isFirst: Bool = false
    ) -> DecodedFrame {
        if isFirst { return decodeFirst(bytes, limits: limits) }
        if let messages = FastEditReader(limits: limits).read(bytes) {
            return .messages(messages)
        }
        return decodeAny(bytes, limits: limits)
    }

    /// Reads a frame by way of JSON values, which `decode` does where the fast reader cannot.
    package static func decodeAny(_ bytes: [UInt8], limits: ProtocolLimits) -> DecodedFrame {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONReader.parse(bytes)
        } catch {
            return .refused(FrameRefusal(.notJSON, error.message))
        }
        let values = messages(of: document.value)
        if let problem = document.problem {
            return .refused(refusal(problem.message, of: values, at: nil))
        }
        return decode(values, limits: limits)
    }

    /// Reads the first frame of a session, of which the first message must be `hello`.
    private static func decodeFirst(_ bytes: [UInt8], limits: ProtocolLimits) -> DecodedFrame {
        guard bytes.count <= firstFrameBytes else {
            return .refused(
                FrameRefusal(
                    .frameTooLarge, "the first frame has at most \(firstFrameBytes) bytes"))
        }
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONReader.parse(bytes)
        } catch {
            return .refused(FrameRefusal(.notJSON, error.message))
        }
        let values = messages(of: document.value)
        guard values.first?.object?["type"] == .string("hello") else {
            return .refused(FrameRefusal(.helloExpected, "the first message is hello"))
        }
        if let problem = document.problem {
            return .refused(FrameRefusal(.helloExpected, problem.message))
        }
        let decoded = decode(values, limits: limits)
        // Before hello there is no client whose edits could be answered.
        guard case .refused(let refusal) = decoded else { return decoded }
        return .refused(FrameRefusal(.helloExpected, refusal.message))
    }

    private static func messages(of value: JSONValue) -> [JSONValue] {
        if case .array(let elements) = value { elements } else { [value] }
    }

    private static func decode(_ values: [JSONValue], limits: ProtocolLimits) -> DecodedFrame {
        var messages: [DecodedMessage] = []
        messages.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            do throws(DecodingProblem) {
                messages.append(try MessageReader.read(value, limits: limits))
            } catch {
                return .refused(refusal(error.message, of: values, at: index))
            }
        }
        return .messages(messages)
    }

    /// - Parameter index: the index of the message at fault, where it is known.
    private static func refusal(
        _ message: String, of values: [JSONValue], at index: Int?
    ) -> FrameRefusal {
        let fault = index.map { values[$0] } ?? (values.count == 1 ? values[0] : nil)
        return FrameRefusal(
            code: .badMessage, message: message,
            list: fault?.object?["list"]?.string.flatMap(ListID.init(checking:)),
            n: fault.flatMap(queryNumber),
            isAboutEdits: fault.map { EditReference(readableIn: $0) != nil } ?? true,
            edits: values.compactMap(EditReference.init(readableIn:)))
    }

    private static func queryNumber(_ value: JSONValue) -> Int? {
        guard let type = value.object?["type"]?.string, ListQuery.types.contains(TextKey(type))
        else {
            return nil
        }
        return value.object?["n"]?.whole
    }
}

/// The content of a frame.
package enum DecodedFrame: Hashable, Sendable {
    /// The messages, in order.
    case messages([DecodedMessage])
    /// The frame was refused as a whole.
    case refused(FrameRefusal)
}

/// A message of a frame that was accepted.
package enum DecodedMessage: Hashable, Sendable {
    case message(ClientMessage)
    /// The message was refused; those after it are handled, unless the error is fatal.
    case problem(ErrorMessage)
}

// Canonical equivalence: the server does not compare messages.
/// Why a frame was refused as a whole.
package struct FrameRefusal: Hashable, Sendable {
    /// `notJSON` or `badMessage`; for the first frame of a session also `frameTooLarge` or
    /// `helloExpected`.
    package let code: ErrorCode
    package let message: String
    /// The list that the message at fault names, where that is not one of `edits`.
    package let list: ListID?
    /// The number of the message at fault, where that is a query.
    package let n: Int?
    /// Whether the message at fault is one of `edits`, or is unknown.
    package let isAboutEdits: Bool
    /// The edits of the frame whose list and id are readable.
    package let edits: [EditReference]

    init(
        code: ErrorCode, message: String, list: ListID?, n: Int?, isAboutEdits: Bool,
        edits: [EditReference]
    ) {
        self.code = code
        self.message = message
        self.list = list
        self.n = n
        self.isAboutEdits = isAboutEdits
        self.edits = edits
    }

    /// Creates a refusal that ends the session, and names no single message.
    init(_ code: ErrorCode, _ message: String) {
        self.init(
            code: code, message: message, list: nil, n: nil, isAboutEdits: false, edits: [])
    }

    /// The answers: one for each edit, and one for a message at fault that is not an edit.
    package var errors: [ErrorMessage] {
        var errors: [ErrorMessage] = []
        if edits.isEmpty || !isAboutEdits {
            errors.append(ErrorMessage(code, message, list: list, n: n))
        }
        for edit in edits {
            errors.append(ErrorMessage(code, message, list: edit.list, id: edit.id))
        }
        return errors
    }
}
