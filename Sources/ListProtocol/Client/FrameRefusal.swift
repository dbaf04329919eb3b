/// Why nothing of a frame was taken.
package struct FrameRefusal: Hashable, Sendable {
    /// `notJSON` or `badMessage`; of the first frame of a session also `frameTooLarge` and
    /// `helloExpected`.
    package let code: ErrorCode
    package let message: String
    /// The list of the message at fault, where that is not one of `edits` and names one.
    package let list: ListID?
    /// Whether the message at fault is one of `edits`, or which it was cannot be told.
    package let isAboutEdits: Bool
    /// The edits of the frame whose list and id could be read.
    package let edits: [EditReference]

    init(
        code: ErrorCode, message: String, list: ListID?, isAboutEdits: Bool,
        edits: [EditReference]
    ) {
        self.code = code
        self.message = message
        self.list = list
        self.isAboutEdits = isAboutEdits
        self.edits = edits
    }

    /// A refusal for good, which is not told of single messages.
    init(_ code: ErrorCode, _ message: String) {
        self.init(code: code, message: message, list: nil, isAboutEdits: false, edits: [])
    }

    /// The answers: one for each edit, and one for a message at fault that is no edit.
    package var errors: [ErrorMessage] {
        var errors: [ErrorMessage] = []
        if edits.isEmpty || !isAboutEdits {
            errors.append(ErrorMessage(code, message, list: list))
        }
        for edit in edits {
            errors.append(ErrorMessage(code, message, list: edit.list, id: edit.id))
        }
        return errors
    }
}
