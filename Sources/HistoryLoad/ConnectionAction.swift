/// What the crowd wants done with its connections.
package enum CrowdOrder: Equatable, Sendable {
    /// Connect this client.
    case connect(Int)
    /// Send this as one frame on the client's connection.
    case send(Int, [UInt8])
    /// Cut the client's connection without a word; nothing more is heard of it.
    case cut(Int)
}
