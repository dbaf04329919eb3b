import ListJournal
import Testing

@testable import ListServer

/// How far a hook was told, where several servers write that down.
@Suite struct HookBookTests {
    /// The end of a list is saved only once the journal has it: not while it is on its way, nor where another
    /// server saved something else first.
    @Test func endOfAList_isNotSaved_whereAnotherServerWasFirst() {
        var book = HookBook()
        isNoted(false, &book)
        let first = book.takeUnsaved()
        #expect(first.map(\.epoch) == ["e"])
        isNoted(false, &book)
        var other = HookCursor(list: "l")
        other.place = 7
        let isTold = book.noteSaved(SavedCursor(other, isOwn: false))
        #expect(isTold)
        isNoted(false, &book)

        // What says nothing has a place all the same, which the next one names.
        var own = book.takeUnsaved()[0]
        #expect(own.place == 7 && own.epoch == "e")
        own.place = 8
        let isOther = book.noteSaved(SavedCursor(own, isOwn: true))
        #expect(!isOther)
        isNoted(true, &book)
    }

    private func isNoted(_ isSaved: Bool, _ book: inout HookBook) {
        let mustSave = book.noteEnd(of: "l", epoch: "e")
        #expect(mustSave != isSaved)
    }

    @Test func whatCouldNotBeSaved_isSavedWithTheNext() {
        var book = HookBook()
        let position = JournalPosition(revision: 1, token: 1, place: 1)
        book.note(.told("e", position), of: "l")
        let taken = book.takeUnsaved()
        let none = book.takeUnsaved()
        #expect(none == [])
        book.notSaved(taken)
        let again = book.takeUnsaved()
        #expect(again == taken)
    }
}
