package import JSON
import ListEditing
import TextBytes

/// A message that a server sends.
package protocol ServerMessage: Sendable {
    /// Writes the message as one JSON object.
    func write(to writer: inout JSONWriter)

    /// The approximate number of bytes of the message, which its buffer reserves.
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

/// Frames of messages from a server.
package enum ServerFrame {
    /// The frame of encoded messages: one message as it is, or an array of several.
    package static func joined(_ messages: [[UInt8]]) -> [UInt8] {
        if messages.count == 1 { return messages[0] }
        var writer = JSONWriter(capacity: messages.reduce(2) { $0 + $1.count + 1 })
        writer.array { writer in
            for message in messages { writer.raw(message) }
        }
        return writer.bytes
    }
}

extension ServerFrame {
    /// Reads a frame that a server sent: one message, or an array of messages.
    ///
    /// Unknown members are ignored; a message of an unknown type becomes `unknown`.
    ///
    /// - Throws: a `DecodingProblem` where it is not a frame of the protocol.
    /// - Complexity: O(n) in the bytes.
    package static func decode(_ bytes: [UInt8]) throws(DecodingProblem) -> [ReceivedMessage] {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.read(bytes, maximumDepth: JSONReader.ownDepth)
        } catch {
            throw DecodingProblem("", "must be JSON: \(error.message)")
        }
        guard case .array(let values) = value else { return [try read(value)] }
        var messages: [ReceivedMessage] = []
        messages.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            do { messages.append(try read(value)) } catch { throw error.within("[\(index)]") }
        }
        return messages
    }

    private static func read(_ value: JSONValue) throws(DecodingProblem) -> ReceivedMessage {
        let members = try Members(value)
        let type = try members.string("type")
        // Canonical equivalence: a word has at most 32 bytes.
        switch type.word {
        case "welcome": return .welcome(try Welcome(members: members))
        case "opened": return .opened(try Opened(members: members))
        case "snapshot":
            let state = try ListState(snapshot: value)
            let snapshot = Snapshot(
                list: try members.list(), epoch: try members.string("epoch"), state: state,
                hasAuthors: state.sections.contains { $0.rows.tellAuthors })
            return .snapshot(
                snapshot, part: try members.whole(ifPresent: "part", atLeast: 0) ?? 0,
                parts: try members.whole(ifPresent: "parts", atLeast: 1) ?? 1)
        case "outline": return .outline(try Outline(members: members))
        case "rows": return .rows(try RowsMessage(members: members))
        case "checked": return .checked(try Checked(members: members))
        case "found": return .found(try Found(members: members))
        case "catchup": return .catchup(try ReceivedChanges(members: members))
        case "changes": return .changes(try ReceivedChanges(members: members))
        case "ack": return .ack(try Ack(members: members))
        case "reject": return .reject(try ReceivedRefusal(members: members))
        case "error": return .error(try ReceivedRefusal(members: members))
        case "head": return .head(try Head(members: members))
        case "presence": return .presence(try PresenceMessage(members: members))
        case "closed":
            return .closed(
                Closed(list: try members.list(), code: try members.string(ifPresent: "code") ?? ""))
        case "lists": return .lists(try ListsMessage(members: members))
        case "created":
            return .created(
                Created(
                    list: try members.list(), epoch: try members.string("epoch"),
                    revision: try members.whole(ifPresent: "revision") ?? 0))
        case "renewed": return .renewed(Renewed(until: try members.whole("until")))
        case "pong": return .pong(try members.whole(ifPresent: "n"))
        default: return .unknown(type: type)
        }
    }
}
