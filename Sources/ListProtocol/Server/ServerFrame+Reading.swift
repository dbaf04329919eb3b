import JSON
import ListEditing

extension ServerFrame {
    /// Reads a frame that a server sent: one message, or an array of messages.
    ///
    /// Unknown fields are ignored, and a message of an unknown type is told as such.
    ///
    /// - Throws: a `DecodingProblem` where it is no frame of the protocol.
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
        switch type {
        case "welcome": return .welcome(try Welcome(members: members))
        case "opened": return .opened(try Opened(members: members))
        case "snapshot":
            let snapshot = Snapshot(
                list: try members.list(), epoch: try members.string("epoch"),
                state: try ListState(json: value))
            return .snapshot(
                snapshot, part: try members.whole(ifPresent: "part", atLeast: 0) ?? 0,
                parts: try members.whole(ifPresent: "parts", atLeast: 1) ?? 1)
        case "catchup": return .catchup(try ReceivedSets(members: members))
        case "changes": return .changes(try ReceivedSets(members: members))
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
        case "pong": return .pong(try members.whole(ifPresent: "n"))
        default: return .unknown(type: type)
        }
    }
}
