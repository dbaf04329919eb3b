// Canonical equivalence in this file: settings of the operator, and what the operator's own NATS
// servers write.
import Foundation
import JSON

/// A message that a stream keeps.
package struct StoredMessage: Sendable, Hashable {
    package let subject: String
    package let sequence: Int
    /// The headers that the writer gave it.
    package let headers: NATSHeaders
    package let payload: [UInt8]
    /// When the stream's leader took it, as `2026-01-31T12:00:00.123456789Z`; nil where a consumer sent it.
    package var time: String?

    /// The id that the writer gave it.
    package var id: String? { headers["Nats-Msg-Id"] }
}

/// Messages of a subject, in their order.
package struct StoredBatch: Sendable, Hashable {
    package var messages: [StoredMessage]
    /// Whether the stream had more when it answered.
    package var isMore: Bool
    /// The last sequence of the stream, of any subject, as the node that answered knew it; 0 where it
    /// does not say.
    package var upTo: Int

    package init(messages: [StoredMessage], isMore: Bool, upTo: Int = 0) {
        self.messages = messages
        self.isMore = isMore
        self.upTo = upTo
    }
}

extension JetStream {
    package func lastMessage(
        of subject: String, in stream: String
    ) async throws(JetStreamError) -> StoredMessage? {
        try await readFromLeader(stream) { $0.member("last_by_subj", subject) }
    }

    package func lastMessageOfAnyNode(
        of subject: String, in stream: String
    ) async throws(JetStreamError) -> StoredMessage? {
        try await readOne(stream) { $0.member("last_by_subj", subject) }
    }

    package func nextMessageOfLeader(
        of subject: String, from sequence: Int, in stream: String
    ) async throws(JetStreamError) -> StoredMessage? {
        try await readFromLeader(stream) { body in
            body.member("seq", sequence)
            body.member("next_by_subj", subject)
        }
    }

    private func readFromLeader(
        _ stream: String, _ members: (inout JSONWriter) -> Void
    ) async throws(JetStreamError) -> StoredMessage? {
        var body = JSONWriter(capacity: 128)
        body.object { members(&$0) }
        do throws(JetStreamError) {
            let answer = try await ask("STREAM.MSG.GET.\(stream)", body.bytes)
            guard let message = answer["message"]?.object.flatMap(StoredMessage.init(answer:))
            else {
                throw .unreadable("a message")
            }
            return message
        } catch .refused(_, JetStreamError.Number.messageNotFound, _) {
            return nil
        }
    }

    /// Reads the message at a sequence, from any node that keeps the stream; nil where there is none.
    ///
    /// A node that lags does not have the newest messages yet.
    package func message(
        at sequence: Int, in stream: String
    ) async throws(JetStreamError) -> StoredMessage? {
        try await readOne(stream) { $0.member("seq", sequence) }
    }

    package func nextMessage(
        of subject: String, from sequence: Int, in stream: String
    ) async throws(JetStreamError) -> StoredMessage? {
        try await readOne(stream) { body in
            body.member("seq", sequence)
            body.member("next_by_subj", subject)
        }
    }

    package func messages(
        of subject: String, from sequence: Int, in stream: String, limit: Int, maximumBytes: Int
    ) async throws(JetStreamError) -> StoredBatch {
        try await readBatch(stream) { body in
            body.member("seq", sequence)
            body.member("next_by_subj", subject)
            body.member("batch", limit)
            body.member("max_bytes", maximumBytes)
        }
    }

    package func lastMessages(
        of subjects: [String], in stream: String, maximumBytes: Int
    ) async throws(JetStreamError) -> StoredBatch {
        try await readBatch(stream) { body in
            body.name("multi_last")
            body.array { names in for subject in subjects { names.string(subject) } }
            body.member("max_bytes", maximumBytes)
        }
    }

    // MARK: Direct gets

