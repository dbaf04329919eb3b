import ListEditing
import Testing

/// Places from a stale base (<doc:PositionsAndClamping>), sentence by sentence.
struct RebasingTests {
    @Test func neighboursStillSideBySide_gapIsBetweenThem() throws {
        var list = try list("a b c")
        try list.act(.insert("x", .at(0, 0)))
        try list.act(.insert("y", .at(0, 2)), base: 0)
        #expect(list.text == "x a b y c")
    }

    @Test func neighbourInserted_gapIsBeforeTheNextRowThatStayed() throws {
        var list = try list("a b c")
        try list.act(.insert("x", .at(0, 1)))
        try list.act(.insert("y", .at(0, 1)), base: 0)
        #expect(list.text == "a x y b c", "the one sequenced first stands first")
    }

    @Test func nextRowMoved_gapIsBeforeTheOneBehindIt_evenIfItCameBack() throws {
        var list = try list("a b c d")
        try list.act(.move("b", .at(0, 3)))
        try list.act(.move("b", .at(0, 1)))
        try list.act(.insert("x", .after("a")))
        try list.act(.insert("y", .at(0, 1)), base: 0)
        #expect(list.text == "a x b y c d")
    }

    @Test func noRowLeftBehind_gapIsTheEnd() throws {
        var list = try list("a b c")
        try list.act(.delete("b", "c"))
        try list.act(.insert("x", .at(0, 1)))
        try list.act(.insert("y", .at(0, 1)), base: 0)
        #expect(list.text == "a x y")
    }

    @Test func indexOutside_isBoundedAtItsBaseFirst() throws {
        var list = try list("a b")
        try list.act(.insert("x", .end(SectionID("s0"))))
        let applied = try list.act(.insert("y", .at(0, 9)), base: 0)
        #expect(list.text == "a b x y")
        #expect(applied.clamps.map(\.why) == [.bounds])
    }

    @Test func sectionBoundary_countsAsNeighbour() throws {
        var list = try list("a | b")
        try list.act(.insert("x", .at(1, 1)))
        try list.act(.insert("y", .at(0, 0)), base: 0)
        try list.act(.insert("z", .at(1, 0)), base: 0)
        #expect(list.text == "y a | z b x")
    }

    @Test func movedSection_takesItsGapsAlong() throws {
        var list = try list("a b | c d")
        try list.act(.moveSection(SectionID("s1"), to: .start))
        try list.act(.insert("x", .at(1, 1)), base: 0)
        #expect(list.text == "c x d | a b")
    }

    @Test func moveToIndex_countsWithoutTheMovingRow() throws {
        var list = try list("a b c d")
        try list.act(.insert("x", .at(0, 4)))
        try list.act(.move("a", .at(0, 2)), base: 0)
        #expect(list.text == "b c a d x")
    }

    @Test func earlierActions_countAtTheBase() throws {
        var list = try list("a b c")
        try list.act(.insert("x", .at(0, 0)))
        try list.act(.insert("y", .at(0, 1)), .insert("z", .at(0, 2)), base: 0)
        #expect(list.text == "x a y z b c")
    }

    @Test func earlierActionThatCouldNotApplyAtBase_isLeftOutThere() throws {
        var list = try list("a b c")
        try list.act(.insert("x", .at(0, 0)))
        // `x` is not there at the base, so nothing moves there and index 1 is behind `a`.
        try list.act(.move("x", .end(SectionID("s0"))), .insert("y", .at(0, 1)), base: 0)
        #expect(list.text == "a y b c x")
    }

    @Test func earlierActionWithoutEffectToday_stillCountsAtTheBase() throws {
        var list = try list("a b c")
        try list.act(.move("a", .at(0, 2)))
        try list.act(.move("a", .at(0, 2)), .insert("x", .at(0, 1)), base: 0)
        #expect(list.text == "b x c a")
    }

    @Test func neighbour_isHeldOnToWhereverItMoved() throws {
        var list = try list("a b c | d")
        try list.act(.move("b", .at(1, 0)))
        try list.act(.insert("x", .before("b")), .insert("y", .after("b")), base: 0)
        #expect(list.text == "a c | x b y d")
    }

    @Test func neighbourThatMovesItself_standsForTheNextThatDoesNot() throws {
        var list = try list("a b c d")
        try list.act(.moveRows([RowID("b"), RowID("c")], to: .before("b")))
        #expect(list.text == "a b c d")
        try list.act(.moveRows([RowID("a"), RowID("c")], to: .before("c")))
        #expect(list.text == "b a c d")
        try list.act(.moveRows([RowID("b"), RowID("d")], to: .after("d")))
        #expect(list.text == "a c b d")
    }

