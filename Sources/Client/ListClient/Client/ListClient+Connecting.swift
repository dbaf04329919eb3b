import WebSocketTransport

extension ListClient {
    /// Connects to a server.
    ///
    /// - Parameters:
    ///   - url: `http`, `https`, `ws` or `wss`, with host and port.
    ///   - options: who the client is.
    /// - Throws: `ListClientError` where the server cannot be reached or refuses, `.timedOut`, and
    ///   `.cancelled` with the task.
    public static func connect(
        to url: String, _ options: ClientOptions = ClientOptions()
    ) async throws -> ListClient {
        try await connect(to: [url], options)
    }

    /// Connects to one of several servers of the same lists.
    ///
    /// They are tried in turn, the first one first. The client stays with the server that it reached until
    /// that session ends, and goes on at the next.
    ///
    /// - Parameters:
    ///   - urls: `http`, `https`, `ws` or `wss`, with host and port; at least one.
    ///   - options: who the client is.
    /// - Throws: `ListClientError` where no server can be reached or one refuses, `.cancelled` with the
    ///   task.
    public static func connect(
        to urls: [String], _ options: ClientOptions = ClientOptions()
    ) async throws -> ListClient {
        guard !urls.isEmpty else { throw ListClientError.badURL("no address of a server is given") }
        let addresses: [RemoteURL]
        do throws(DialError) {
            addresses = try urls.map { url throws(DialError) in try RemoteURL(url) }
        } catch {
            throw ListClientError.badURL(error.description)
        }
        let loop = try EventLoop(name: "client")
        loop.start()
        var configuration = DialerConfiguration()
        configuration.trustRoots = options.trustRoots
        if let timeout = options.timeout {
            let seconds = timeout / .seconds(1)
            configuration.connectSeconds = min(configuration.connectSeconds, seconds)
            configuration.requestSeconds = min(configuration.requestSeconds, seconds)
        }
        let dialer = try await Dialer(configuration, on: loop)
        let client = ListClient(addresses, options, loop: loop, dialer: dialer, ownsLoop: true)
        do {
            try await client.start()
        } catch {
            await client.stop()
            throw error
        }
        return client
    }
}

extension ListClient {
    /// Opens a list, and keeps it in step from here on.
    ///
    /// - Parameter authors: Whether its rows tell who inserted and last changed them (`Row.added`,
    ///   `Row.by`). Without it, or where the server does not have that in its `features`, they tell what
    ///   happens from here on.
    /// - Throws: `ListClientError.noList` where there is none for this client, `.unavailable` where it
    ///   cannot be read now (unless ``ClientOptions/waitsForServer``), `.openOtherwise`, `.stopped`,
    ///   `.timedOut`, and `.cancelled` with the task.
    public func open(
        _ id: String, authors: Bool = false
    ) async throws(ListClientError) -> SharedList {
        try await attach(to: id, window: nil, authors)
        return SharedList(id: id, client: self)
    }

    /// Opens a list that may be too long to hold all of it: its sections, and the rows of a window.
    ///
    /// Others are asked for as they are read. Without windows a server sends all. Throws as
    /// ``open(_:authors:)``.
    public func open(
        _ id: String, window: RowWindow, authors: Bool = false
    ) async throws(ListClientError) -> WindowedList {
        try await attach(to: id, window: window, authors)
        return WindowedList(id: id, client: self)
    }
}

/// Waits that end: with their task, or in time.
extension ListClient {
    /// Waits for the next change of ``state`` and returns it; at once where the task is cancelled.
    public func nextState() async -> ConnectionState { await nextState(before: nil) }

    /// Likewise, and ends the wait at `end`.
    func nextState(before end: ContinuousClock.Instant?) async -> ConnectionState {
        guard !Task.isCancelled else { return state }
        waits += 1
        let number = waits
        let timer = end.map { end in
            limit(ContinuousClock.now.duration(to: end)) { $0.endStateWait(number) }
        }
        defer { timer?.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { stateWaiters[number] = $0 }
        } onCancel: {
            Task { await self.endStateWait(number) }
        }
    }

    private func endStateWait(_ number: Int) {
        stateWaiters.removeValue(forKey: number)?.resume(returning: state)
    }

    /// Ends a wait as its cancellation does, after ``ClientOptions/timeout``; to be cancelled when it is over.
    func limitWait(_ end: @escaping @Sendable (isolated ListClient) -> Void) -> Scheduled? {
        options.timeout.map { limit($0, end) }
    }

    private func limit(
        _ duration: Duration, _ end: @escaping @Sendable (isolated ListClient) -> Void
    ) -> Scheduled {
        loop.schedule(after: max(0, duration / .seconds(1))) { self.assumeIsolated { end($0) } }
    }

    /// Why a wait ended without what it was for.
    var waitEnd: ListClientError { Task.isCancelled ? .cancelled : .timedOut }
}
