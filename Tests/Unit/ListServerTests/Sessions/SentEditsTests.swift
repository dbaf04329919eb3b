import ListProtocol
import Testing

@testable import ListSessions

/// What a session remembers of the edits that it has sent.
@Suite struct SentEditsTests {
    private func add(_ id: Int, to sent: inout SentEdits) -> (isRepeated: Bool, unanswered: Int) {
        let (novelty, unanswered) = sent.add(id, inFlight: 4)
        return (novelty.isRepeated, unanswered)
    }

    @Test func editsBeyondThoseThatAClientSendsAgain_areCertainlyNew() {
        var sent = SentEdits(epoch: "e")
        // Ids may have gaps.
        let isNew = [7, 8, 90, 91, 92, 200].map {
            sent.add($0, inFlight: 4).novelty.isCertainlyNew
        }
        #expect(isNew == [false, false, false, false, true, true])
        #expect(!sent.add(92, inFlight: 4).novelty.isCertainlyNew)
    }

    @Test func copyOfARefusedEdit_isKnown_andANewEditIsNot() {
        var sent = SentEdits(epoch: "e")
        for id in 1...3 { #expect(add(id, to: &sent) == (false, id)) }
        sent.noteRefused(2, remembered: 8)
        #expect(sent.wasRefused(2))
        #expect(!sent.wasRefused(1) && !sent.wasRefused(4))
        #expect(sent.answer() == 2)
    }

    @Test func whatIsGivenBack_isSentAgainAsIfItNeverHadBeen() {
        var sent = SentEdits(epoch: "e")
        for id in 1...3 { _ = add(id, to: &sent) }
        #expect(sent.leaveUnanswered(2) == 2 && sent.leaveUnanswered(3) == 1)
        #expect(add(2, to: &sent) == (false, 2))
        #expect(add(1, to: &sent) == (true, 3))
    }

    /// Another server may have applied it.
    @Test func whatIsGivenBack_isNeverCertainlyNew() {
        var sent = SentEdits(epoch: "e")
        for id in 1...3 { _ = add(id, to: &sent) }
        _ = sent.leaveUnanswered(3)
        let again = (3...4).map { sent.add($0, inFlight: 2).novelty.isCertainlyNew }
        #expect(again == [false, true])
    }

    @Test func theLatestRefusalsAreRemembered() {
        var sent = SentEdits(epoch: "e")
        for id in 1...10 { _ = add(id, to: &sent) }
        for id in 1...10 { sent.noteRefused(id, remembered: 4) }
        #expect((1...10).filter { sent.wasRefused($0) } == [7, 8, 9, 10])
    }

    private func list(_ number: Int) -> ListID { ListID("l\(number)") }

    /// Sends an edit of a list; whether it may have been sent before, nil where there is no room.
    private func send(
        to number: Int, epoch: String = "e", _ sent: inout SentEditsByList
    ) -> Bool? {
        guard sent.makeRoom(for: list(number), epoch: epoch) else { return nil }
        return sent.add(1, to: list(number), inFlight: 4)?.novelty.isRepeated
    }

    @Test func listsWithoutOpenEdits_areForgotten_andMayHaveBeenEditedBefore() {
        var sent = SentEditsByList()
        for number in 0..<5_000 {
            let isRepeated = send(to: number, &sent)
            #expect(isRepeated == (number >= SentEditsByList.most))
            let left = sent.answer(list(number))
            #expect(left == 0 && sent.count <= SentEditsByList.most)
        }
    }

    @Test func listsWithOpenEdits_areKept_andNoMoreAreTaken() {
        var sent = SentEditsByList()
        for number in 0..<SentEditsByList.most { _ = send(to: number, &sent) }
        // Those with a refused edit stay known too: a copy of it may be under way.
        for number in 0..<500 {
            sent.noteRefused(1, list(number), remembered: 8)
            _ = sent.answer(list(number))
        }
        var isRepeated = send(to: 5_000, &sent)
        #expect(isRepeated == nil)
        let added = sent.add(1, to: list(5_000), inFlight: 4)
        #expect(added == nil)
        isRepeated = send(to: 0, &sent)
        #expect(isRepeated == true && sent.wasRefused(1, list(0)))
        for number in 500..<800 { _ = sent.answer(list(number)) }
        isRepeated = send(to: 5_000, &sent)
        #expect(isRepeated == true && sent.count == SentEditsByList.most - 300 + 1)
    }

    @Test func ofAnotherListWithTheSameID_nothingIsKnown() {
        var sent = SentEditsByList()
        var isRepeated = ["e", "f"].map { send(to: 1, epoch: $0, &sent) }
        #expect(isRepeated == [false, true], "one of the first is not answered")
        for _ in 0..<2 { _ = sent.answer(list(1)) }
        isRepeated = ["f"].map { send(to: 1, epoch: $0, &sent) }
        #expect(isRepeated == [false])
    }

    @Test func lostLists_areNamedAsLongAsTheyAreFew_thenEveryListThatIsNotOpen() {
        var lost = LostLists()
        let open: Set = [list(0)]
        for number in 1...LostLists.most { lost.insert(list(number), open: open) }
        #expect(lost.contains(list(1), isOpen: false) && !lost.contains(list(5_000), isOpen: false))
        lost.remove(list(1))
        #expect(!lost.contains(list(1), isOpen: true))
        lost.insert(list(0), open: open)
        lost.insert(list(5_001), open: open)
        #expect(lost.contains(list(5_000), isOpen: false) && lost.contains(list(0), isOpen: true))
        #expect(!lost.contains(list(2), isOpen: true), "it was opened again")
        lost.remove(list(0))
        #expect(!lost.contains(list(0), isOpen: true))
    }
}
