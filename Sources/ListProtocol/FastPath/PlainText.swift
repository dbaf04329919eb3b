/// The characters of a string without escapes, as a place in the bytes that a `PlainCursor` reads.
struct PlainText {
    let range: Range<Int>
    /// Whether all of them are ASCII; else they may not even be UTF-8.
    let isASCII: Bool
}
