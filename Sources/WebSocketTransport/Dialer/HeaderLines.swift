/// The lines of header fields in a request.
enum HeaderLines {
    /// libwebsockets gives so much room for them.
    private static let maxBytes = 48 << 10

    /// `Name: value` and a line's end for each field.
    ///
    /// - Throws: ``DialError/badRequest(reason:)`` for what would not be one field, or too much.
    static func bytes(
        of fields: [(name: String, value: String)]
    ) throws(DialError) -> [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in fields {
            guard !name.isEmpty, name.utf8.allSatisfy({ isToken($0) }) else {
                throw .badRequest(reason: "\"\(name)\" is no name of a header field")
            }
            guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                throw .badRequest(reason: "the header field \(name) holds control characters")
            }
            bytes.append(contentsOf: "\(name): \(value)\r\n".utf8)
        }
        guard bytes.count <= maxBytes else {
            throw .badRequest(reason: "the header fields are over \(maxBytes) bytes")
        }
        return bytes
    }

    /// RFC 9110, section 5.6.2.
    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
