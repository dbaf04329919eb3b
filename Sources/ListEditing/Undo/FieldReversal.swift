/// What a field was before a set changed it.
public struct FieldReversal: Hashable, Sendable {
    /// The field's name.
    public var name: String
    /// Its value before the set; nil: there was none.
    public var value: FieldValue?
    /// The field's mark (the revision that gave the value) after the set and before it.
    ///
    /// The field is put back only while its mark is still `made`; its mark is then `was` again.
    public var mark: Reversal<Int>

    /// Makes a reversal.
    public init(name: String, value: FieldValue?, mark: Reversal<Int>) {
        self.name = name
        self.value = value
        self.mark = mark
    }
}
