import Foundation
import JSON

@testable import NATS

/// A stream of a simulation: what it has taken, in order, and what is removed of it.
///
/// Removed messages are kept, so that it can be read as it was at an earlier moment: as a node has it that
/// lags, or a leader that was deposed.
struct SimulatedStream: Sendable {
    private struct Message: Sendable {
        let sequence: Int
        let subject: String
        let headers: NATSHeaders
        let payload: [UInt8]
        let taken: Double
        var removed = Double.infinity

        func isThere(_ moment: Double) -> Bool { taken <= moment && removed > moment }

        var stored: StoredMessage {
            StoredMessage(
                subject: subject, sequence: sequence, headers: headers, payload: payload,
                time: Date(timeIntervalSince1970: taken).ISO8601Format())
        }
    }

    let settings: StreamSettings
    /// The message of sequence n is at n - 1.
    private var messages: [Message] = []
    /// The message of each id that is remembered.
    private var ids: [String: (sequence: Int, taken: Double)] = [:]

    init(_ settings: StreamSettings) { self.settings = settings }

    private var subjects: [String] { settings["subjects"]?.array?.compactMap(\.string) ?? [] }

    /// Whether it keeps the messages of a subject.
    func takes(_ subject: String) -> Bool {
        subjects.contains { Self.matches(subject, $0) }
    }

    private static func matches(_ subject: String, _ filter: String) -> Bool {
        if subject == filter { return true }
        guard filter.utf8.contains(UInt8(ascii: "*")) || filter.utf8.last == UInt8(ascii: ">")
        else { return false }
        let (tokens, wanted) = (subject.split(separator: "."), filter.split(separator: "."))
        for (place, token) in wanted.enumerated() {
            if token == ">" { return tokens.count > place }
            guard place < tokens.count, token == "*" || token == tokens[place] else { return false }
        }
        return tokens.count == wanted.count
    }

    // MARK: Reading

    /// The last sequence.
    func last(at moment: Double) -> Int {
        messages.last { $0.taken <= moment }?.sequence ?? 0
    }

    /// The last message of a subject.
    func last(of subject: String, at moment: Double) -> StoredMessage? {
        messages.last { $0.subject == subject && $0.isThere(moment) }?.stored
    }

    /// The messages of a subject at or after a sequence, oldest first.
    func messages(
        of filter: String, from sequence: Int, at moment: Double
    ) -> some Sequence<StoredMessage> {
        messages.dropFirst(max(0, sequence - 1)).lazy
            .filter { $0.isThere(moment) && Self.matches($0.subject, filter) }.map(\.stored)
    }

    /// The subjects that have messages, in order of their first.
    func subjects(of filter: String, at moment: Double) -> [String] {
        var found: Set<String> = []
        return messages(of: filter, from: 1, at: moment).map(\.subject)
            .filter { found.insert($0).inserted }
    }

    func info(at moment: Double) throws(JetStreamError) -> StreamInfo {
        let there = messages.filter { $0.isThere(moment) }
        let last = last(at: moment)
        let state: [(String, JSONValue)] = [
            ("messages", .whole(there.count)),
            ("bytes", .whole(there.reduce(0) { $0 + $1.payload.count })),
            ("first_seq", .whole(there.first?.sequence ?? last + 1)), ("last_seq", .whole(last)),
        ]
        let members = state.map { JSONObject.Member(name: $0, value: $1) }
        return try StreamInfo(
            JSONObject([
                .init(name: "config", value: .object(JSONObject(settings.members))),
                .init(name: "state", value: .object(JSONObject(members))),
            ]))
    }

    // MARK: Changing

    /// Takes a message; as in NATS, the expectation is compared before the id.
    mutating func append(
        _ payload: [UInt8], to subject: String, expected: Int?, id: String?, headers: NATSHeaders,
        at moment: Double
    ) -> PublishOutcome {
        let last = last(of: subject, at: moment)?.sequence ?? 0
        if let expected, expected != last { return .conflict(last: last) }
        if let id, let known = ids[id], moment - known.taken < windowSeconds {
            return .stored(sequence: known.sequence, isDuplicate: true)
        }
        var headers = headers
        headers["Nats-Msg-Id"] = id
        messages.append(
            Message(
                sequence: messages.count + 1, subject: subject, headers: headers,
                payload: payload, taken: moment))
        if let id { ids[id] = (messages.count, moment) }
        return .stored(sequence: messages.count, isDuplicate: false)
    }

    private var windowSeconds: Double {
        Double(settings["duplicate_window"]?.whole ?? 0) / 1e9
    }

    mutating func remove(_ filter: String, below sequence: Int, at moment: Double) -> Int {
        var removed = 0
        for place in messages.indices.prefix(max(0, sequence - 1))
        where messages[place].isThere(moment) && Self.matches(messages[place].subject, filter) {
            messages[place].removed = moment
            removed += 1
        }
        return removed
    }
}
