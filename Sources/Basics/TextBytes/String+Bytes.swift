/// Comparison of texts by their UTF-8 bytes.
///
/// `==`, `<`, `hasPrefix`, `switch` and `Hashable` of `String` compare under canonical equivalence: a text
/// of one long run of combining marks costs its length squared there, for each comparison and each hash.
/// What others have sent is compared with what is here, in proportion to its bytes.
extension String {
    /// Whether both have the same bytes.
    @inlinable
    package func isSame(as other: String) -> Bool {
        let count = utf8.count
        guard count == other.utf8.count else { return false }
        let isSame = unsafe utf8.withContiguousStorageIfAvailable { left in
            unsafe other.utf8.withContiguousStorageIfAvailable { right in
                unsafe areSame(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
            }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// Whether this text precedes `other` byte by byte, the order of field names and ids.
    @inlinable
    package func precedes(_ other: String) -> Bool {
        let precedes = unsafe utf8.withContiguousStorageIfAvailable { left in
            unsafe other.utf8.withContiguousStorageIfAvailable { right in
                unsafe TextBytes.precedes(left, right)
            }
        }
        return (precedes ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
    }
}

extension StringProtocol {
    /// Whether the bytes of this text begin with those of `prefix`.
    package func begins(with prefix: String) -> Bool {
        utf8.starts(with: prefix.utf8)
    }

    /// Whether the bytes of this text end with those of `suffix`.
    package func ends(with suffix: String) -> Bool {
        utf8.reversed().starts(with: suffix.utf8.reversed())
    }

    /// Whether both have the same bytes.
    package func hasSameBytes(as other: some StringProtocol) -> Bool {
        utf8.elementsEqual(other.utf8)
    }
}

/// Whether two texts, each of which may be missing, have the same bytes.
package func areSame(_ left: String?, _ right: String?) -> Bool {
    switch (left, right) {
    case (let left?, let right?): left.isSame(as: right)
    case (nil, nil): true
    default: false
    }
}

/// Whether two lists of texts have the same bytes, text by text.
package func areSame(_ left: [String], _ right: [String]) -> Bool {
    left.elementsEqual(right) { $0.isSame(as: $1) }
}

/// Compares eight bytes at a time; both have the same length.
@usableFromInline
func areSame(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
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

@usableFromInline
func precedes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    var place = 0
    while place < left.count, place < right.count {
        let one = unsafe left[place]
        let other = unsafe right[place]
        if one != other { return one < other }
        place += 1
    }
    return left.count < right.count
}
