extension OutputSpan<UInt8> {
    /// Appends all the bytes, for which there must be room.
    ///
    /// Complexity: O(n).
    @inline(__always)
    mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
        precondition(source.count <= freeCapacity)
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            let free = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...])
            _ = unsafe free.update(fromContentsOf: source)
            count += source.count
        }
    }
}
