/// Whether a peer receives what is sent to it.
struct SendProgress {
    private var unacknowledged: Int32 = -1
    private var lastMoved = 0.0
    private var hasWritten = false

    /// Records that bytes were written.
    mutating func wrote() {
        hasWritten = true
    }

    /// Restarts the time: no bytes are queued.
    mutating func restart(_ now: Double) {
        lastMoved = now
    }

    /// Whether the peer has received nothing for `seconds`; called regularly while bytes are queued.
    ///
    /// - Parameters:
    ///   - now: Monotonic seconds.
    ///   - unacknowledged: The bytes that the kernel holds and the peer has not received.
    mutating func hasStalled(
        _ now: Double, unacknowledged: Int32, after seconds: Double
    ) -> Bool {
        if hasWritten || unacknowledged != self.unacknowledged {
            hasWritten = false
            self.unacknowledged = unacknowledged
            lastMoved = now
        }
        return now - lastMoved >= seconds
    }
}
