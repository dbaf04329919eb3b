/// Carries something that only one thread may touch through code that asks for `Sendable`.
///
/// The owner is the thread of the ``EventLoop`` on which the value was made. Whoever holds the
/// box elsewhere may pass it on but not open it.
package struct LoopConfined<Value>: @unchecked Sendable {
    /// The value; to be read on the owning loop's thread only.
    package let value: Value

    package init(_ value: Value) {
        self.value = value
    }
}
