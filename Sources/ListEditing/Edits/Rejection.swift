/// Why an edit was refused; nothing of it was applied.
public struct Rejection: Error, Hashable, Sendable {
    /// The code that goes on the wire.
    public let code: RejectCode
    /// The number of the action, from 0; nil where it concerns the whole edit.
    public let action: Int?
    /// What was refused and why, for people.
    public let message: String

    /// Makes a rejection.
    public init(_ code: RejectCode, action: Int?, message: String) {
        self.code = code
        self.action = action
        self.message = message
    }
}
