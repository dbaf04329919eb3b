/// Who speaks on a ``Socket``: HTTP first, WebSocket after an upgrade.
///
/// On the loop's thread.
protocol SocketRole: AnyObject {
    /// The socket takes more, and nothing is partly sent. False: libwebsockets is to close it.
    func becameWritable() -> Bool
    /// The socket is gone. Called exactly once.
    func closed()
    /// Called some times a second, with the monotonic time in seconds.
    func tick(_ now: Double)
    /// The listener closes: ends the socket unless something is under way on it.
    func retire()
    /// The socket's account was made to pay: gives back what can be given back.
    func reclaim()
}

extension SocketRole {
    func reclaim() {}
}
