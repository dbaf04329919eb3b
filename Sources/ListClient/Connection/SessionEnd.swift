/// How a connection ended, or why there was none.
struct SessionEnd: Equatable {
    /// The peer's close code; nil where there was none.
    var code: Int?
    /// In words.
    var reason: String
    /// Whether another try would end in the same way, whatever the code.
    var isFinal = false

    /// Which ways of closing are final: a client does not come back from those unasked
    /// (protocol.md, "Errors").
    func stopReason(after fatal: (code: String, message: String)?) -> StopReason? {
        if let fatal {
            switch fatal.code {
            case "replaced": return .replaced
            case "unauthorized": return .unauthorized(fatal.message)
            case "shuttingDown", "slowConsumer": return nil
            default: break
            }
        }
        let text = fatal?.message ?? (reason.isEmpty ? "close code \(code ?? 0)" : reason)
        switch code {
        case 4401?: return .unauthorized(text)
        case 1002?, 1003?, 1007?, 1008?, 1009?: return .refused(text)
        default: return isFinal ? .refused(text) : nil
        }
    }
}
