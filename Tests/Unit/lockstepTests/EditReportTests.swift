import ArgumentParser
import ListClient
import ListEditing
import Testing

@testable import lockstep

@Suite struct EditReportTests {
    private static let clamp = Clamp(
        action: 0, subject: .row(RowID("r")), asked: .row(.start(SectionID("t"))),
        to: .row(IndexPath(section: 1, row: 2)), why: .pinned)

    @Test(arguments: [
        (EditAnswer.applied(revision: 8, clamped: []), ExitCode.success),
        (.noop(clamped: []), .success), (.unknown, ExitCode(3)),
        (.abandoned(reason: "the list is gone"), ExitCode(1)),
    ])
    func exitCode_isThatOfTheHelp(answer: EditAnswer, code: ExitCode) {
        #expect(EditReport(answer: answer).exitCode == code)
    }

    @Test func clamp_isALineOfItsOwn() {
        let report = EditReport(answer: .applied(revision: 8, clamped: [Self.clamp]))
        #expect(
            report.lines == [
                "applied in revision 8",
                "  row r came to section 1, place 2 instead: pinned rows keep their band",
            ])
        #expect(report.json.hasPrefix(#"{"outcome":"applied","revision":8"#))
    }

    @Test func nothingToChange_isANoop() {
        let report = EditReport(answer: .noop(clamped: []))
        #expect(report.lines == ["nothing to change"])
        #expect(report.json == #"{"outcome":"noop"}"#)
    }
}
