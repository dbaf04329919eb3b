package import JSON

/// Something that a server sends.
package protocol ServerMessage: Sendable {
    /// Writes the message as one JSON object.
    func write(to writer: inout JSONWriter)
}

extension ServerMessage {
    /// The bytes of the message.
    package var encoded: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }
}
