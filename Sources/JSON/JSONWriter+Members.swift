extension JSONWriter {
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
}
