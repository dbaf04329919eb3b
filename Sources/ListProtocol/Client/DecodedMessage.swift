/// One message of a frame that was taken.
package enum DecodedMessage: Hashable, Sendable {
    case message(ClientMessage)
    /// The message cannot be taken; those after it go on, unless the error is fatal.
    case problem(ErrorMessage)
}
