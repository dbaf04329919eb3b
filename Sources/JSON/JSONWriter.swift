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
    @inlinable @inline(__always)
    package mutating func object<Failure: Error>(
        _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        open(UInt8(ascii: "{"))
        try body(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes an array around what `body` writes.
    @inlinable @inline(__always)
    package mutating func array<Failure: Error>(
        _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        open(UInt8(ascii: "["))
        try body(&self)
        close(UInt8(ascii: "]"))
    }

    /// Writes the name of the member whose value comes next.
    ///
    /// - Parameter name: ASCII that needs no escapes.
    package mutating func name(_ name: StaticString) {
        let count = name.utf8CodeUnitCount
        let needsComma = needsComma
        bytes.append(addingCapacity: count + 4) { span in
            if needsComma { span.append(UInt8(ascii: ",")) }
            span.append(UInt8(ascii: "\""))
            unsafe span.append(UnsafeBufferPointer(start: name.utf8Start, count: count))
            span.append(UInt8(ascii: "\""))
            span.append(UInt8(ascii: ":"))
        }
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

    /// Begins a container with its bracket.
    @usableFromInline
    package mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
    }

    /// Ends a container with its bracket.
    @usableFromInline
    package mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
    }

    /// Puts a comma where something of the same container stands before.
    @inline(__always)
    mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    /// Whether something of the same container stands before.
    @inline(__always)
    var needsComma: Bool {
        switch bytes.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): false
        default: true
        }
    }
}
