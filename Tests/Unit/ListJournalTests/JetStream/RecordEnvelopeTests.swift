import Testing

@testable import ListJournal

@Suite struct RecordEnvelopeTests {
    /// Bytes of which no two parts are equal.
    private func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }
    }

    private func envelope(
        _ kind: RecordEnvelope.Kind = .changed, number: Int64 = 7, previous: UInt64 = .max
    ) -> RecordEnvelope {
        RecordEnvelope(
            kind, epoch: "e1", number: number, revision: 12, at: 1_800_000_000_000,
            title: "Übung \"1\"\n", rows: 3, writer: "s1", id: "abc", previous: previous)
    }

    /// The text of a record is in stores: what it is today, later versions read.
    @Test func aRecord_isOneLineAndItsBody() throws {
        let sealed = envelope().sealed(Array("{}\nrest".utf8))
        let text = String(decoding: sealed.message, as: UTF8.self)
        #expect(
            text == """
                {"v":1,"kind":"changed","epoch":"e1","number":7,"revision":12,\
                "at":1800000000000,"title":"Übung \\"1\\"\\n","rows":3,"writer":"s1","id":"abc",\
                "previous":"ffffffffffffffff","check":"\(Hexadecimal.text(sealed.check))"}
                {}
                rest
                """)
        let read = try #require(RecordEnvelope.read(sealed.message))
        #expect(read.envelope == envelope() && read.check == sealed.check && read.parts == 0)
        #expect(read.body() == Array("{}\nrest".utf8))
    }

    /// What may be set as `limits.titleBytes` can be read back, whatever the title is made of.
    @Test(arguments: ["\u{1}", "\"", "ü", "x"])
    func theLongestTitle_isReadAgain_besideABody(character: String) throws {
        var long = envelope()
        long.title = String(repeating: character, count: 65_536 / character.utf8.count)
        let sealed = long.sealed(bytes(MessageParts.partBytes))
        #expect(sealed.message.count < 1 << 20 && sealed.parts.isEmpty)
        #expect(RecordEnvelope.read(sealed.message)?.envelope == long)
    }

    @Test(arguments: [RecordEnvelope.Kind.created, .changed, .version, .deleted])
    func everyKind_isReadAgain_alsoWithoutBody(kind: RecordEnvelope.Kind) throws {
        let read = try #require(RecordEnvelope.read(envelope(kind, previous: 0).sealed([]).message))
        #expect(read.envelope == envelope(kind, previous: 0) && read.body() == [])
    }

    @Test func aCopiedRecord_saysSo() throws {
        var copied = envelope()
        copied.isCopied = true
        let sealed = copied.sealed([1])
        let text = String(decoding: sealed.message, as: UTF8.self)
        #expect(text.contains(#","copied":true,"check":"#))
        #expect(RecordEnvelope.read(sealed.message)?.envelope == copied)
    }

    @Test(arguments: [0, 1, -1])
    func aLongBody_liesInParts(difference: Int) throws {
        let body = bytes(2 * MessageParts.partBytes + difference)
        let sealed = envelope().sealed(body)
        #expect(sealed.parts.count == (difference > 0 ? 3 : 2))
        #expect(sealed.parts.allSatisfy { $0.count <= MessageParts.partBytes })
        #expect(sealed.message.count < 512)
        let read = try #require(RecordEnvelope.read(sealed.message))
        #expect(read.parts == sealed.parts.count && read.byteCount == body.count)
        // Compared outside of `#expect`, which would print the bytes.
        let isWhole = read.body(parts: sealed.parts) == body
        let isPartly =
            read.body() != nil || read.body(parts: sealed.parts.dropLast()) != nil
            || read.body(parts: sealed.parts.reversed()) != nil
        #expect(isWhole && !isPartly)
    }

    @Test func aBodyOfOnePart_liesInItsMessage() throws {
        let body = [UInt8](repeating: 1, count: MessageParts.partBytes)
        let sealed = envelope().sealed(body)
        #expect(sealed.parts.isEmpty)
        let isWhole = RecordEnvelope.read(sealed.message)?.body() == body
        #expect(isWhole)
    }

    /// Of all bytes of a record, none can change unnoticed.
    @Test func anAlteredByte_isNoticed() throws {
        let message = envelope().sealed(Array("body".utf8)).message
        for place in message.indices {
            var altered = message
            altered[place] ^= 1
            #expect(RecordEnvelope.read(altered)?.body() == nil, "byte \(place)")
        }
        for count in 0..<message.count {
            #expect(RecordEnvelope.read(Array(message[..<count]))?.body() == nil, "\(count) bytes")
        }
    }

    @Test func eachRecord_namesTheOneBefore() throws {
        let first = envelope(number: 1, previous: 0).sealed([1])
        let second = envelope(number: 2, previous: first.check).sealed([1])
        let other = envelope(number: 2, previous: 0).sealed([1])
        #expect(RecordEnvelope.read(second.message)?.envelope.previous == first.check)
        #expect(second.check != other.check)
    }

    @Test(arguments: [
        "", "\n", "{}\n", "[1]\n{}", #"{"v":2,"kind":"changed"}"# + "\n",
    ])
    func otherTexts_areNoRecords(text: String) {
        #expect(RecordEnvelope.read(Array(text.utf8)) == nil)
    }

    @Test func aPointer_isReadAgain_andKnowsItsSnapshots() throws {
        let snapshot = bytes(MessageParts.partBytes + 5)
        let newest = SnapshotPointer.Reference(
            number: 9, id: "i", place: 1_000, revision: 12, record: .max, snapshot: snapshot)
        var pointer = SnapshotPointer(epoch: "e1", newest: newest)
        #expect(SnapshotPointer(json: pointer.json) == pointer)
        pointer.base = .init(number: 0, id: "j", place: 1, revision: 0, record: 5, snapshot: [])
        pointer.nextBase = .init(
            number: 4, id: "k", place: 8, revision: 3, record: 6, snapshot: [1])
        #expect(SnapshotPointer(json: pointer.json) == pointer)
        #expect(newest.parts == 2 && pointer.base?.parts == 1)
        let isWhole = newest.snapshot(of: MessageParts.split(snapshot)) == snapshot
        let isTurned = newest.snapshot(of: MessageParts.split(snapshot).reversed()) != nil
        #expect(isWhole && !isTurned)
        #expect(pointer.base?.snapshot(of: [[]]) == [])
        pointer.copied = "s1-9"
        #expect(SnapshotPointer(json: pointer.json) == pointer)
        #expect(SnapshotPointer(json: Array(#"{"v":1,"epoch":"e"}"#.utf8)) == nil)
    }
}
