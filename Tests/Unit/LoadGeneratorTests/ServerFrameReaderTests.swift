import JSON
import ListEditing
import ListProtocol
import Testing

@testable import LoadGenerator

@Suite struct ServerFrameReaderTests {
    /// The events of a reader whose stream arrives in pieces of that size.
    private static func events(
        _ stream: [UInt8], pieces: Int, keepsSets: Bool = false, skips: Bool = false
    ) throws -> [FrameEvent] {
        var reader = ServerFrameReader()
        reader.keepsSets = keepsSets
        var found: [FrameEvent] = []
        var place = 0
        while place < stream.count {
            if skips, reader.skippable > 0 {
                place += reader.skippable
                reader.skip(reader.skippable)
            }
            let end = min(place + pieces, stream.count)
            var offset = 0
            try unsafe Array(stream[place..<end]).withUnsafeBytes { bytes in
                while let event = try unsafe reader.next(bytes, at: &offset) {
                    found.append(event)
                }
            }
            place = end
        }
        #expect(reader.payloadBytes <= stream.count)
        return found
    }

    private static let first = ServerStream.frame(ServerStream.changes(5...5))
    private static let long = ServerStream.frame(ServerStream.changes(6...205))

    @Test(arguments: [1, 7, 300, 4_096, 1 << 20])
    func frames_areReadInAnyPieces(pieces: Int) throws {
        let stream =
            Self.first + Self.long + ServerStream.frame(Array("{\"type\":\"pong\"}".utf8))
            + ServerStream.frame(Array("hi".utf8), opcode: 9)
            + ServerStream.frame([0x03, 0xE9], opcode: 8)
        #expect(
            try Self.events(stream, pieces: pieces) == [
                .changes(first: 5, last: 5, isWhole: true),
                .changes(first: 6, last: 205, isWhole: false), .message, .ping, .close(1_001),
            ])
    }

    @Test(arguments: [1, 7, 4_096, 1 << 20])
    func windows_areToldByTheirHeads(pieces: Int) throws {
        let rows = (0..<50).map { number in
            Row(
                id: RowID("r\(number)"),
                fields: Fields([
                    Field(name: "title", value: FieldValue(json: "\"a title \(number)\""))
                ]))
        }
        let run = RowRun(at: IndexPath(section: 0, row: 3), rows: rows)
        let list = ListID("l")
        let answer = RowsMessage(list: list, n: 7, revision: 41, runs: [run])
        let outline = Outline(
            list: list, epoch: "e", revision: 40, title: "T", rules: Rules(), sections: [],
            runs: [run])
        let nothing = RowsMessage(list: list, n: 8, revision: 42, runs: [])
        let stream = [outline.encoded, answer.encoded, nothing.encoded].flatMap {
            ServerStream.frame($0)
        }
        #expect(
            try Self.events(stream, pieces: pieces) == [
                .snapshot(revision: 40, part: 0, parts: 1), .rows(n: 7, revision: 41),
                .rows(n: 8, revision: 42),
            ])
    }

    @Test func middleOfALongMessage_mayBeThrownAway() throws {
        let stream = Self.long + Self.first
        let events = try Self.events(stream, pieces: 500, skips: true)
        #expect(
            events == [
                .changes(first: 6, last: 205, isWhole: false),
                .changes(first: 5, last: 5, isWhole: true),
            ])
    }

    @Test func whoWantsTheSets_keepsThemWhole() throws {
        let events = try Self.events(Self.long, pieces: 1_000, keepsSets: true)
        #expect(events == [.changes(first: 6, last: 205, isWhole: true)])
    }

    @Test func fragments_areOneMessage() throws {
        let message = ServerStream.changes(3...4)
        let ping = ServerStream.frame([], opcode: 9)
        let stream =
            ServerStream.frame(Array(message[..<50]), isFinal: false) + ping
            + ServerStream.frame(Array(message[50...]), opcode: 0)
        #expect(
            try Self.events(stream, pieces: 9) == [
                .ping, .changes(first: 3, last: 4, isWhole: true),
            ])
    }

    @Test func partsOfALongSnapshot_areTold() throws {
        let rows = String(repeating: "{\"id\":\"r\",\"fields\":{}},", count: 200)
        let part = Array(
            """
            {"type":"snapshot","list":"l","epoch":"e","revision":9,"title":"T","rules":{},\
            "part":1,"parts":3,"sections":[\(rows)]}
            """.utf8)
        #expect(
            try Self.events(ServerStream.frame(part), pieces: 999) == [
                .snapshot(revision: 9, part: 1, parts: 3)
            ])
    }

    @Test(arguments: [
        (bytes: [0x81, 0x82, 0, 0, 0, 0, 1, 2] as [UInt8], problem: WireError.masked),
        (bytes: [0x82, 0x01, 0], problem: .binary),
        (bytes: [0x81, 0x7F, 0x40, 0, 0, 0, 0, 0, 0, 0], problem: .tooLong),
        (bytes: [0x81, 0x7F, 0xFF, 0, 0, 0, 0, 0, 0, 0], problem: .tooLong),
    ])
    func badStreams_areRefused(bytes: [UInt8], problem: WireError) {
        #expect(throws: problem) { try Self.events(bytes, pieces: 100) }
    }
}
