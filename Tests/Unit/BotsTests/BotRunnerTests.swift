import Testing

@testable import Bots
@testable import ListClient

@Suite struct BotRunnerTests {
    private static func refusal(_ code: String) -> EditAnswer {
        .refused(EditRefusal(code: code, message: "no", action: nil, retryAfter: nil))
    }

    @Test(arguments: [
        EditAnswer.applied(revision: 8, clamped: []), .applied(revision: nil, clamped: []),
        .noop(clamped: []), .unknown, .abandoned(reason: "over"), refusal("unknownRow"),
    ])
    func answerThatTheProtocolAllows_isNoViolation(answer: EditAnswer) {
        #expect(BotRunner.violation(in: answer, toEditAt: 7) == nil)
    }

    @Test func editThatIsAppliedBeforeItWasMade_isAViolation() {
        for revision in [6, 7] {
            let answer = EditAnswer.applied(revision: revision, clamped: [])
            #expect(BotRunner.violation(in: answer, toEditAt: 7)?.contains("\(revision)") == true)
        }
    }

    @Test func unknownCode_isAViolation() {
        #expect(BotRunner.violation(in: Self.refusal("fly"), toEditAt: 7)?.contains("fly") == true)
    }

    @Test func summary_countsEveryOutcome() async {
        let tally = BotTally()
        #expect(await tally.summary == "0 edits, 0 applied, 0 without effect")
        for answer in [
            EditAnswer.applied(revision: 1, clamped: []), .noop(clamped: []),
            Self.refusal("rowless"), Self.refusal("conflict"), Self.refusal("conflict"), .unknown,
        ] {
            await tally.add(answer)
        }
        #expect(
            await tally.summary
                == "6 edits, 1 applied, 1 without effect, 2 refused as conflict, "
                + "1 refused as rowless, 1 without an answer")
        #expect(await tally.violations.isEmpty)
    }
}
