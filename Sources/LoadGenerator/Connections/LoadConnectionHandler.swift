/// What happens on connections is told to this.
protocol SwarmHandler: AnyObject {
    /// The handshake is through: the first message may be sent.
    func opened(_ connection: SwarmConnection)

    /// Something came; the bytes are in the connection's reader until this returns.
    ///
    /// - Parameter now: When it was read.
    func received(_ event: FrameEvent, on connection: SwarmConnection, at now: Int64)

    /// The connection is gone, and not because it was asked to.
    func lost(_ connection: SwarmConnection, _ reason: String)
}
