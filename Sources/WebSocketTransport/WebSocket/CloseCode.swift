/// Close codes (RFC 6455, section 7.4) that the transport itself gives.
enum CloseCode {
    static let goingAway = 1001
    static let protocolError = 1002
    static let notUTF8 = 1007
    /// The server is overloaded.
    static let tryAgainLater = 1013
    /// This application's: the peer took nothing for too long.
    static let stalled = 4408

    /// What to close with instead, where a peer's close frame is one that libwebsockets would give back.
    static func problem(ofPeers payload: UnsafeRawBufferPointer) -> Int? {
        guard payload.count >= 2 else { return unsafe payload.isEmpty ? nil : protocolError }
        guard unsafe Int(payload[0]) << 8 | Int(payload[1]) < 5000 else { return protocolError }
        let reason = unsafe payload.dropFirst(2)
        return unsafe String(validating: reason, as: UTF8.self) == nil ? notUTF8 : nil
    }

    /// At most the 123 bytes that a close frame has room for, cut between two characters.
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
