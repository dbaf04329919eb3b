/// Comparison of strings by their UTF-8 bytes, the order of field names and ids.
extension String {
    /// Whether this text precedes `other` byte by byte, unlike `<`, which compares characters.
    func precedes(_ other: String) -> Bool {
        let precedes = unsafe utf8.withContiguousStorageIfAvailable { left in
            unsafe other.utf8.withContiguousStorageIfAvailable { right in
                unsafe Self.precedes(left, right)
            }
        }
        return (precedes ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
    }

    private static func precedes(
        _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        var place = 0
        while place < left.count, place < right.count {
            let one = unsafe left[place]
            let other = unsafe right[place]
            if one != other { return one < other }
            place += 1
        }
        return left.count < right.count
    }

    /// Whether both have the same bytes, unlike `==`, which treats canonically equivalent
    /// characters as equal.
    func isSame(as other: String) -> Bool {
        let count = utf8.count
        guard count == other.utf8.count else { return false }
        let isSame = unsafe utf8.withContiguousStorageIfAvailable { left in
            unsafe other.utf8.withContiguousStorageIfAvailable { right in
                unsafe Self.areSame(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
            }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// Compares eight bytes at a time.
    private static func areSame(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
    ) -> Bool {
        if unsafe left.baseAddress == right.baseAddress { return true }
        var place = 0
        while place + 8 <= left.count {
            let one = unsafe left.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            let other = unsafe right.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            if one != other { return false }
            place += 8
        }
        while place < left.count {
            if unsafe left[place] != right[place] { return false }
            place += 1
        }
        return true
    }
}
