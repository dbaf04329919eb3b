import ListProtocol

/// The messages that wait to be sent, together in as few frames as possible.
struct Outbox {
    private var messages: [ClientMessage] = []

    /// Adds a message after those that wait.
    mutating func append(_ message: ClientMessage) {
        messages.append(message)
    }

    /// Adds a message before those that wait.
    mutating func prepend(_ message: ClientMessage) {
        messages.insert(message, at: 0)
    }

    mutating func removeAll() {
        messages = []
    }

    /// Takes all messages, as the text of as few frames as `limit` allows.
    ///
    /// - Parameter limit: The longest frame, in bytes; one message that is longer goes alone.
    mutating func takeFrames(limit: Int) -> [[UInt8]] {
        guard !messages.isEmpty else { return [] }
        var frames: [[UInt8]] = []
        var frame: [[UInt8]] = []
        // The brackets of the array; each message adds itself and a comma.
        var bytes = 2
        for message in messages.map(\.encoded) {
            if !frame.isEmpty, bytes + message.count + 1 > limit {
                frames.append(ServerFrame.joined(frame))
                frame = []
                bytes = 2
            }
            frame.append(message)
            bytes += message.count + 1
        }
        frames.append(ServerFrame.joined(frame))
        messages = []
        return frames
    }
}
