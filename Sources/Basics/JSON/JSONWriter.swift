/// Writes JSON into one buffer, without spaces.
///
/// Commas are put where the byte before asks for one, so that members and elements are simply
/// written one after the other. It is for the caller to give every object's members names.
///
/// The buffer is the writer's own memory, not an array: every change set is written here, mostly a
/// few bytes at a time, and an array checks at each of them whether it is shared.
@safe
@usableFromInline
package struct JSONWriter: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// Bytes written so far.
    package private(set) var count = 0

    /// - Parameter capacity: bytes to make room for at once.
    package init(capacity: Int = 256) {
        self.capacity = max(capacity, 16)
        unsafe start = .allocate(capacity: self.capacity)
    }

    deinit {
        unsafe start.deallocate()
    }

    /// A copy of what has been written so far.
    ///
    /// - Complexity: O(n) in the bytes.
    package var bytes: [UInt8] {
        unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    }

    /// What has been written so far, as text.
    ///
    /// - Complexity: O(n) in the bytes.
    package var text: String {
        unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Forgets what has been written, and keeps the memory.
    package mutating func removeAll() {
        count = 0
    }

    // MARK: Containers

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

    /// Begins a container with its bracket.
    @usableFromInline
    package mutating func open(_ bracket: UInt8) {
        let place = unsafe value(1)
        unsafe place.pointee = bracket
    }

    /// Ends a container with its bracket.
    @usableFromInline
    package mutating func close(_ bracket: UInt8) {
        append(bracket)
    }

    // MARK: Members

    /// Writes the name of the member whose value comes next.
    ///
    /// - Parameter name: ASCII that needs no escapes.
    @usableFromInline
    package mutating func name(_ name: StaticString) {
        let length = name.utf8CodeUnitCount
        let place = unsafe value(length + 3)
        unsafe place.pointee = UInt8(ascii: "\"")
        unsafe copyBytes(from: name.utf8Start, count: length, to: place + 1)
        unsafe place[length + 1] = UInt8(ascii: "\"")
        unsafe place[length + 2] = UInt8(ascii: ":")
    }

    /// Writes the name of a member, whatever is in it.
    package mutating func name(_ name: String) {
        string(name)
        append(UInt8(ascii: ":"))
    }

    /// Writes a member with a string.
    @inlinable @inline(__always)
    package mutating func member(_ name: StaticString, _ value: String) {
        self.name(name)
        string(value)
    }

    /// Writes a member with a whole number.
    @inlinable @inline(__always)
    package mutating func member(_ name: StaticString, _ value: Int) {
        self.name(name)
        whole(value)
    }

    /// Writes a member with a truth value.
    @inlinable @inline(__always)
    package mutating func member(_ name: StaticString, _ value: Bool) {
        self.name(name)
        bool(value)
    }

    /// Writes a member with a string, or nothing where there is none.
    @inlinable @inline(__always)
    package mutating func member(_ name: StaticString, ifPresent value: String?) {
        if let value { member(name, value) }
    }

    /// Writes a member with a whole number, or nothing where there is none.
    @inlinable @inline(__always)
    package mutating func member(_ name: StaticString, ifPresent value: Int?) {
        if let value { member(name, value) }
    }

    /// Writes a member with a truth value, or nothing where there is none.
    @inlinable @inline(__always)
    package mutating func member(_ name: StaticString, ifPresent value: Bool?) {
        if let value { member(name, value) }
    }

    // MARK: Values

    /// Writes `true` or `false`.
    @usableFromInline
    package mutating func bool(_ value: Bool) {
        raw(value ? "true" : "false")
    }

    /// Writes `null`.
    package mutating func null() {
        raw("null")
    }

    /// Writes a whole number.
    @usableFromInline
    package mutating func whole(_ number: Int) {
        var rest = number.magnitude
        if number >= 0, rest < 10 {
            let place = unsafe value(1)
            unsafe place.pointee = UInt8(ascii: "0") + UInt8(rest)
            return
        }
        var length = number < 0 ? 2 : 1
        var bound: UInt = 10
        while rest >= bound {
            length += 1
            let (next, isOver) = bound.multipliedReportingOverflow(by: 10)
            if isOver { break }
            bound = next
        }
        let place = unsafe value(length)
        if number < 0 { unsafe place.pointee = UInt8(ascii: "-") }
        var end = length
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            end -= 1
            unsafe place[end] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
            rest = quotient
        } while rest > 0
    }

    /// Writes a string with the fewest escapes: quotes, backslashes and control characters.
    ///
    /// Complexity: O(n) in its bytes.
    @usableFromInline
    package mutating func string(_ text: String) {
        let isWritten: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 in
            unsafe string(utf8)
        }
        guard isWritten == nil else { return }
        var text = text
        text.withUTF8 { utf8 in unsafe string(utf8) }
    }

    /// Writes a value that is JSON text already.
    package mutating func raw(_ json: [UInt8]) {
        unsafe json.withUnsafeBufferPointer { json in unsafe raw(json) }
    }

    /// Writes a value that is JSON text already.
    package mutating func raw(_ json: String) {
        let isWritten: Void? = unsafe json.utf8.withContiguousStorageIfAvailable { utf8 in
            unsafe raw(utf8)
        }
        guard isWritten == nil else { return }
        var json = json
        json.withUTF8 { utf8 in unsafe raw(utf8) }
    }

    /// Writes a value that is JSON text already.
    package mutating func raw(_ json: UnsafeRawBufferPointer) {
        unsafe json.withMemoryRebound(to: UInt8.self) { json in unsafe raw(json) }
    }

    private mutating func raw(_ json: UnsafeBufferPointer<UInt8>) {
        guard let source = json.baseAddress, !json.isEmpty else { return }
        let place = unsafe value(json.count)
        unsafe copyBytes(from: source, count: json.count, to: place)
    }

    // MARK: Strings

    /// The bytes that `string` writes for a text.
    ///
    /// Complexity: O(n) in its bytes.
    package static func length(of text: String) -> Int {
        var length = text.utf8.count + 2
        for byte in text.utf8 where !UnescapedRun.contains(byte) {
            switch byte {
            case 0x22, 0x5C, 0x08, 0x09, 0x0A, 0x0C, 0x0D: length += 1
            default: length += 5
            }
        }
        return length
    }

    private mutating func string(_ utf8: UnsafeBufferPointer<UInt8>) {
        guard unsafe UnescapedRun(in: UnsafeRawBufferPointer(utf8)).end == utf8.count else {
            unsafe escaped(utf8)
            return
        }
        let place = unsafe value(utf8.count + 2)
        unsafe place.pointee = UInt8(ascii: "\"")
        if let source = utf8.baseAddress {
            unsafe copyBytes(from: source, count: utf8.count, to: place + 1)
        }
        unsafe place[utf8.count + 1] = UInt8(ascii: "\"")
    }

    private mutating func escaped(_ utf8: UnsafeBufferPointer<UInt8>) {
        let place = unsafe value(1)
        unsafe place.pointee = UInt8(ascii: "\"")
        for index in utf8.indices {
            let byte = unsafe utf8[index]
            if UnescapedRun.contains(byte) { append(byte) } else { appendEscaped(byte) }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        default:
            for digit in "u00".utf8 { append(digit) }
            append(Self.hexDigit(byte >> 4))
            append(Self.hexDigit(byte & 15))
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    // MARK: The buffer

    /// Room for a value or a name, after a comma where something of the same container stands before.
    @inline(__always)
    private mutating func value(_ length: Int) -> UnsafeMutablePointer<UInt8> {
        if count + length >= capacity { grow(for: length + 1) }
        if count > 0 {
            switch unsafe start[count - 1] {
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
            default:
                unsafe start[count] = UInt8(ascii: ",")
                count += 1
            }
        }
        defer { count += length }
        return unsafe start + count
    }

    @inline(__always)
    private mutating func append(_ byte: UInt8) {
        if count == capacity { grow(for: 1) }
        unsafe start[count] = byte
        count += 1
    }

    private mutating func grow(for length: Int) {
        capacity = max(2 * capacity, count + length)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        unsafe larger.update(from: start, count: count)
        unsafe start.deallocate()
        unsafe start = larger
    }
}

/// Copies bytes; few of them, as names and ids have, without a call.
@inline(__always)
private func copyBytes(
    from source: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>
) {
    let from = unsafe UnsafeRawPointer(source)
    let to = UnsafeMutableRawPointer(target)
    func copy<Word: FixedWidthInteger & BitwiseCopyable>(_ type: Word.Type) {
        // The last word overlaps the one before.
        let last = count - MemoryLayout<Word>.size
        let (head, tail) = unsafe (
            from.loadUnaligned(as: type), from.loadUnaligned(fromByteOffset: last, as: type)
        )
        unsafe to.storeBytes(of: head, as: type)
        unsafe to.storeBytes(of: tail, toByteOffset: last, as: type)
    }
    switch count {
    case 8...16: copy(UInt64.self)
    case 4..<8: copy(UInt32.self)
    case 2..<4: copy(UInt16.self)
    case 1: unsafe target.pointee = unsafe source.pointee
    case 0: break
    default: unsafe to.copyMemory(from: from, byteCount: count)
    }
}
