import ListEditing
import ListProtocol
import Testing

@testable import ListDocument
@testable import ListServer
@testable import ServerTesting

/// Who is forgotten, by which clock: a time in which nobody edits the list counts as a day at most.
@Suite struct EditTimeTests {
    private let ana = ClientID("ana")
    private let ben = ClientID("ben")

    private func edit(_ table: inout ClientTable, by client: ClientID, onDay day: Int) {
        let place = table.place(of: client)
        table.noteAnswered(id: day + 1, at: place, name: nil, now: day * ManualClock.day)
    }

    /// The clients that are remembered on a day.
    private func remembered(_ table: ClientTable, onDay day: Int) -> Set<ClientID> {
        var table = table
        table.forget(unseenSince: table.oldestRemembered(at: day * ManualClock.day))
        return Set(table.records.keys)
    }

    @Test func whoEditedWhileOthersDid_isForgottenAfterThirtyDays() {
        var table = ClientTable(limits: ProtocolLimits())
        edit(&table, by: ana, onDay: 100)
        for day in 100...130 { edit(&table, by: ben, onDay: day) }
        #expect(remembered(table, onDay: 130) == [ana, ben])
        edit(&table, by: ben, onDay: 131)
        #expect(remembered(table, onDay: 131) == [ben])
    }

    /// By a clock that is two months ahead nobody is forgotten, also once an edit is stored by it.
    @Test func clockThatIsAhead_forgetsNobody() {
        var table = ClientTable(limits: ProtocolLimits())
        edit(&table, by: ana, onDay: 100)
        #expect(remembered(table, onDay: 160) == [ana])
        edit(&table, by: ben, onDay: 160)
        #expect(remembered(table, onDay: 160) == [ana, ben])
        // As a server that starts reads it; and as the right time comes back, and catches up.
        table = ClientTable(records: table.records, limits: ProtocolLimits())
        #expect(remembered(table, onDay: 220) == [ana, ben])
        for day in 101...159 { edit(&table, by: ben, onDay: day) }
        #expect(remembered(table, onDay: 160) == [ana, ben])
    }

    /// What is stored says the same as what goes on in memory.
    @Test func tableThatIsRead_countsAsTheOneThatWasStored() {
        var table = ClientTable(limits: ProtocolLimits())
        for day in [1, 2, 50, 51, 90] {
            edit(&table, by: day.isMultiple(of: 2) ? ana : ben, onDay: day)
            var read = ClientTable(records: table.records, limits: ProtocolLimits())
            var kept = table
            edit(&read, by: ana, onDay: day + 40)
            edit(&kept, by: ana, onDay: day + 40)
            #expect(read.records == kept.records)
        }
    }
}
