import JSON
import ListProtocol

/// The body of an HTTP error that the WebSocket has no code for.
struct HTTPProblem: ServerMessage {
    let code: String
    let message: String

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "error")
            writer.member("code", code)
            writer.member("message", message)
        }
    }
}
