/// A field's value as canonical JSON text (never `null`).
///
/// Canonical: numbers as they were written, the keys of nested objects sorted, strings with the
/// fewest escapes. Two values are equal when their texts are, byte by byte.
public struct FieldValue: Hashable, Sendable {
    /// The canonical JSON text.
    public let json: String

    /// Makes a value of canonical JSON text, which is not checked here.
    public init(json: String) { self.json = json }

    /// Whether both are the same bytes.
    ///
    /// - Complexity: O(n) in their length.
    public static func == (left: Self, right: Self) -> Bool { left.json.isSame(as: right.json) }
}
