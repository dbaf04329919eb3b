import ListProtocol
import Testing

/// The first frame of a session, which is read as `hello` only.
@Suite struct FirstFrameTests {
    private func decode(_ text: String) -> DecodedFrame {
        ClientFrame.decode(Array(text.utf8), limits: ProtocolLimits(), isFirst: true)
    }

    private func refusal(_ text: String) -> ErrorMessage? {
        guard case .refused(let refusal) = decode(text), refusal.errors.count == 1 else {
            return nil
        }
        return refusal.errors.first
    }

    @Test func hello_aloneOrBeforeOthers_isTaken() {
        let hello = DecodedMessage.message(.hello(Hello(client: "k", name: nil, token: nil)))
        let open = DecodedMessage.message(.open(OpenList(list: ListID("a"))))
        #expect(decode(#"{"type":"hello","client":"k"}"#) == .messages([hello]))
        #expect(
            decode(#" [{"type":"hello","client":"k"},{"type":"open","list":"a"}]"#)
                == .messages([hello, open]))
    }

    @Test(arguments: [
        #"{"type":"edit","list":"a","id":1,"actions":[]}"#, "[]", "7", "null", "{}", "[[]]",
        #"{"type":"ping"}"#, #"{"type":7}"#, #"[{"type":"open","list":"a"},{"type":"hello"}]"#,
        #"{"type":"hello","client":"a","client":"b"}"#, #"{"type":"hello","name":"\ud800"}"#,
        #"[{"type":"hello"},{"type":"edit","list":"a","id":1}]"#,
        #"[{"type":"hello"},{"type":"open","list":3}]"#,
    ])
    func whatIsNotHello_isFatal_andAnsweredOnce(text: String) {
        #expect(refusal(text)?.code == .helloExpected)
        #expect(refusal(text)?.id == nil)
    }

    @Test func whatIsNoJSON_isToldAsSuch() {
        #expect(refusal("hello")?.code == .notJSON)
    }

    @Test func aBadHello_isOneOfTheMessages() {
        guard case .messages(let messages) = decode(#"{"type":"hello","client":7}"#),
            case .problem(let error)? = messages.first
        else {
            Issue.record("refused")
            return
        }
        #expect(error.code == .badHello)
    }

    @Test func moreThan16384Bytes_areTooLarge_whateverTheyAre() {
        let hello = #"{"type":"hello","x":""#
        for (count, code) in [(16_384, nil), (16_385, ErrorCode.frameTooLarge)] {
            let text = hello + String(repeating: "x", count: count - hello.utf8.count - 2) + "\"}"
            #expect(refusal(text)?.code == code)
            #expect(refusal(String(repeating: "[", count: count))?.code == code ?? .notJSON)
        }
    }

    @Test func laterFrames_mayBeLarger() {
        let text = #"{"type":"ping","x":""# + String(repeating: "x", count: 20_000) + "\"}"
        #expect(
            ClientFrame.decode(Array(text.utf8), limits: ProtocolLimits())
                == .messages([.message(.ping(nil))]))
    }
}
