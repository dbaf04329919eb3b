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
        let address: RemoteURL
        do {
            address = try RemoteURL(url)
        } catch {
            throw ListClientError.badURL(error.description)
        }
        let loop = try EventLoop(name: "client")
        loop.start()
        var configuration = DialerConfiguration()
        configuration.trustRoots = options.trustRoots
        let dialer = try await Dialer(configuration, on: loop)
        let client = ListClient(address, options, loop: loop, dialer: dialer, ownsLoop: true)
        do {
            try await client.start()
        } catch {
            await client.stop()
            throw error
        }
        return client
    }
}
