/// What an ``Outgoing`` connection is for; on the loop's thread.
protocol DialGoal: AnyObject {
    /// The HTTP method; empty for a WebSocket.
    var method: String { get }
    /// The WebSocket subprotocol to offer; empty offers none.
    var subprotocol: String { get }
    /// Header lines for the request.
    var headerLines: [UInt8] { get }
    /// Whether a body follows the request's head.
    var hasBody: Bool { get }
    /// Within so many seconds each step must be done: the connection, then what follows.
    var stepSeconds: (connection: Double, answer: Double) { get }

    /// Writes more of the body; true once it is all written.
    func writeBody(to socket: Socket) -> Bool
    /// The peer has answered as asked; from here on the socket's role is the goal's to give.
    func reached(_ socket: Socket)
    /// There will be no answer. Called at most once, and not after ``reached(_:)``.
    func failed(_ error: DialError)
}
