import Synchronization

/// Numbers that no two connections of a process share, on whatever loop they are.
enum ConnectionNumber {
    private static let last = Atomic<UInt64>(0)

    /// The next one, from 1.
    static func next() -> UInt64 {
        last.add(1, ordering: .relaxed).newValue
    }
}
