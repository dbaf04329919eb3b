package import JSON

/// The id of a server in messages of the bus.
package enum ServerID {
    package static let maximumBytes = 64

    /// Nil where the value is none.
    package static func read(_ value: JSONValue?) -> String? {
        guard let text = value?.string, !text.isEmpty, text.utf8.count <= maximumBytes else {
            return nil
        }
        return text
    }
}

/// A message of the bus of two parts, each in a line.
struct BusLines {
    package let first: [UInt8]
    package let second: [UInt8]

    private static let lineFeed = UInt8(ascii: "\n")

    init(_ first: [UInt8], _ second: [UInt8]) {
        self.first = first
        self.second = second
    }

    /// Nil: there is no second line.
    init?(_ bytes: [UInt8]) {
        guard let end = bytes.firstIndex(of: Self.lineFeed) else { return nil }
        self.init(Array(bytes[..<end]), Array(bytes[(end + 1)...]))
    }

    package var bytes: [UInt8] { first + [Self.lineFeed] + second }
}
