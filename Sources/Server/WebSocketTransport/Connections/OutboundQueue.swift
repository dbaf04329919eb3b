/// The frames of a WebSocket, or the pieces of events, that wait to be written, in order.
///
/// Shares the bytes of frames, and copies only to gather small ones into one write. Removes whole frames
/// only: libwebsockets sends control frames between two writes. Unbounded: senders watch ``count``.
struct OutboundQueue {
    private struct Item {
        var bytes: [UInt8]
        /// The index of the first byte that is written.
        var start: Int
        var count: Int { bytes.count - start }
    }

    private var items: [Item] = []
    /// The index of the first item that is not written.
    private var first = 0
    /// Bytes in the queue.
    private(set) var count = 0
    private let total: QueueTotal?
    private let account: LedgerAccount?

    /// Approximate memory of a queued frame besides its bytes.
    private static let itemBytes = 64

    /// - Parameters:
    ///   - total: Counts the bytes of this and other queues.
    ///   - account: Is charged with the memory of the queue.
    init(total: QueueTotal? = nil, account: LedgerAccount? = nil) {
        self.total = total
        self.account = account
    }

    var isEmpty: Bool { count == 0 }

    /// Adds a frame at the end, from its byte at `start` on.
    ///
    /// Amortised O(1).
    mutating func append(_ frame: [UInt8], from start: Int = 0) {
        let item = Item(bytes: frame, start: start)
        items.append(item)
        count += item.count
        total?.bytes += item.count
        account?.hold(frame)
        account?.add(Self.itemBytes)
    }

    /// Removes all frames.
    ///
    /// O(frames).
    mutating func removeAll() {
        total?.bytes -= count
        for item in items[first...] { discharge(item.bytes) }
        items = []
        first = 0
        count = 0
    }

    private func discharge(_ frame: [UInt8]) {
        account?.release(frame)
        account?.add(-Self.itemBytes)
    }

    /// Removes the next frame, or as many small ones as fit into `scratch`, and calls `write` with their
    /// bytes.
    ///
    /// O(bytes gathered).
    mutating func writeNext<Result>(
        gatheringIn scratch: UnsafeMutableRawBufferPointer,
        _ write: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        let size = items[first].count
        guard first + 1 < items.count, size + items[first + 1].count <= scratch.count else {
            let item = take()
            return unsafe item.bytes.withUnsafeBytes {
                unsafe write(UnsafeRawBufferPointer(rebasing: $0[item.start...]))
            }
        }
        var gathered = 0
        while first < items.count, gathered + items[first].count <= scratch.count {
            let item = take()
            unsafe item.bytes.withUnsafeBytes { bytes in
                let target = unsafe UnsafeMutableRawBufferPointer(rebasing: scratch[gathered...])
                unsafe target.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: bytes[item.start...]))
            }
            gathered += item.count
        }
        return unsafe write(UnsafeRawBufferPointer(rebasing: scratch[..<gathered]))
    }

    private mutating func take() -> Item {
        let item = items[first]
        count -= item.count
        total?.bytes -= item.count
        discharge(item.bytes)
        items[first].bytes = []
        first += 1
        if first == items.count {
            items.removeAll(keepingCapacity: items.capacity <= 64)
            first = 0
        } else if first >= 256, first * 2 >= items.count {
            items.removeFirst(first)
            first = 0
        }
        return item
    }
}
