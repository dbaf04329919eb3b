/// The name of a member, compared, ordered and hashed by its UTF-8.
///
/// `String` takes differently composed characters for equal, which costs time in hashing, too.
struct JSONName: Hashable, Comparable {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: Self, right: Self) -> Bool {
        left.text.utf8.count == right.text.utf8.count
            && left.text.utf8.elementsEqual(right.text.utf8)
    }

    static func < (left: Self, right: Self) -> Bool {
        let precedes = unsafe left.text.utf8.withContiguousStorageIfAvailable { left in
            unsafe right.text.utf8.withContiguousStorageIfAvailable { right in
                unsafe left.lexicographicallyPrecedes(right)
            }
        }
        return (precedes ?? nil) ?? left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        let isHashed: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(utf8))
        }
        if isHashed == nil {
            for byte in text.utf8 { hasher.combine(byte) }
        }
        hasher.combine(text.utf8.count)
    }
}
