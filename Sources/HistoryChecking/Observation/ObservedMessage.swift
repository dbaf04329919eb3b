import JSON

/// What a server says, as far as it matters to the properties and to a client that edits.
package enum HeardMessage: Sendable {
    case welcome(client: String)
    case opened(list: String, epoch: String, revision: Int, lastId: Int)
    case snapshot(HeardSnapshot)
    case sets(HeardSets)
    case answer(HeardAnswer)
    case head(list: String, revision: Int, digest: String)
    case created(list: String, epoch: String)
    case closed(list: String)
    /// An error that is no answer to an edit.
    case error(code: String, list: String?, message: String)
    case other
    /// No message of the protocol.
    case unreadable(String)

    init(reading value: JSONValue) {
        guard let object = value.object else {
            self = .unreadable("a message must be an object")
            return
        }
        do throws(Unreadable) {
            self = try HeardMessage(Heard(object), value)
        } catch {
            self = .unreadable(error.text)
        }
    }

    private init(_ heard: Heard, _ value: JSONValue) throws(Unreadable) {
        switch try heard.text("type") {
        case "welcome": self = .welcome(client: try heard.text("client"))
        case "opened":
            self = .opened(
                list: try heard.text("list"), epoch: try heard.text("epoch"),
                revision: try heard.whole("revision"), lastId: try heard.whole("lastId"))
        case "snapshot": self = .snapshot(try HeardSnapshot(heard, value))
        case "changes": self = .sets(try HeardSets(heard, isCatchup: false))
        case "catchup": self = .sets(try HeardSets(heard, isCatchup: true))
        case "ack", "reject": self = .answer(try HeardAnswer(heard))
        case "error":
            if heard["id"] != nil {
                self = .answer(try HeardAnswer(heard))
            } else {
                self = .error(
                    code: try heard.text("code"), list: heard["list"]?.string,
                    message: heard["message"]?.string ?? "")
            }
        case "head":
            self = .head(
                list: try heard.text("list"), revision: try heard.whole("revision"),
                digest: try heard.text("digest"))
        case "created":
            self = .created(list: try heard.text("list"), epoch: try heard.text("epoch"))
        case "closed": self = .closed(list: try heard.text("list"))
        default: self = .other
        }
    }
}
