import ListJournal
import Testing

@testable import ListWebhooks

/// How far a hook was told, where several servers write that down.
@Suite struct HookCursorTableTests {
    /// The end of a list is saved only once the journal has it: not while it is on its way, nor where another
    /// server saved something else first.
    @Test func endOfAList_isNotSaved_whereAnotherServerWasFirst() {
        var table = HookCursorTable()
        isNoted(false, &table)
        let first = table.takeUnsaved()
        #expect(first.map(\.epoch) == ["e"])
        isNoted(false, &table)
        var other = HookCursor(list: "l")
        other.place = 7
        let isNotified = table.noteSaved(SavedCursor(other, isOwn: false))
        #expect(isNotified)
        isNoted(false, &table)

        // What says nothing has a place all the same, which the next one names.
        var own = table.takeUnsaved()[0]
        #expect(own.place == 7 && own.epoch == "e")
        own.place = 8
        let isOther = table.noteSaved(SavedCursor(own, isOwn: true))
        #expect(!isOther)
        isNoted(true, &table)
    }

    private func isNoted(_ isSaved: Bool, _ table: inout HookCursorTable) {
        let mustSave = table.noteEnd(of: "l", epoch: "e")
        #expect(mustSave != isSaved)
    }

    @Test func goingBack_leavesOutNothingThatWasNotTold() {
        func position(_ number: Int) -> JournalPosition {
            JournalPosition(revision: number, token: Int64(number), place: Int64(number))
        }
        let head = ListHead(
            list: "l", epoch: "e", title: "", rows: 0, done: 0, position: position(9))
        var table = HookCursorTable()
        let isNew = table.goBack(to: position(2), in: head)
        #expect(isNew == 0 && table["l"].epoch == nil, "its creation is told first")
        table.note(.notified("e", position(4)), of: "l")
        let ahead = table.goBack(to: position(8), in: head)
        #expect(ahead == 4 && table["l"].position == position(4))
        let back = table.goBack(to: position(2), in: head)
        #expect(back == 2 && table["l"].position == position(2))
        var other = head
        other.epoch = "f"
        let isOther = table.goBack(to: position(1), in: other)
        #expect(isOther == 0 && table["l"].epoch == "e", "its deletion is told first")
    }

    @Test func whatCouldNotBeSaved_isSavedWithTheNext() {
        var table = HookCursorTable()
        let position = JournalPosition(revision: 1, token: 1, place: 1)
        table.note(.notified("e", position), of: "l")
        let taken = table.takeUnsaved()
        let none = table.takeUnsaved()
        #expect(none == [])
        table.notSaved(taken)
        let again = table.takeUnsaved()
        #expect(again == taken)
    }
}
