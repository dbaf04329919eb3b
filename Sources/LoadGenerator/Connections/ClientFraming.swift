/// Makes the frames that a client sends (RFC 6455).
enum ClientFraming {
    /// Bytes that a header can have: with the mask's key.
    static let longestHeader = 14

    /// Adds a text frame.
    ///
    /// The key of its mask is zero, which the RFC allows and which leaves the payload as it is.
    static func append(_ payload: some Collection<UInt8>, to output: inout [UInt8]) {
        appendHeader(opcode: 1, length: payload.count, to: &output)
        output.append(contentsOf: payload)
    }

    /// Adds a pong with what came with the ping.
    static func appendPong(_ payload: [UInt8], to output: inout [UInt8]) {
        appendHeader(opcode: 10, length: payload.count, to: &output)
        output.append(contentsOf: payload)
    }

    /// Adds the header of a final frame, with a mask's key of zero.
    static func appendHeader(opcode: UInt8, length: Int, to output: inout [UInt8]) {
        output.append(0x80 | opcode)
        if length < 126 {
            output.append(0x80 | UInt8(length))
        } else if length < 65_536 {
            output.append(0x80 | 126)
            appendNumber(length, bytes: 2, to: &output)
        } else {
            output.append(0x80 | 127)
            appendNumber(length, bytes: 8, to: &output)
        }
        appendNumber(0, bytes: 4, to: &output)
    }

    private static func appendNumber(_ number: Int, bytes: Int, to output: inout [UInt8]) {
        for shift in (0..<bytes).reversed() {
            output.append(UInt8(truncatingIfNeeded: number >> (8 * shift)))
        }
    }
}
