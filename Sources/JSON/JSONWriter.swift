/// Writes JSON into one buffer, without spaces.
///
/// Commas are put where the byte before asks for one, so that members and elements are simply
/// written one after the other. It is for the caller to give every object's members names.
package struct JSONWriter: Sendable {
    /// What has been written so far.
    package internal(set) var bytes: [UInt8] = []

    /// - Parameter capacity: bytes to make room for at once.
    package init(capacity: Int = 256) {
        bytes.reserveCapacity(capacity)
    }

    /// Writes an object around what `body` writes.
    @inline(__always)
    package mutating func object<Failure: Error>(
        _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        separate()
        bytes.append(UInt8(ascii: "{"))
        try body(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes an array around what `body` writes.
    @inline(__always)
    package mutating func array<Failure: Error>(
        _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        separate()
        bytes.append(UInt8(ascii: "["))
        try body(&self)
        bytes.append(UInt8(ascii: "]"))
    }

    /// Writes the name of the member whose value comes next.
    ///
    /// - Parameter name: ASCII that needs no escapes.
    @inline(__always)
    package mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        unsafe bytes.append(
            contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    /// Writes the name of a member, whatever is in it.
    package mutating func name(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Writes `true` or `false`.
    package mutating func bool(_ value: Bool) {
        separate()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Writes `null`.
    package mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    /// Writes a value that is JSON text already.
    package mutating func raw(_ json: [UInt8]) {
        separate()
        bytes.append(contentsOf: json)
    }

    /// Writes a value that is JSON text already.
    package mutating func raw(_ json: String) {
        separate()
        appendText(json)
    }

    /// Puts a comma where something of the same container stands before.
    @inline(__always)
    mutating func separate() {
        guard let last = bytes.last else { return }
        switch last {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): return
        default: bytes.append(UInt8(ascii: ","))
        }
    }
}
