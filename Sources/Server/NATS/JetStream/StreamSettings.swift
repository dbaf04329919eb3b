// Canonical equivalence in this file: settings of the operator, and what the operator's own NATS
// servers write.
import Foundation
package import JSON

/// The settings of a stream, with those that this version does not know.
package struct StreamSettings: Sendable, Hashable {
    package private(set) var members: [JSONObject.Member]

    package init(_ members: [JSONObject.Member]) {
        self.members = members
    }

    /// A setting by JetStream's name for it.
    package subscript(setting: String) -> JSONValue? {
        get { members.first { $0.name == setting }?.value }
        set {
            members.removeAll { $0.name == setting }
            if let newValue { members.append(JSONObject.Member(name: setting, value: newValue)) }
        }
    }

    package var name: String { self["name"]?.string ?? "" }

    /// The copies that are kept of each message.
    package var replicas: Int { self["num_replicas"]?.whole ?? 1 }

    /// The settings of a stream on disk that keeps all it is given and refuses what does not fit.
    ///
    /// - Parameters:
    ///   - maximumBytes: nil for as much as the nodes have.
    ///   - duplicateSeconds: for how long the ids of messages are remembered.
    package static func log(
        name: String, subjects: [String], replicas: Int, maximumBytes: Int?, duplicateSeconds: Int
    ) -> StreamSettings {
        StreamSettings([
            .init(name: "name", value: .string(name)),
            .init(name: "subjects", value: .array(subjects.map { .string($0) })),
            .init(name: "retention", value: .string("limits")),
            .init(name: "storage", value: .string("file")),
            .init(name: "discard", value: .string("new")),
            .init(name: "num_replicas", value: .whole(replicas)),
            .init(name: "max_bytes", value: .whole(maximumBytes ?? -1)),
            .init(name: "max_msgs", value: .whole(-1)),
            .init(name: "max_msgs_per_subject", value: .whole(-1)),
            .init(name: "max_msg_size", value: .whole(-1)),
            .init(name: "max_age", value: .whole(0)),
            .init(name: "duplicate_window", value: .whole(duplicateSeconds * 1_000_000_000)),
            .init(name: "allow_direct", value: .bool(true)),
            .init(name: "allow_msg_ttl", value: .bool(true)),
        ])
    }

    /// Settings of which any value but this one, or none, makes a log unsafe.
    private static let forbidden: [(name: String, safe: [JSONValue])] = [
        ("sealed", [.bool(false)]),
        ("no_ack", [.bool(false)]),
        ("deny_purge", [.bool(false)]),
        ("allow_rollup_hdrs", [.bool(false)]),
        ("persist_mode", [.string("default"), .string("")]),
        ("mirror", [.null]),
        ("sources", [.null, .array([])]),
        ("subject_transform", [.null]),
        ("republish", [.null]),
        ("discard_new_per_subject", [.bool(false)]),
    ]

    /// What has to change in these settings of a stream so that they are those of `wanted`: one text for
    /// each, with JetStream's names.
    package func differences(from wanted: StreamSettings) -> [String] {
        var found: [String] = []
        for member in wanted.members {
            let value = self[member.name]
            if value != member.value {
                found.append(
                    "\(member.name) is \(value?.canonicalText ?? "not set"), and must be "
                        + member.value.canonicalText)
            }
        }
        for (name, safe) in Self.forbidden {
            guard let value = self[name], !safe.contains(value) else { continue }
            found.append("\(name) is \(value.canonicalText), and must be removed")
        }
        return found
    }

    var json: [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.canonical(.object(JSONObject(members)))
        return writer.bytes
    }
}

/// What a stream's leader says of it.
package struct StreamInfo: Sendable, Hashable {
    package let settings: StreamSettings
    /// The version of the node that answered, as `2.15.1`.
    package let serverVersion: String
    package let messages: Int
    package let bytes: Int
    package let firstSequence: Int
    package let lastSequence: Int
    /// When the leader took the last message, in Unix milliseconds; nil where the stream has never had one.
    package let lastTime: Int?
    /// The node that leads the stream; nil during an election.
    package let leader: String?
    /// The other nodes that keep copies.
    package let followers: [Follower]

    /// A node that keeps a copy of a stream.
    package struct Follower: Sendable, Hashable {
        package let name: String
        package let isCurrent: Bool
        package let isOffline: Bool
        /// Seconds since the leader heard of it.
        package let silence: Double
    }

    init(_ answer: JSONObject) throws(JetStreamError) {
        guard let settings = answer["config"]?.object, let state = answer["state"]?.object,
            let messages = state["messages"]?.whole, let bytes = state["bytes"]?.whole,
            let first = state["first_seq"]?.whole, let last = state["last_seq"]?.whole
        else { throw .unreadable("a stream") }
        self.settings = StreamSettings(settings.members)
        serverVersion = settings["metadata"]?.object?["_nats.ver"]?.string ?? ""
        self.messages = messages
        self.bytes = bytes
        firstSequence = first
        lastSequence = last
        lastTime = last == 0 ? nil : state["last_ts"]?.string.flatMap(Self.milliseconds)
        let cluster = answer["cluster"]?.object
        leader = cluster?["leader"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        followers = (cluster?["replicas"]?.array ?? []).compactMap { replica in
            guard let replica = replica.object, let name = replica["name"]?.string else {
                return nil
            }
            return Follower(
                name: name, isCurrent: replica["current"] == .bool(true),
                isOffline: replica["offline"] == .bool(true),
                silence: Double(replica["active"]?.whole ?? 0) / 1e9)
        }
    }

    /// Reads a time as `2026-01-31T12:00:00.123456789Z`, of which the fraction counts as nothing.
    private static func milliseconds(_ time: String) -> Int? {
        let seconds = try? Date(String(time.prefix(19)) + "Z", strategy: .iso8601)
        // A stream that was emptied may name the beginning of time.
        return seconds.flatMap {
            $0.timeIntervalSince1970 > 0 ? Int($0.timeIntervalSince1970) * 1000 : nil
        }
    }

    /// The names of the nodes that keep copies, as far as they are known.
    package var nodes: [String] { (leader.map { [$0] } ?? []) + followers.map(\.name) }
}
