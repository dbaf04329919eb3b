/// Something that the server sent is no WebSocket stream that a client can go on with.
enum WireError: Error, Hashable {
    case masked
    case binary
    case tooLong
    case refused(String)
}
