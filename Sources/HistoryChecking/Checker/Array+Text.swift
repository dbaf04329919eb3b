extension [UInt8] {
    /// The bytes of a message, for people.
    var text: String { String(decoding: self, as: UTF8.self) }
}
