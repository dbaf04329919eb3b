import Foundation

/// One HTTP connection, one request after the other.
final class HTTPClient {
    let socket: RawSocket
    private var unread: [UInt8] = []

    /// An answer.
    struct Answer {
        var status: Int
        var fields: [String: String]
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    init(port: Int) throws {
        socket = try RawSocket(port: port)
    }

    /// Sends a request (its `Host` is added) and reads the answer.
    func exchange(
        _ line: String, fields: [String] = [], body: String = ""
    ) throws -> Answer {
        try send(line, fields: fields, body: body)
        return try receive(isHead: line.hasPrefix("HEAD"))
    }

    func send(_ line: String, fields: [String] = [], body: String = "") throws {
        let head = ([line, "Host: localhost"] + fields).joined(separator: "\r\n")
        try socket.send(head + "\r\n\r\n" + body)
    }

    func receive(isHead: Bool = false) throws -> Answer {
        while unread.firstRange(of: Array("\r\n\r\n".utf8)) == nil { try readMore() }
        guard let end = unread.firstRange(of: Array("\r\n\r\n".utf8)) else {
            throw RawSocket.Failure.closed
        }
        let lines = String(decoding: unread[..<end.lowerBound], as: UTF8.self)
            .split(separator: "\r\n")
        unread.removeFirst(end.upperBound)
        var answer = Answer(
            status: Int(lines[0].split(separator: " ")[1]) ?? 0, fields: [:], body: [])
        for line in lines.dropFirst() {
            let sides = line.split(separator: ":", maxSplits: 1)
            answer.fields[sides[0].lowercased()] = sides[1].trimmingCharacters(in: .whitespaces)
        }
        let count = isHead ? 0 : Int(answer.fields["content-length"] ?? "0") ?? 0
        while unread.count < count { try readMore() }
        answer.body = Array(unread.prefix(count))
        unread.removeFirst(count)
        return answer
    }

    /// Whether the stream ends now, without anything more.
    func isAtEnd() throws -> Bool {
        try unread.isEmpty && socket.receive().isEmpty
    }

    private func readMore() throws {
        let bytes = try socket.receive()
        guard !bytes.isEmpty else { throw RawSocket.Failure.closed }
        unread += bytes
    }
}
