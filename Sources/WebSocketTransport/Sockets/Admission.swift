/// How many sockets and WebSockets one address has, and whether it may have another.
///
/// This machine itself is not counted, nor is a trusted proxy: it names the address that it speaks for.
struct Admission: Sendable {
    /// WebSockets of one address at a time.
    let perAddress: Int
    private let proxies: [AddressRange]
    private var sockets = AddressCounts()
    private var sessions = AddressCounts()

    /// Above its WebSockets, so many more sockets of an address may ask for something else.
    static let spareSockets = 64

    init(perAddress: Int, proxies: [AddressRange]) {
        self.perAddress = perAddress
        self.proxies = proxies
    }

    /// Whose a request is, for counting; nil: not to be counted.
    ///
    /// - Parameters:
    ///   - peer: the other end of the socket.
    ///   - forwarded: `X-Forwarded-For`; believed from trusted proxies alone. Each proxy adds whom it
    ///     heard, so that the last address which is none of theirs is true. What is no address counts as
    ///     the proxy that wrote it.
    func caller(peer: String, forwarded: String?) -> NetworkAddress? {
        guard let peer = NetworkAddress(peer) else { return nil }
        guard isProxy(peer) else { return peer.isLoopback ? nil : peer }
        var proxy = peer
        for text in (forwarded ?? "").split(whereSeparator: { ", \t".contains($0) }).reversed() {
            guard let address = NetworkAddress(forwarded: text) else { return proxy }
            if !isProxy(address) { return address }
            proxy = address
        }
        return nil
    }

    private func isProxy(_ address: NetworkAddress) -> Bool {
        proxies.contains { $0.contains(address) }
    }

    /// Whether another socket of this peer is taken.
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

    /// Counts a WebSocket, unless the caller has as many as it may have.
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