    private func readOne(
        _ stream: String, _ members: (inout JSONWriter) -> Void
    ) async throws(JetStreamError) -> StoredMessage? {
        var body = JSONWriter(capacity: 128)
        body.object { members(&$0) }
        let answer: NATSMessage
        do throws(RequestError) {
            answer = try await connection.request(
                "$JS.API.DIRECT.GET.\(stream)", payload: body.bytes, seconds: seconds)
        } catch {
            throw .request(error)
        }
        if answer.status == 404 { return nil }
        return try StoredMessage(answer)
    }

    private func readBatch(
        _ stream: String, _ members: (inout JSONWriter) -> Void
    ) async throws(JetStreamError) -> StoredBatch {
        var body = JSONWriter(capacity: 128)
        body.object { members(&$0) }
        var answers: [NATSMessage]
        do throws(RequestError) {
            answers = try await connection.requestBatch(
                "$JS.API.DIRECT.GET.\(stream)", payload: body.bytes, seconds: seconds)
        } catch {
            throw .request(error)
        }
        let end = answers.popLast()
        switch end?.status {
        case 204: break
        case 404 where answers.isEmpty: return StoredBatch(messages: [], isMore: false)
        default:
            throw .refused(
                code: end?.status ?? 0, number: 0, end?.headers["Description"] ?? "a batch")
        }
        var messages: [StoredMessage] = []
        var last = 0
        for answer in answers {
            // A node may drop answers to a slow connection; each names the one before it.
            guard answer.headers["Nats-Last-Sequence"].flatMap({ Int($0) }) == last else {
                throw .unreadable("a batch with gaps")
            }
            let message = try StoredMessage(answer)
            last = message.sequence
            messages.append(message)
        }
        guard end?.headers["Nats-Last-Sequence"].flatMap({ Int($0) }) == last else {
            throw .unreadable("a batch with gaps")
        }
        let pending = end?.headers["Nats-Num-Pending"].flatMap { Int($0) } ?? 0
        let upTo = end?.headers["Nats-UpTo-Sequence"].flatMap { Int($0) } ?? 0
        return StoredBatch(messages: messages, isMore: pending > 0, upTo: upTo)
    }
}

extension StoredMessage {
    /// What servers add to a message that they send from a stream.
    private static let added = [
        "Nats-Stream", "Nats-Subject", "Nats-Sequence", "Nats-Time-Stamp", "Nats-Num-Pending",
        "Nats-Last-Sequence", "Nats-UpTo-Sequence",
    ]

    /// Reads the answer to a direct get.
    init(_ answer: NATSMessage) throws(JetStreamError) {
        if let status = answer.status {
            throw .refused(code: status, number: 0, answer.headers["Description"] ?? "a direct get")
        }
        guard let subject = answer.headers["Nats-Subject"],
            let sequence = answer.headers["Nats-Sequence"].flatMap({ Int($0) })
        else { throw .unreadable("a message") }
        let time = answer.headers["Nats-Time-Stamp"]
        var headers = answer.headers
        for name in Self.added { headers[name] = nil }
        self.init(
            subject: subject, sequence: sequence, headers: headers, payload: answer.payload,
            time: time)
    }

    /// Reads the answer of a leader; nil where it is not one.
    fileprivate init?(answer: JSONObject) {
        func bytes(_ name: String) -> [UInt8]? {
            guard let text = answer[name]?.string else { return [] }
            return Data(base64Encoded: text).map { [UInt8]($0) }
        }
        guard let subject = answer["subject"]?.string, let sequence = answer["seq"]?.whole,
            let payload = bytes("data"), let head = bytes("hdrs")
        else { return nil }
        self.init(
            subject: subject, sequence: sequence, headers: NATSHeaders(lines: head),
            payload: payload, time: answer["time"]?.string)
    }
}

extension NATSHeaders {
    /// Reads headers as they are sent: a line with the version, a line for each, CR LF after each.
    init(lines: [UInt8]) {
        self.init()
        for line in String(decoding: lines, as: UTF8.self).split(separator: "\r\n").dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            self[String(line[..<colon])] = String(value)
        }
    }
}
