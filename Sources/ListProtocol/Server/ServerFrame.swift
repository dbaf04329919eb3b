import JSON

/// Puts messages together into frames.
package enum ServerFrame {
    /// One message as it is, or an array of several.
    package static func joined(_ messages: [[UInt8]]) -> [UInt8] {
        if messages.count == 1 { return messages[0] }
        var writer = JSONWriter(capacity: messages.reduce(2) { $0 + $1.count + 1 })
        writer.array { writer in
            for message in messages { writer.raw(message) }
        }
        return writer.bytes
    }
}
