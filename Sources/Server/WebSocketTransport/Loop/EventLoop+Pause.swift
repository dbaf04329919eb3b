extension EventLoop {
    /// Waits without holding the loop up.
    ///
    /// To be called on the loop's thread.
    package func pause(seconds: Double) async {
        await withCheckedContinuation { continuation in
            _ = schedule(after: seconds) { continuation.resume() }
        }
    }
}
