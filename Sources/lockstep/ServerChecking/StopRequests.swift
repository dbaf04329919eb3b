import UnixSignals

/// How often somebody has asked the check to stop (Ctrl-C, or SIGTERM).
actor StopRequests {
    private(set) var count = 0

    /// Listens until the surrounding task is cancelled.
    func listen() async {
        for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) { count += 1 }
    }
}
