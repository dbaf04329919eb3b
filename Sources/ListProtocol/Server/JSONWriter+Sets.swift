import JSON

extension JSONWriter {
    /// Writes the members `sets` and `counts`.
    mutating func sets(_ sets: [[UInt8]], counts: [Int]?) {
        name("sets")
        array { writer in
            for set in sets { writer.raw(set) }
        }
        guard let counts else { return }
        name("counts")
        array { writer in
            for count in counts { writer.whole(count) }
        }
    }
}
