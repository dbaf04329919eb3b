import JSON
import ListProtocol
import Testing

@testable import LoadGenerator

@Suite struct ClientMessagesTests {
    @Test(arguments: [(0, 2), (125, 2), (126, 4), (65_535, 4), (65_536, 10)])
    func header_saysTheLengthAndAMaskOfZero(length: Int, bytes: Int) {
        var output: [UInt8] = []
        ClientFraming.append([UInt8](repeating: 7, count: length), to: &output)
        #expect(output.count == bytes + 4 + length)
        #expect(output[0] == 0x81 && output[1] & 0x80 != 0)
        #expect(output[bytes..<bytes + 4].allSatisfy { $0 == 0 })
        let said =
            bytes == 2
            ? Int(output[1] & 0x7F) : output[2..<bytes].reduce(0) { $0 << 8 | Int($1) }
        #expect(said == length)
    }

    @Test func handshake_isAcceptedOnlyWithTheRightKey() {
        let head = "HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: "
        let right = Array((head + "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\nrest").utf8)
        #expect(ClientHandshake.read(right) == .accepted(bodyStart: right.count - 4))
        #expect(ClientHandshake.read(Array(right.dropLast(6))) == .incomplete)
        let wrong = Array((head + "AAAA\r\n\r\n").utf8)
        #expect(ClientHandshake.read(wrong) == .refused("the wrong Sec-WebSocket-Accept"))
        let busy = Array("HTTP/1.1 503 Service Unavailable\r\n\r\n".utf8)
        #expect(
            ClientHandshake.read(busy) == .refused("HTTP/1.1 503 Service Unavailable"))
    }

    /// Whether the server's own decoder reads that many messages.
    private static func isDecoded(_ bytes: [UInt8], messages: Int) -> Bool {
        guard case .messages(let decoded) = ClientFrame.decode(bytes, limits: ProtocolLimits())
        else { return false }
        return decoded.count == messages
            && decoded.allSatisfy { if case .message = $0 { true } else { false } }
    }

    @Test func everyMessage_isOneThatTheServerReads() {
        let text = SyntheticList(rowBytes: 200)
        var messages = [
            Greeting.hello(key: "k-1", token: nil), Greeting.open("l"),
            Greeting.open("l", since: 4, epoch: "e1"),
            text.insertion(into: "l", id: 3, rows: 5..<9),
        ]
        for (template, id) in [(text.update(of: "l", editor: 3), 1), (text.move(in: "l"), 123_456)]
        {
            var bytes: [UInt8] = []
            template.append(id: id, row: 42, index: 7, to: &bytes)
            #expect(bytes.count == template.count)
            messages.append(bytes)
        }
        for message in messages {
            #expect(
                Self.isDecoded(message, messages: 1), "\(String(decoding: message, as: UTF8.self))")
        }
    }

    @Test func rowsFields_haveTheBytesAskedFor_andSayWhoWroteThem() throws {
        let text = SyntheticList(rowBytes: 200)
        #expect(text.fields(editor: 12, id: 345).utf8.count == 200)
        let title = try #require(
            try JSONReader.read(Array(text.fields(editor: 12, id: 345).utf8)).object?["title"]?
                .string)
        #expect(
            SyntheticList.writer(ofTitle: title) == RowWriter(editor: 12, editID: 345))
    }

    @Test func severalEdits_areOneFrame() {
        let editor = Editor(number: 0, client: 0)
        let template = SyntheticList(rowBytes: 64).update(of: "l", editor: 0)
        for _ in 0..<3 {
            editor.add(due: 5) { id, output in template.append(id: id, to: &output) }
        }
        var output: [UInt8] = []
        editor.takeBatch(into: &output)
        #expect(Self.isDecoded(Array(output.dropFirst(8)), messages: 3))
        editor.takeBatch(into: &output)
        #expect(output.count == 8 + 3 * template.count + 4)
    }
}
