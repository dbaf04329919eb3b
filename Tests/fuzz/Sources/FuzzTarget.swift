/// What can be fuzzed: each target takes any bytes, and ends the process where something is wrong.
enum FuzzTarget: String, CaseIterable {
    case json, messages, bodies, edits

    func run(_ bytes: [UInt8]) {
        switch self {
        case .json: JSONTarget.run(bytes)
        case .messages: MessagesTarget.run(bytes)
        case .bodies: BodiesTarget.run(bytes)
        case .edits: EditsTarget.run(bytes)
        }
    }

    /// Ends the process with the reason: what fuzzing has found.
    static func found(_ what: String, _ bytes: [UInt8] = []) -> Never {
        fatalError("\(what)\n\(String(decoding: bytes, as: UTF8.self))")
    }
}
