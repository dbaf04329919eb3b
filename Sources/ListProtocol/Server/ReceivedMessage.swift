/// What a server says, as a client reads it.
package enum ReceivedMessage: Hashable, Sendable {
    case welcome(Welcome)
    case opened(Opened)
    /// A snapshot, or one of its parts.
    case snapshot(Snapshot, part: Int, parts: Int)
    case catchup(ReceivedSets)
    case changes(ReceivedSets)
    case ack(Ack)
    case reject(ReceivedRefusal)
    case error(ReceivedRefusal)
    case head(Head)
    case presence(PresenceMessage)
    case closed(Closed)
    case lists(ListsMessage)
    case created(Created)
    case pong(Int?)
    /// Of a type that this client does not know; to be ignored.
    case unknown(type: String)

    /// Which list it is about, where it is about one.
    package var list: ListID? {
        switch self {
        case .opened(let message): message.list
        case .snapshot(let message, _, _): message.list
        case .catchup(let message), .changes(let message): message.list
        case .ack(let message): message.list
        case .reject(let message), .error(let message): message.list
        case .head(let message): message.list
        case .presence(let message): message.list
        case .closed(let message): message.list
        case .created(let message): message.list
        case .welcome, .lists, .pong, .unknown: nil
        }
    }
}
