import Testing

@testable import ListServer
@testable import ServerTesting

/// A session is answered each edit once: by its set, or by a message.
@Suite struct AnsweredOnceTests {
    /// A client sends again what was not answered before it has seen what it missed, and leaves the list.
    @Test(arguments: [#"{"type":"close","list":"l"}"#, #"{"type":"open","list":"l","since":0}"#])
    func copyOfAnEditThatASessionWasSent_hasNoSecondAnswer_thoughTheListIsLeft(
        leaving: String
    ) throws {
        let bench = try SessionBench()
        let hello = #"{"type":"hello","client":"a-key-of-a-client-of-tests"}"#
        let edit = #"{"type":"edit","list":"l","id":1,"actions":[{"op":"insertRow","fields":{}}]}"#
        let first = try bench.connect(1, hello)
        let ack = first.answer(to: edit, "ack")
        #expect(ack.contains(#""id":1"#) && ack.contains("applied"), "\(first.connection.received)")
        let epoch = try #require(
            first.answer(to: #"{"type":"open","list":"l"}"#, "opened")
                .split(separator: "epoch\":\"").last?.prefix { $0 != "\"" })
        let again = try bench.connect(2, hello)
        let open = #"{"type":"open","list":"l","since":0,"epoch":"\#(epoch)"}"#
        let leave = leaving.hasPrefix(#"{"type":"open""#) ? open : leaving
        let ping = #"{"type":"ping","n":1}"#
        _ = again.answer(to: "[\(open),\(edit),\(leave),\(ping)]", "pong")
        _ = again.answer(to: #"{"type":"lists"}"#, "lists")
        let received = again.connection.received
        #expect(received.contains { $0.contains(#""intent":1"#) }, "it was sent the set")
        #expect(!received.contains { $0.hasPrefix(#"{"type":"ack""#) }, "\(received)")
    }
}
