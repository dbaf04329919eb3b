import JSON

/// Reads one message of a frame.
enum MessageReader {
    /// - Throws: where the envelope is malformed, or a number outside the JSON limits: then the
    ///   whole frame is refused.
    static func read(
        _ value: JSONValue, limits: Limits
    ) throws(DecodingProblem) -> DecodedMessage {
        guard case .object(let object) = value else {
            throw DecodingProblem("", "a message must be an object")
        }
        let members = Members(object)
        switch try members.string("type") {
        case "edit":
            return .message(.edit(try EditMessage(members: members, limits: limits)))
        case "undo": return .message(.undo(try UndoMessage(members: members)))
        case "redo": return .message(.redo(try UndoMessage(members: members)))
        case "presence":
            let list = try members.list()
            return try content(or: .badMessage, list) { () throws(DecodingProblem) in
                .presence(
                    PresenceUpdate(list: list, state: try PresenceState(members: members)))
            }
        case "ping": return .message(.ping(try members.whole(ifPresent: "n")))
        case "open": return .message(.open(try OpenList(members: members)))
        case "close": return .message(.close(try members.list()))
        case "lists": return .message(.lists)
        case "create":
            let list = try members.list()
            return try content(or: .badMessage, list) { () throws(DecodingProblem) in
                .create(try CreateList(members: members, limits: limits))
            }
        case "delete": return .message(.delete(try members.list()))
        case "hello":
            return try content(or: .badHello, nil) { () throws(DecodingProblem) in
                .hello(try Hello(members: members, limits: limits))
            }
        default:
            return .problem(
                ErrorMessage(
                    .unknownType, "unknown type", list: readableList(members),
                    id: members["id"]?.whole))
        }
    }

    /// Reads what is beyond the envelope: wrong there, the message alone is refused.
    private static func content(
        or code: ErrorCode, _ list: ListID?,
        _ read: () throws(DecodingProblem) -> ClientMessage
    ) throws(DecodingProblem) -> DecodedMessage {
        do throws(DecodingProblem) {
            return .message(try read())
        } catch {
            guard error.kind != .outsideLimits else { throw error }
            return .problem(ErrorMessage(code, error.message, list: list))
        }
    }

    private static func readableList(_ members: Members) -> ListID? {
        members["list"]?.string.flatMap(ListID.init(checking:))
    }
}
