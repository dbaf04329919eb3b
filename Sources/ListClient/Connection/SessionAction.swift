/// What a ``SessionMachine`` wants done.
enum SessionAction: Equatable {
    /// Dial; what comes of it is told with the attempt's number.
    case connect(attempt: Int)
    /// Say who one is.
    case hello
    /// Send a ping with this number.
    case ping(Int)
    /// Cut the connection; nothing of it is told any more.
    case drop
    /// Close the connection in order.
    case close
    /// The state is another one.
    case become(ConnectionState)
}
