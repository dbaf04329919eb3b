import JSON
import ListEditing
import ListProtocol
import Testing

@Suite struct ReceivedMessageTests {
    /// Writes again what was read; nil for what has no writer of its own.
    private static func written(_ message: ReceivedMessage) -> [UInt8]? {
        switch message {
        case .welcome(let message): message.encoded
        case .renewed(let message): message.encoded
        case .opened(let message): message.encoded
        case .snapshot(let message, _, let parts): parts == 1 ? message.encoded : nil
        case .outline(let message): message.encoded
        case .rows(let message): message.encoded
        case .checked(let message): message.encoded
        case .found(let message): message.encoded
        case .catchup: nil
        case .changes(let message):
            Changes(
                list: message.list, sets: message.sets.map(\.encoded), counts: message.counts ?? []
            )
            .encoded
        case .ack(let message): message.encoded
        case .reject(let message): reject(message)
        case .error(let message): error(message)
        case .head(let message): message.encoded
        case .presence(let message): message.encoded
        case .closed(let message): message.encoded
        case .lists(let message): message.encoded
        case .created(let message): message.encoded
        case .pong(let n): Pong(n: n).encoded
        case .unknown: nil
        }
    }

    private static func reject(_ message: ReceivedRefusal) -> [UInt8]? {
        guard let list = message.list, let id = message.id,
            let code = RejectCode(rawValue: message.code)
        else { return nil }
        return Reject(
            list: list, id: id,
            rejection: Rejection(code, action: message.action, message: message.message),
            retryAfter: message.retryAfter
        ).encoded
    }

    private static func error(_ message: ReceivedRefusal) -> [UInt8]? {
        ErrorCode(rawValue: message.code).map {
            ErrorMessage(
                $0, message.message, list: message.list, id: message.id, n: message.n
            ).encoded
        }
    }

    /// Those that are whole messages of a session.
    private static let fixtures = Fixture.all(in: "server-frames.json").filter { fixture in
        fixture.frame.contains("\"type\":") && !fixture.name.contains("HTTP")
            && !fixture.name.hasPrefix("a set") && !fixture.name.hasPrefix("a folded")
    }

    @Test(arguments: fixtures)
    func serversMessages_areReadAsTheyWereWritten(fixture: Fixture) throws {
        for message in try ServerFrame.decode(Array(fixture.frame.utf8)) {
            guard let bytes = Self.written(message) else { continue }
            #expect(String(decoding: bytes, as: UTF8.self) == fixture.frame)
        }
    }

    @Test func parts_ofASnapshot_areTold() throws {
        let fixture = try #require(Self.fixtures.first { $0.name == "snapshot in parts" })
        let parts = try ServerFrame.decode(Array(fixture.frame.utf8)).map { message in
            guard case .snapshot(_, let part, let parts) = message else { return [-1, -1] }
            return [part, parts]
        }
        #expect(parts == [[0, 3], [1, 3], [2, 3]])
    }

    @Test func unknownType_isNoProblem() throws {
        let bytes = Array(#"[{"type":"weather","sun":true},{"type":"pong","n":7}]"#.utf8)
        #expect(try ServerFrame.decode(bytes) == [.unknown(type: "weather"), .pong(7)])
    }

    @Test(arguments: ["", "{", "[1]", "{}", #"{"type":"changes","list":"a"}"#])
    func whatIsNoFrame_isAProblem(text: String) {
        #expect(throws: DecodingProblem.self) { try ServerFrame.decode(Array(text.utf8)) }
    }

    @Test(arguments: Fixture.all(in: "client-frames.json"))
    func clientsMessages_writtenAgain_meanTheSame(fixture: Fixture) throws {
        guard
            case .messages(let first) = ClientFrame.decode(
                Array(fixture.frame.utf8), limits: ProtocolLimits())
        else { return }
        for case .message(let message) in first {
            if case .edit(let edit) = message, case .failure = edit.edit { continue }
            let again = ClientFrame.decode(message.encoded, limits: ProtocolLimits())
            guard case .messages(let second) = again, case .message(let read)? = second.first else {
                Issue.record("\(String(decoding: message.encoded, as: UTF8.self)) is not read")
                continue
            }
            #expect(read == message)
        }
    }
}
