import Testing

@testable import ListServer

/// What a session remembers of the edits that it has sent.
@Suite struct SentEditsTests {
    private func add(_ id: Int, to sent: inout SentEdits) -> (isRepeated: Bool, unanswered: Int) {
        let (novelty, unanswered) = sent.add(id, inFlight: 4)
        return (novelty.isRepeated, unanswered)
    }

    @Test func editsBeyondThoseThatAClientSendsAgain_areCertainlyNew() {
        var sent = SentEdits()
        // Ids may have gaps.
        let isNew = [7, 8, 90, 91, 92, 200].map {
            sent.add($0, inFlight: 4).novelty.isCertainlyNew
        }
        #expect(isNew == [false, false, false, false, true, true])
        #expect(!sent.add(92, inFlight: 4).novelty.isCertainlyNew)
    }

    @Test func copyOfARefusedEdit_isKnown_andANewEditIsNot() {
        var sent = SentEdits()
        for id in 1...3 { #expect(add(id, to: &sent) == (false, id)) }
        sent.noteRefused(2, remembered: 8)
        #expect(sent.wasRefused(2))
        #expect(!sent.wasRefused(1) && !sent.wasRefused(4))
        #expect(sent.answer() == 2)
    }

    @Test func whatIsGivenBack_isSentAgainAsIfItNeverHadBeen() {
        var sent = SentEdits()
        for id in 1...3 { _ = add(id, to: &sent) }
        #expect(sent.withhold(2) == 2 && sent.withhold(3) == 1)
        #expect(add(2, to: &sent) == (false, 2))
        #expect(add(1, to: &sent) == (true, 3))
    }

    /// Another server may have applied it.
    @Test func whatIsGivenBack_isNeverCertainlyNew() {
        var sent = SentEdits()
        for id in 1...3 { _ = add(id, to: &sent) }
        _ = sent.withhold(3)
        let again = (3...4).map { sent.add($0, inFlight: 2).novelty.isCertainlyNew }
        #expect(again == [false, true])
    }

    @Test func theLatestRefusalsAreRemembered() {
        var sent = SentEdits()
        for id in 1...10 { _ = add(id, to: &sent) }
        for id in 1...10 { sent.noteRefused(id, remembered: 4) }
        #expect((1...10).filter { sent.wasRefused($0) } == [7, 8, 9, 10])
    }
}
