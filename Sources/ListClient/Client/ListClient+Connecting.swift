import WebSocketTransport

extension ListClient {
    /// Connects to a server.
    ///
    /// - Parameters:
    ///   - url: `http`, `https`, `ws` or `wss`, with host and port.
    ///   - options: who the client is.
    /// - Throws: `ListClientError` where the server cannot be reached or refuses, `.cancelled` with the
    ///   task.
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
