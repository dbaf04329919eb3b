import HistoryChecking
import JSON
import Testing

/// The verdicts on histories written by hand.
struct HistoryReportTests {
    /// A history without a fault, in which everything is tried.
    private var sound: HistoryBuilder {
        var builder = HistoryBuilder()
        builder.connect(0)
        builder.connect(1)
        builder.edit(0, 1)
        builder.sets(Sample.change(1, 1), to: [0, 1], counts: "3,0")
        builder.holds(1, revision: 1, from: 1, "ca")
        builder.edit(1, 1, base: 1, #"{"op":"fly"}"#)
        builder.reject(1, 1, "badAction")
        builder.edit(1, 2, base: 1, #"{"op":"moveRow","row":"z","to":{"section":"s1"}}"#)
        builder.reject(1, 2, "unknownRow")
        builder.resume(0, since: 1, revision: 1)
        builder.edit(0, 1)
        builder.ack(0, 1, #""revision":1,"outcome":"duplicate","applied":true"#)
        builder.resume(1, since: 0, revision: 1, sets: [Sample.change(1, 1)])
        builder.edit(1, 3, base: 1, #"{"op":"updateList","title":"L"}"#)
        builder.ack(1, 3, #""revision":1,"outcome":"noop""#)
        builder.sent(0, #"{"type":"undo","list":"l","id":2,"epoch":"e"}"#)
        builder.sets(
            Sample.change(2, 2, #""undoes":1,"movedRows":[{"row":"a","from":[0,2],"to":[0,0]}]"#),
            to: [0, 1], counts: "3,0")
        builder.received(0, #"{"type":"head","list":"l","revision":2,"digest":"d59babc4"}"#)
        builder.quiet(revision: 2, rows: "abc")
        return builder
    }

    /// The answer to a request may come when the next one of the same list is under way.
    @Test func listThatIsOpenedTwice_isResumedAsEachAsked() {
        var builder = HistoryBuilder()
        builder.connect(0)
        builder.edit(0, 1)
        builder.sets(Sample.change(1, 1), to: [0], counts: "3,0")
        func catchup(from: Int, _ sets: String) {
            builder.received(
                0,
                #"{"type":"opened","list":"l","epoch":"e","revision":1,"lastId":1,"role":"owner"}"#)
            builder.received(
                0,
                #"{"type":"catchup","list":"l","epoch":"e","from":\#(from),"revision":1,"#
                    + #""sets":[\#(sets)]}"#)
        }
        for since in 0...1 {
            builder.sent(0, #"{"type":"open","list":"l","since":\#(since),"epoch":"e"}"#)
        }
        catchup(from: 0, Sample.change(1, 1))
        catchup(from: 1, "")
        #expect(builder.report.broken.isEmpty)
        catchup(from: 0, Sample.change(1, 1))
        #expect(!builder.report.broken.isEmpty, "nobody asked for that")
    }

    /// An error in between is the answer to an edit as well as to the first of them.
    @Test func requestsFromOneRevision_areAnsweredEach() {
        var builder = HistoryBuilder()
        builder.connect(0)
        builder.edit(0, 1)
        func catchup() {
            builder.received(
                0,
                #"{"type":"opened","list":"l","epoch":"e","revision":1,"lastId":1,"role":"owner"}"#)
            builder.received(
                0,
                #"{"type":"catchup","list":"l","epoch":"e","from":0,"revision":1,"#
                    + #""sets":[\#(Sample.change(1, 1))]}"#)
        }
        for _ in 0..<2 {
            builder.sent(0, #"{"type":"open","list":"l","since":0,"epoch":"e"}"#)
        }
        for _ in 0..<2 { catchup() }
        #expect(builder.report.broken.isEmpty)
        catchup()
        #expect(!builder.report.broken.isEmpty, "nobody asked a third time")
    }

    /// A session that was slow is sent what it missed, and may have asked for the list meanwhile.
    @Test func catchupBeforeTheListIsOpened_isNotItsAnswer() {
        var builder = HistoryBuilder()
        builder.connect(0)
        builder.edit(0, 1)
        builder.sent(0, #"{"type":"open","list":"l","since":0,"epoch":"e"}"#)
        func catchup(from: Int) {
            builder.received(
                0,
                #"{"type":"catchup","list":"l","epoch":"e","from":\#(from),"revision":1,"#
                    + #""sets":[\#(Sample.change(1, 1))]}"#)
        }
        catchup(from: 0)
        builder.received(
            0,
            #"{"type":"opened","list":"l","epoch":"e","revision":1,"lastId":1,"role":"owner"}"#)
        catchup(from: 0)
        #expect(builder.report.broken.isEmpty)
        catchup(from: 0)
        #expect(!builder.report.broken.isEmpty, "it has that already")
    }

    /// What others see while a request is under way need not be in its answer, though another one was sent since.
    @Test func listThatIsOpenedTwice_isAsNewAsWhenEachWasAsked() {
        var builder = HistoryBuilder()
        builder.connect(0)
        builder.connect(1)
        let open = #"{"type":"open","list":"l"}"#
        func opened(_ revision: Int) {
            builder.received(
                1,
                #"{"type":"opened","list":"l","epoch":"e","revision":\#(revision),"lastId":0,"#
                    + #""role":"owner"}"#)
        }
        builder.sent(1, open)
        builder.edit(0, 1)
        builder.sets(Sample.change(1, 1), to: [0], counts: "3,0")
        builder.sent(1, open)
        opened(0)
        #expect(builder.report.broken.isEmpty)
        opened(0)
        #expect(!builder.report.broken.isEmpty, "the second was asked for later")
    }

    @Test func aSoundHistory_breaksNothing_andTriesEverything() {
        let report = sound.report
        #expect(report.broken == [], "\(report.lines().joined(separator: "\n"))")
        #expect(report.untried == [])
        #expect(report.counts[.sent] == 5)
        #expect(report.counts[.answered] == 5)
        #expect(report.counts[.applied] == 2)
        #expect(report.counts[.noop] == 1)
        #expect(report.counts[.rejected] == 2)
        #expect(report.counts[.resends] == 1)
        #expect(report.counts[.reconnects] == 2)
        #expect(report.counts[.lost] == 0)
        #expect(report.refusals == ["badAction": 1, "unknownRow": 1])
        #expect(report.lines().last == "    refused: badAction 1, unknownRow 1")
    }

    @Test func anEmptyHistory_triesNothing() {
        let report = HistoryReport(ObservedHistory())
        #expect(report.broken == [])
        #expect(report.untried == Property.allCases)
    }

    @Test(arguments: PlantedFault.all)
    func aPlantedFault_isFound_underItsProperty(fault: PlantedFault) {
        var builder = HistoryBuilder()
        fault.build(&builder)
        let report = builder.report
        #expect(Set(report.broken) == fault.broken, "\(report.lines().joined(separator: "\n"))")
    }

    @Test func everyProperty_hasAPlantedFault() {
        #expect(
            PlantedFault.all.reduce(into: Set()) { $0.formUnion($1.broken) }
                == Set(Property.allCases))
    }

    @Test func losses_areCounted_andShownWithTheirMessages() throws {
        var builder = HistoryBuilder()
        builder.connect(0)
        builder.edit(0, 1, Sample.rename)
        builder.ack(0, 1, #""revision":1,"outcome":"applied","ids":[]"#)
        builder.quiet(revision: 0, rows: "abc")
        let report = builder.report
        #expect(report.counts[.lost] == 1)
        let text = report.lines().joined(separator: "\n")
        #expect(text.contains("list l, revision 1: edit 1 of client 0 is lost"))
        #expect(text.contains(#"sent     {"type":"edit","list":"l","id":1"#))
        #expect(text.contains(#"received {"type":"ack","list":"l","id":1"#))
        var writer = JSONWriter()
        writer.object { report.writeMembers(to: &$0) }
        let object = try #require(try JSONReader.read(writer.bytes).object)
        #expect(object["held"] == .bool(false))
        #expect(object["counts"]?.object?["lost"]?.whole == 1)
        #expect(object["refusals"]?.object?.members.isEmpty == true)
        let verdicts = try #require(object["properties"]?.array)
        let broken = verdicts.compactMap(\.object).filter { $0["state"]?.string == "broken" }
        #expect(broken.map { $0["property"]?.string } == ["3"])
        #expect(broken[0]["first"]?.object?["revision"]?.whole == 1)
    }

    @Test func whereServersMayBeCutOff_aClientSeesLessThanOthers_butNotThanBefore() {
        var builder = HistoryBuilder()
        builder.connect(0)
        builder.edit(0, 1)
        builder.sets(Sample.change(1, 1))
        builder.connect(1)
        #expect(builder.report.broken == [.neverBack])
        #expect(HistoryReport(builder.history, allowsStaleOpens: true).broken == [])
        builder.connect(0)
        #expect(HistoryReport(builder.history, allowsStaleOpens: true).broken == [.neverBack])
    }

    @Test func whatTheServerNoLongerKeeps_isNoGap() {
        var builder = HistoryBuilder()
        builder.connect(0)
        builder.connect(1, revision: 2, rows: "bca")
        builder.edit(1, 1, base: 2, Sample.rename)
        builder.sets(Sample.change(3, 1, of: 1, Sample.renamed), to: [1])
        #expect(builder.report.broken == [.revisions])
        builder.refused(since: 1)
        #expect(builder.report.broken == [])
    }

    /// The request that deleted it was sent in a session that is over, and nobody had the list open.
    @Test func editOfAListThatIsGone_needsNoAnswer_ifSomebodyAskedToDeleteIt() {
        func report(isAsked: Bool, isBack: Bool = false) -> HistoryReport {
            var builder = HistoryBuilder()
            builder.connect(0)
            if isAsked { builder.sent(0, #"{"type":"delete","list":"l"}"#) }
            builder.connect(1)
            builder.edit(1, 1)
            builder.isReportedAbsent(1)
            if isBack { builder.connect(0) }
            builder.quiet()
            return builder.report
        }
        #expect(report(isAsked: true).broken == [])
        #expect(report(isAsked: true).counts[.deleted] == 1)
        #expect(report(isAsked: false).broken == [.onceOnly])
        #expect(report(isAsked: true, isBack: true).broken == [.onceOnly])
    }
}
