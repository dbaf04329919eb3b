import JSON

/// Reads the frames that clients send.
package enum ClientFrame {
    /// The most bytes of the first frame of a session.
    package static let firstFrameBytes = 16_384

    /// Reads a frame: one message, or an array of messages.
    ///
    /// Complexity: O(n) in the bytes; it takes about 25 times their room at most.
    /// - Parameter isFirst: whether it is the first frame of its session, which has at most
    ///   `firstFrameBytes` and begins with `hello`. Any other is refused for good, with
    ///   `frameTooLarge` or `helloExpected`.
    package static func decode(
        _ bytes: [UInt8], limits: Limits, isFirst: Bool = false
    ) -> DecodedFrame {
        if isFirst { return decodeFirst(bytes, limits: limits) }
        if let messages = PlainEditReader(limits: limits).read(bytes) {
            return .messages(messages)
        }
        return decodeAny(bytes, limits: limits)
    }

    /// The same for every frame, by way of values.
    package static func decodeAny(_ bytes: [UInt8], limits: Limits) -> DecodedFrame {
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

    /// Reads the first frame of a session; nothing of it but `hello` is read before that is found.
    private static func decodeFirst(_ bytes: [UInt8], limits: Limits) -> DecodedFrame {
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
        // Nobody has said hello yet, so that there is nobody whose edits could be answered.
        guard case .refused(let refusal) = decoded else { return decoded }
        return .refused(FrameRefusal(.helloExpected, refusal.message))
    }

    private static func messages(of value: JSONValue) -> [JSONValue] {
        if case .array(let elements) = value { elements } else { [value] }
    }

    private static func decode(_ values: [JSONValue], limits: Limits) -> DecodedFrame {
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

    /// - Parameter index: of the message at fault, where it can be told.
    private static func refusal(
        _ message: String, of values: [JSONValue], at index: Int?
    ) -> FrameRefusal {
        let fault = index.map { values[$0] } ?? (values.count == 1 ? values[0] : nil)
        return FrameRefusal(
            code: .badMessage, message: message,
            list: fault?.object?["list"]?.string.flatMap(ListID.init(checking:)),
            isAboutEdits: fault.map { EditReference(readableIn: $0) != nil } ?? true,
            edits: values.compactMap(EditReference.init(readableIn:)))
    }
}
