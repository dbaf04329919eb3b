extension String {
    /// This text, or an empty one where it is longer than every word of a protocol.
    ///
    /// A `switch` over it is as quick as one over any short text, and costs no more, whatever was sent.
    @inlinable
    package var word: String { utf8.count <= 32 ? self : "" }
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
    /// The case of an enumeration of words of the protocol, of a file format or of the settings, by its bytes; nil
    /// where there is none.
    ///
    /// `init(rawValue:)` compares under canonical equivalence, at a cost that grows with the square of what
    /// was sent; here the length decides first, so that a text of any length costs one comparison for each
    /// case of its length.
    package init?(word: some StringProtocol) {
        let utf8 = word.utf8
        // The longest word is far shorter; to count the bytes of a part of a text costs its length.
        guard utf8.count <= 64,
            let value = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(utf8) })
        else { return nil }
        self = value
    }
}
