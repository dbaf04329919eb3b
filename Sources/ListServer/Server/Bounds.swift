/// What one server bears, beside the limits that `welcome` tells.
package struct Bounds: Hashable, Sendable {
    /// Lists in the store; more are not created.
    package var lists = 100_000
    /// Sessions of one address.
    package var sessionsPerAddress = 1_000
    /// Edits, undos and redos of one session in the long run; 0: 5,000 where tokens are asked for, and
    /// any number where everyone owns every list, and so could do worse.
    package var editsPerSecond = 0
    /// Of those, at once after a pause.
    package var editBurst = 10_000
    /// Seconds until a session must have said hello.
    package var helloSeconds = 10
    /// Seconds until the head of a request, and a TLS handshake, must be through.
    package var headSeconds = 10
    /// Seconds until a request with its body must be through.
    package var requestSeconds = 20
    /// Seconds that a connection is kept without a request.
    package var keepAliveSeconds = 60
    /// Bytes of a request's body.
    package var bodyBytes = 1_048_576
    /// Bytes of memory that peers may make the server hold, all together: queues, messages and requests
    /// that are half read, answers under way, histories of lists (see ``MemoryLedger``).
    package var queueTotalBytes = 268_435_456

    package init() {}
}
