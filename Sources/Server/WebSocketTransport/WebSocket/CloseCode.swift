/// Close codes (RFC 6455, section 7.4) that the transport itself sends.
enum CloseCode {
    static let goingAway = 1001
    static let protocolError = 1002
    static let notUTF8 = 1007
    /// The server is overloaded.
    static let tryAgainLater = 1013
    /// The peer has received nothing for too long; from the range for private use.
    static let stalled = 4408

    /// The code to close with if a peer's close frame is one that libwebsockets would wrongly echo.
    static func problem(ofPeers payload: UnsafeRawBufferPointer) -> Int? {
        guard payload.count >= 2 else { return unsafe payload.isEmpty ? nil : protocolError }
        guard unsafe Int(payload[0]) << 8 | Int(payload[1]) < 5000 else { return protocolError }
        let reason = unsafe payload.dropFirst(2)
        // Canonical equivalence: a close frame has at most 125 bytes.
        return unsafe String(validating: reason, as: UTF8.self) == nil ? notUTF8 : nil
    }

    /// At most the 123 bytes that fit into a close frame, cut between two characters.
    static func cut(_ reason: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for character in reason {
            let next = Array(character.utf8)
            if bytes.count + next.count > 123 { break }
            bytes.append(contentsOf: next)
        }
        return bytes
    }
}
