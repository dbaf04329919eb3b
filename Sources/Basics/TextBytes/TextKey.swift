/// A text that is compared, ordered and hashed by its UTF-8: the key of dictionaries and sets of texts that
/// others have sent.
package struct TextKey: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    package let text: String

    @inlinable
    package init(_ text: String) {
        self.text = text
    }

    package init(stringLiteral text: String) {
        self.text = text
    }

    package var description: String { text }

    @inlinable
    package static func == (left: Self, right: Self) -> Bool {
        left.text.isSame(as: right.text)
    }

    @inlinable
    package static func < (left: Self, right: Self) -> Bool {
        left.text.precedes(right.text)
    }

    package func hash(into hasher: inout Hasher) {
        let isHashed: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(utf8))
        }
        if isHashed == nil {
            for byte in text.utf8 { hasher.combine(byte) }
        }
        hasher.combine(text.utf8.count)
    }
}
