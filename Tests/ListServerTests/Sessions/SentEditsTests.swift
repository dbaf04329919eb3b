import Testing

@testable import ListServer

/// What a session remembers of the edits that it has sent.
@Suite struct SentEditsTests {
    @Test func copyOfARefusedEdit_isKnown_andANewEditIsNot() {
        var sent = SentEdits()
        for id in 1...3 { #expect(sent.add(id) == (isRepeated: false, unanswered: id)) }
        sent.noteRefused(2, remembered: 8)
        #expect(sent.wasRefused(2))
        #expect(!sent.wasRefused(1) && !sent.wasRefused(4))
        #expect(sent.answer() == 2)
    }

    @Test func whatIsGivenBack_isSentAgainAsIfItNeverHadBeen() {
        var sent = SentEdits()
        for id in 1...3 { _ = sent.add(id) }
        #expect(sent.withhold(2) == 2 && sent.withhold(3) == 1)
        #expect(sent.add(2) == (isRepeated: false, unanswered: 2))
        #expect(sent.add(1) == (isRepeated: true, unanswered: 3))
    }

    @Test func theLatestRefusalsAreRemembered() {
        var sent = SentEdits()
        for id in 1...10 { _ = sent.add(id) }
        for id in 1...10 { sent.noteRefused(id, remembered: 4) }
        #expect((1...10).filter { sent.wasRefused($0) } == [7, 8, 9, 10])
    }
}
