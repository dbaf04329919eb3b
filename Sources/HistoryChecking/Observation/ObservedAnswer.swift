import JSON

/// `ack`, `reject`, or an `error` that answers an edit.
package struct HeardAnswer: Sendable {
    package let list: String
    package let id: Int
    let kind: AnswerKind
    let revision: Int?
    let clamps: [HeardClamp]
    /// Of a reject or an error.
    package let code: String?

    init(_ heard: Heard) throws(Unreadable) {
        list = try heard.text("list")
        id = try heard.whole("id")
        revision = heard["revision"]?.whole
        clamps = try heard.clamps()
        let type = try heard.text("type")
        guard type == "ack" else {
            let code = try heard.text("code")
            self.code = code
            kind = type == "reject" ? .reject(code) : .error(code)
            return
        }
        code = nil
        switch try heard.text("outcome") {
        case "applied": kind = .applied
        case "noop": kind = .noop
        case "duplicate":
            if case .bool(let applied)? = heard["applied"] {
                kind = .duplicate(applied: applied)
            } else {
                kind = .duplicate(applied: nil)
            }
        default: throw Unreadable(text: "outcome is not one of the known values")
        }
    }
}
