import ListEditing
import ListProtocol
import MemoryJournal
import Testing

@testable import ListHosting
@testable import ListSequencing
@testable import ListServer
@testable import ListSessions
@testable import ServerTesting
@testable import WebSocketTransport

/// What a session says of a list that it was told is unavailable.
@Suite struct LostListTests {
    @Test(arguments: ["while it was open", "when it was opened"])
    func presenceOfAListThatIsUnavailable_isNotToldThatThereIsNone(how: String) throws {
        let bench = try SessionBench()
        let client = try bench.connect()
        let presence = #"{"type":"presence","list":"l","mode":"active"}"#
        let before = client.answer(to: presence, "error")
        #expect(before.contains(#""code":"unknownList""#), "nobody opened it")
        _ = client.answer(to: #"{"type":"open","list":"l"}"#, "snapshot")
        let isNotified = Flag()
        client.session.execute { [list = bench.list] session in
            how.hasPrefix("while")
                ? session.listClosed(list, .unavailable) : session.openFailed(list, .unavailable)
            isNotified.set()
        }
        _ = bench.time.run { isNotified.isSet }
        #expect(client.answer(to: presence, "error").contains(#""code":"unavailable""#))
    }

    /// The connection stands, and its client would wait for ever.
    @Test(arguments: [
        #"{"type":"create","list":"new","title":"","rules":{},"sections":[]}"#,
        #"{"type":"delete","list":"l"}"#,
    ])
    func whatMayBeDoneLater_isAnswered(message: String) throws {
        let bench = try SessionBench()
        let client = try bench.connect()
        bench.journal.set(.losing)
        let answer = client.answer(to: message, "error")
        #expect(answer.contains(#""code":"unavailable""#) && answer.contains("perhaps done later"))
    }
}
