import Synchronization

// Canonical equivalence: an address is written in ASCII.
/// Where a connection comes from.
package struct ConnectionOrigin: Hashable, Sendable {
    /// The numeric address of the client, without a port: the one that a trusted proxy names, else the peer's.
    package let address: String
    /// Whether it is made on this machine itself: from a loopback address, and no proxy says that it passed it on.
    package let isLocal: Bool

    package init(address: String, isLocal: Bool) {
        self.address = address
        self.isLocal = isLocal
    }
}

/// Numbers of connections.
enum ConnectionNumber {
    private static let last = Atomic<UInt64>(0)

    /// A number that no other connection of the process has, from 1.
    static func next() -> UInt64 {
        last.add(1, ordering: .relaxed).newValue
    }
}
