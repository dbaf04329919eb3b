import Testing

@testable import ListFiles

/// Words that mean days, done and priorities.
@Suite struct FileValueTests {
    @Test(arguments: [
        ("2026-12-01", "2026-12-01"), ("2026/12/1", "2026-12-01"), ("20261201", "2026-12-01"),
        ("1.12.2026", "2026-12-01"), ("12/13/2026", "2026-12-13"), ("13/12/2026", "2026-12-13"),
        ("5/5/2026", "2026-05-05"), ("December 1, 2026", "2026-12-01"),
        ("Tue, Dec 1st 2026", "2026-12-01"), ("1. Dezember 2026", "2026-12-01"),
        ("3. März 2026", "2026-03-03"), ("1er août 2026", "2026-08-01"),
        ("1 de diciembre de 2026", "2026-12-01"), ("1 maggio 2026", "2026-05-01"),
        ("mar. 3 mars 2026", "2026-03-03"), ("2 mrt 2026", "2026-03-02"),
        ("1 de março de 2026", "2026-03-01"), ("29.2.2028", "2028-02-29"),
    ])
    func day_isReadInManyForms(text: String, day: String) {
        #expect(DayWords.day(text) == day)
    }

    @Test(arguments: [
        "", "12/1/2026", "2026-02-29", "31.4.2026", "every day at 7", "December 2026", "1. Mai",
        "December 1, 2026 9:00 AM", "2026-12-01T09:00:00Z", "0000-01-01", "99999999999999999999",
        "1 juli juni 2026", "\u{301}\u{301}", "1 ju 2026",
    ])
    func whatIsNoDay_keepsItsWords(text: String) {
        #expect(DayWords.day(text) == nil && DayWords.due(text) == text)
    }

    /// A whole day is midnight of UTC in some files, and of the task's own zone in others.
    @Test(arguments: [
        ("2026-12-02T00:00:00.000Z", "2026-12-02"), ("2026-12-02T23:00:00+0000", "2026-12-03"),
        ("2026-12-31T16:00:00+0000", "2027-01-01"), ("2026-12-03T08:00:00+0000", "2026-12-03"),
        ("9999-12-31T23:00:00Z", "9999-12-31"),
    ])
    func momentOfAWholeDay_isTheNearestDay(moment: String, day: String) {
        #expect(DayWords.nearestDay(moment) == day)
    }

    @Test func words_ofManyLanguagesAreKnown() {
        for word in ["Yes", "WAHR", "oui", "Sí", "sì", "ja", "sim", "x", " ✓ "] {
            #expect(TruthWords.value(word) == true, "\(word)")
        }
        for word in ["No", "FALSCH", "non", "não", "nee", "0"] {
            #expect(TruthWords.value(word) == false, "\(word)")
        }
        #expect(TruthWords.value("maybe") == nil)
        let priorities = ["P1", "Hoch", "media", "laag", "Normal", "soon"]
        #expect(priorities.map(PriorityWords.value) == [1, 1, 2, 3, 0, nil])
    }

    @Test(arguments: [
        ("Due Date", ColumnRole.due), ("dueDateTime", .due), ("Fällig am", .due),
        ("Section/Column", .section), ("last_modified", .program), ("Zugewiesen an", .assignee),
        ("Étiquettes", .labels), ("NOMBRE", .title), ("Feito", .done),
    ])
    func names_ofColumnsAreKnown(name: String, role: ColumnRole) {
        #expect(ColumnNames.role(of: name)?.role == role)
    }

    @Test func whatIsLeftOut_isCountedInWords() {
        #expect(LeftOut(.archivedCard).words == "1 archived card")
        #expect(LeftOut(.cardInArchivedList, count: 2).words == "2 cards in an archived list")
    }
}
