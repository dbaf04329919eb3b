import Testing

@testable import lockstep

@Suite struct TerminalTextTests {
    @Test(arguments: [
        "\u{1B}[2J", "\u{9B}31m", "a\r\u{1B}[Kb", "a\nError: b", "a\u{2028}b", "a\u{2029}b", "a\tb",
        "\u{202E}cod.exe", "\u{2066}a", "\u{7F}",
    ])
    func whatControlsATerminal_isReplaced(text: String) {
        let cleaned = TerminalText(text).description.unicodeScalars
        #expect(cleaned.count == text.unicodeScalars.count)
        #expect(cleaned.contains("\u{FFFD}"))
        #expect(
            !cleaned.contains {
                "\u{1B}\u{9B}\r\n\t\u{7F}\u{2028}\u{2029}\u{202E}\u{2066}".unicodeScalars.contains(
                    $0)
            })
    }

    @Test(arguments: ["Tea", "Ä + é", "👩‍👩‍👧", "مرحبا", ""])
    func everythingElse_isKept(text: String) {
        #expect("\(TerminalText(text))" == text)
    }

    @Test func json_isTheSameValue_withoutControlCharacters() {
        let line = TerminalText(json: Array("{\"a\":\"é\u{80}\u{9F}\u{A0}\u{7F}\"}".utf8))
        #expect("\(line)" == "{\"a\":\"é\\u0080\\u009f\u{A0}\\u007f\"}")
    }

    @Test func linesOfOnesOwn_areKept() {
        #expect("\(TerminalText(lines: "a\n\u{1B}b"))" == "a\n\u{FFFD}b")
    }

    @Test func partsFromOthers_areCleanedInALiteral() {
        let title = "\u{1B}]0;x\u{7}"
        let text: TerminalText = "deleted \(title)"
        #expect("\(text)" == "deleted \u{FFFD}]0;x\u{FFFD}")
    }

    @Test func ownSequences_andColours_areKept() {
        let text = TerminalText(control: "\u{1B}[K") + TerminalText("\u{1B}x").inColour(.red)
        #expect("\(text)" == "\u{1B}[K\u{1B}[31m\u{FFFD}x\u{1B}[0m")
    }

    @Test func aReasonFromOutside_isOneLine_andTheAdviceAnother() {
        let error = CommandError("no\nError: yes", advice: "Try again.")
        #expect(error.description == "no\u{FFFD}Error: yes\nTry again.")
    }
}
