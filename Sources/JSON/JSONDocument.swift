/// A text that is JSON, and what in it goes beyond the limits of the protocol.
package struct JSONDocument: Sendable {
    /// The value, as far as it can be told where there is a `problem`: under a name that is
    /// there twice the last value, replacement characters for lone surrogates, `null` for what is nested too deep.
    package let value: JSONValue
    /// The first thing that is outside the limits; nil where all is well.
    package let problem: JSONError?
}
