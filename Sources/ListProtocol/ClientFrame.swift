import JSON

/// Reads the frames that clients send.
package enum ClientFrame {
    /// Reads a frame: one message, or an array of messages.
    ///
    /// Complexity: O(n) in the bytes.
    package static func decode(_ bytes: [UInt8], limits: Limits) -> DecodedFrame {
        if let messages = PlainEditReader(limits: limits).read(bytes) {
            return .messages(messages)
        }
        return decodeAny(bytes, limits: limits)
    }

    /// The same for every frame, by way of json-c.
    package static func decodeAny(_ bytes: [UInt8], limits: Limits) -> DecodedFrame {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONReader.parse(bytes)
        } catch {
            return .refused(
                FrameRefusal(
                    code: .notJSON, message: error.message, list: nil, isAboutEdits: false,
                    edits: []))
        }
        let values: [JSONValue]
        if case .array(let elements) = document.value {
            values = elements
        } else {
            values = [document.value]
        }
        if let problem = document.problem {
            return .refused(refusal(problem.message, of: values, at: nil))
        }
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
