/// Limits the sockets and WebSockets of one address.
///
/// Loopback addresses are not counted. Nor are trusted proxies: they name the client's address.
struct Admission: Sendable {
    /// The most WebSockets of one address at a time.
    let perAddress: Int
    private let proxies: [AddressRange]
    private var sockets = AddressCounts()
    private var sessions = AddressCounts()

    /// The sockets of one address beyond the limit of WebSockets, for other requests.
    static let spareSockets = 64

    init(perAddress: Int, proxies: [AddressRange]) {
        self.perAddress = perAddress
        self.proxies = proxies
    }

    /// The address to count a request for; nil: it is not counted.
    ///
    /// - Parameters:
    ///   - peer: The peer of the socket.
    ///   - forwarded: `X-Forwarded-For`, trusted from proxies alone. Each proxy appends its own peer, so the
    ///     last address that is not a proxy's is the client's. An invalid element counts as the proxy that
    ///     appended it.
    func caller(peer: String, forwarded: String?) -> NetworkAddress? {
        guard let peer = NetworkAddress(peer) else { return nil }
        guard isProxy(peer) else { return peer.isLoopback ? nil : peer }
        var proxy = peer
        for text in (forwarded ?? "").elements.reversed() {
            guard let address = NetworkAddress(forwarded: text) else { return proxy }
            if !isProxy(address) { return address }
            proxy = address
        }
        return nil
    }

    /// Whether a request comes from this machine itself, and not through a proxy, which may be on this machine too.
    ///
    /// - Parameter isForwarded: A proxy says that it passed the request on.
    func isLocal(peer: String, isForwarded: Bool) -> Bool {
        guard !isForwarded, let peer = NetworkAddress(peer) else { return false }
        return peer.isLoopback && !isProxy(peer)
    }

    private func isProxy(_ address: NetworkAddress) -> Bool {
        proxies.contains { $0.contains(address) }
    }

    /// Whether another socket of this peer is accepted.
    func admitsSocket(of peer: NetworkAddress?) -> Bool {
        guard let peer else { return true }
        return sockets[peer] < perAddress + Self.spareSockets
    }

    mutating func openedSocket(of peer: NetworkAddress?) {
        if let peer { sockets.add(peer) }
    }

    mutating func closedSocket(of peer: NetworkAddress?) {
        if let peer { sockets.remove(peer) }
    }

    /// Counts a WebSocket, unless the limit is reached; returns whether it was counted.
    mutating func openSession(of caller: NetworkAddress?) -> Bool {
        guard let caller else { return true }
        guard sessions[caller] < perAddress else { return false }
        sessions.add(caller)
        return true
    }

    mutating func closedSession(of caller: NetworkAddress?) {
        if let caller { sessions.remove(caller) }
    }
}

/// Counts something by network address.
private struct AddressCounts: Sendable {
    private var counts: [[UInt8]: Int] = [:]

    subscript(address: NetworkAddress) -> Int { counts[address.network] ?? 0 }

    mutating func add(_ address: NetworkAddress) {
        counts[address.network, default: 0] += 1
    }

    mutating func remove(_ address: NetworkAddress) {
        let left = self[address] - 1
        counts[address.network] = left > 0 ? left : nil
    }
}
