/// What a session did, for the line that the log has of it at its end.
struct SessionTally: Sendable {
    /// In seconds of the loop.
    let began: Double
    /// Who it was said to be, once it had said hello.
    var member: Member?
    /// Edits, undos and redos that went to a list.
    var edits = 0
    /// Those that were rejected, on the way there too.
    var rejected = 0
    /// Why it ended: an error's code, or `client` where the client closed; `lost` where nobody said
    /// anything.
    private(set) var why = "lost"
    /// The close code that was sent or, where the client closed, received.
    private(set) var closeCode: Int?

    init(began: Double) {
        self.began = began
    }

    /// The first reason counts: what follows is its consequence.
    mutating func ended(_ why: String, code: Int?) {
        guard self.why == "lost" else { return }
        self.why = why
        closeCode = code
    }
}
