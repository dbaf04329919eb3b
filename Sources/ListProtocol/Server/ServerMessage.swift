package import JSON

/// Something that a server sends.
package protocol ServerMessage: Sendable {
    /// Writes the message as one JSON object.
    func write(to writer: inout JSONWriter)

    /// About how many bytes the message has: room is made for so many.
    var byteEstimate: Int { get }
}

extension ServerMessage {
    package var byteEstimate: Int { 256 }

    /// The bytes of the message.
    package var encoded: [UInt8] {
        var writer = JSONWriter(capacity: byteEstimate)
        write(to: &writer)
        return writer.bytes
    }
}
