import Testing

@testable import ListJournal

/// What a server knows of the logs of lists.
@Suite struct KnownListsTests {
    private func position(_ place: Int64) -> JournalPosition {
        JournalPosition(revision: 0, token: 0, place: place)
    }

    /// A leader that was deposed still has the list, and must not be believed.
    @Test func placeOfADeletion_isKnownAfterIt() {
        let known = KnownLists()
        known.note("l", "e1", position(3))
        known.forget("l", epoch: "e1", at: 4)
        #expect(known["l"] == nil)
        #expect(known.place(of: "l") == 4)
        known.note("l", "e2", position(7))
        #expect(known.place(of: "l") == 7)
    }

    @Test func deletionOfALaterList_isThatOfTheEarlierOneToo() {
        let known = KnownLists()
        known.note("l", "e1", position(3))
        known.forget("l", epoch: "e0", at: 2)
        #expect(known["l"]?.epoch == "e1")
        known.forget("l", epoch: "e2", at: 9)
        #expect(known["l"] == nil)
    }

    @Test func oldDeletions_areForgotten() {
        let known = KnownLists()
        for place in 1...3_000 { known.forget("l\(place)", epoch: "e", at: Int64(place)) }
        #expect(known.place(of: "l1") == nil)
        #expect(known.place(of: "l3000") == 3_000)
    }
}
