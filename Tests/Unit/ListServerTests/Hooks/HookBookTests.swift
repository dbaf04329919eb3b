import ListJournal
import Testing

@testable import ListWebhooks

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

    @Test func goingBack_leavesOutNothingThatWasNotTold() {
        func position(_ number: Int) -> JournalPosition {
            JournalPosition(revision: number, token: Int64(number), place: Int64(number))
        }
        let head = ListHead(
            list: "l", epoch: "e", title: "", rows: 0, done: 0, position: position(9))
        var book = HookBook()
        let isNew = book.goBack(to: position(2), in: head)
        #expect(isNew == 0 && book["l"].epoch == nil, "its creation is told first")
        book.note(.told("e", position(4)), of: "l")
        let ahead = book.goBack(to: position(8), in: head)
        #expect(ahead == 4 && book["l"].position == position(4))
        let back = book.goBack(to: position(2), in: head)
        #expect(back == 2 && book["l"].position == position(2))
        var other = head
        other.epoch = "f"
        let isOther = book.goBack(to: position(1), in: other)
        #expect(isOther == 0 && book["l"].epoch == "e", "its deletion is told first")
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