    @Test func neighbourDeletedSince_isTheGapWhereItStood() throws {
        var list = try list("a b c")
        try list.act(.delete("b"))
        try list.act(.insert("x", .before("b")), base: 0)
        try list.act(.insert("y", .after("b")), base: 0)
        #expect(list.text == "a x y c")
    }

    @Test func neighbourDeletedEarlierInTheEdit_isTheGapWhereItStood() throws {
        var list = try list("a b c d")
        try list.act(.delete("b", "c"), .insert("x", .after("b")))
        #expect(list.text == "a x d")
    }

    @Test func rowThatThisEditMovedPastTheGap_doesNotStandBehindIt() throws {
        var list = try list("a b")
        try list.act(.insert("x", .after("b")))
        try list.act(.delete("x"))
        try list.act(.insert("d", .after("b")))
        try list.act(.move("a", .before("d")), .insert("y", .before("x")), base: 0)
        #expect(list.text == "b a d y", "no row stood after x that is still in its place")
    }

    @Test func rowBehindTheGapThatThisEditMoved_isStillTheNext() throws {
        var list = try list("a b c")
        try list.act(.insert("x", .after("a")))
        try list.act(.delete("x"))
        try list.act(.insert("d", .after("a")))
        try list.act(.move("b", .after("c")), .insert("y", .before("x")), base: 0)
        #expect(list.text == "a d c y b")
    }

    @Test func rowsThatThisEditTookAway_areNoNeighbours_untilItPutsThemBack() throws {
        var list = try list("a b c d | e")
        try list.act(.insert("x", .after("a")), .insert("y", .after("a")))
        try list.act(.delete("x"))
        try list.act(.delete("y"))
        try list.act(.insert("z", .after("a")))
        try list.act(
            .move("b", .at(1, 0)), .delete("c"), .insert("p", .before("x")),
            .move("b", .before("d")), .insert("q", .before("y")), base: 0)
        #expect(list.text == "a z p q b d | e")
    }

    @Test func neighbourGoneWithItsSection_isUnknown() throws {
        var list = try list("a | b")
        try list.act(.deleteSections([SectionID("s1")]))
        #expect(throws: Rejection.self) { try list.act(.insert("x", .before("b")), base: 0) }
        do {
            try list.act(.insert("x", .after("b")), base: 0)
        } catch { #expect(error.code == .unknownRow) }
    }

    @Test func baseOutsideHistory_isStale_onlyWhereAPlaceMustBeRebased() throws {
        var list = try list("a b")
        try list.act(.title("a", "1"))
        try list.act(.title("a", "2"))
        list.forgetHistory(through: 1)
        for base in [0, 3] {
            do {
                try list.act(.insert("x", .at(0, 0)), base: base)
                Issue.record("base \(base) was taken")
            } catch { #expect(error.code == .staleBase) }
        }
        try list.act(.move("a", .after("b")), base: 0)
        try list.act(.title("a", "3"), base: 99)
        try list.act(.insert("x", .at(0, 0)), base: 1)
        #expect(list.text == "x b a")
    }

    @Test func sectionIndex_isRebasedLikewise() throws {
        var list = try list("a | b | c")
        try list.act(
            .insertSection(section: SectionID("n"), title: "", rules: nil, to: .index(1)))
        try list.act(.moveSection(SectionID("s2"), to: .index(1)), base: 0)
        #expect(list.text == "a |  | c | b")
        try list.act(.deleteSections([SectionID("s1")]))
        try list.act(.moveSection(SectionID("s0"), to: .before(SectionID("s1"))), base: 2)
        #expect(list.text == " | c | a")
    }

    @Test func sectionDeletedByOthersAndByTheEdit_isTheGapWhereItStoodAtTheBase() throws {
        var list = try list("a | b | c")
        try list.act(.moveSection(SectionID("s1"), to: .end))
        try list.act(.deleteSections([SectionID("s1")]))
        try list.act(
            .move("a", .before("c")), .deleteSections([SectionID("s1")]),
            .insertSection(
                section: SectionID("n"), title: "", rules: nil, to: .before(SectionID("s1"))),
            base: 0)
        #expect(list.text == " |  | a c")
    }
}
