import JSON

/// A frame that a client was sent, or the body of an HTTP answer, with what it says.
package struct ReceivedFrame: Sendable {
    package let bytes: [UInt8]
    package let messages: [HeardMessage]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        do throws(JSONError) {
            let value = try JSONReader.read(bytes, maximumDepth: JSONReader.ownDepth)
            messages = (value.array ?? [value]).map(HeardMessage.init(reading:))
        } catch {
            messages = [.unreadable(error.message)]
        }
    }
}
