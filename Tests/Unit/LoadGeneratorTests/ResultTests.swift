import Foundation
import JSON
import ListEditing
import Testing

@testable import LoadGenerator

@Suite struct ResultTests {
    private static var result: ScenarioResult {
        var result = ScenarioResult("fanout")
        result.set("subscribers", "subscribers", 50)
        var latencies = Latencies()
        for number in 1...1_000 { latencies.record(nanoseconds: Int64(number) * 1_000_000) }
        result.addLatencies("delivery", "due to delivered", latencies)
        for rate in [100.0, 200] {
            result.steps.append(
                RateStep(
                    rate: rate, achieved: rate, p50: 1, p90: 2, p99: 3, longest: 4,
                    generatorShare: 0.5, isMet: rate < 200))
        }
        result.notes.append("a < b & \"c\"")
        return result
    }

    @Test func json_holdsTheFigures() throws {
        let object = try #require(try JSONReader.read(Self.result.json).object)
        #expect(object["scenario"] == .string("fanout"))
        #expect(object["settings"]?.object?["subscribers"]?.whole == 50)
        #expect(object["steps"]?.array?.count == 2)
        #expect(object["converged"] == .bool(true))
        #expect(object["notes"]?.array == [.string("a < b & \"c\"")])
        let p99 = try #require(object["figures"]?.object?["delivery.p99"])
        #expect(p99 == .number(JSONNumber.whole(990)) || "\(p99)".contains("990"))
    }

    @Test func table_holdsTheRatesAndFigures() {
        let text = ResultTable(Self.result).text
        for part in ["subscribers 50", "missed", "due to delivered, p99.9", "a < b"] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test func page_isStatic_andEscapesWhatItShows() {
        let html = ResultPage(Self.result).html
        #expect(html.contains("a &lt; b &amp;"))
        #expect(!html.contains("<script"))
        #expect(html.components(separatedBy: "<svg").count == 3)
        #expect(html.components(separatedBy: "<polyline").count == 5)
    }

    @Test func axis_goesFromPowerToPower() throws {
        let axis = try #require(Axis([0.3, 42]))
        #expect(axis.marks.map { ($0 * 10).rounded() } == [1, 10, 100, 1_000])
        #expect(axis.part(0.1) == 0 && axis.part(100) == 1)
        #expect(abs(axis.part(1) - 1.0 / 3) < 1e-9)
        #expect(Axis([]) == nil)
    }

    @Test func digestOfASnapshot_isTheCores() throws {
        let text = SyntheticList(rowBytes: 64)
        let body = String(decoding: text.creation(of: "l", rows: 3), as: UTF8.self)
        let reading = try SnapshotSummary(Array(body.utf8))
        let section = SectionState(
            id: SectionID("s"), title: "Rows", rules: Rules(),
            rows: (0..<3).map {
                Row(id: RowID(SyntheticList.rowName($0)))
            })
        let list = try EditableList.create(
            title: "", rules: Rules(), sections: [section], limits: EditLimits())
        #expect(reading.digest == list.digest())
        #expect(reading.writers[2] == RowWriter(editor: 0, editID: 0))
    }
}
