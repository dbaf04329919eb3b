import Foundation
import Testing

@testable import lockstep

@Suite struct ProgressBarTests {
    private static let line = ProgressLine(label: "verifying", unit: "lists")

    @Test func line_fitsItsWidth() {
        for width in [0, 1, 10, 20, 30, 45, 60, 79, 200] {
            for (done, total) in [(0, 1_000), (520, 1_000), (1_000, 1_000), (0, 0), (7, 3)] {
                let text = Self.line.text(done: done, total: total, width: width)
                #expect(text.count <= width)
            }
        }
    }

    @Test func line_showsShareAndCounts() {
        #expect(
            Self.line.text(done: 520, total: 1_000, width: 60)
                == "verifying [##########..........]  52 %  520 of 1000 lists")
        #expect(Self.line.text(done: 1, total: 8, width: 30) == "verifying 12 %  1 of 8 lists")
        #expect(Self.line.text(done: 1, total: 8, width: 20) == "verifying 12 %")
    }

    /// A terminal that records what is drawn, with a clock that the test sets.
    private final class RecordingTerminal: Sendable {
        private let lock = NSLock()
        // Guarded by `lock`.
        nonisolated(unsafe) private var texts: [String] = []
        nonisolated(unsafe) private var moment = 0.0

        var time: Double {
            get { lock.withLock { unsafe moment } }
            set { lock.withLock { unsafe moment = newValue } }
        }
        var drawn: [String] { lock.withLock { unsafe texts } }
        var screen: ProgressBar.Screen {
            ProgressBar.Screen(
                width: 31, now: { self.time },
                write: { text in self.lock.withLock { unsafe self.texts.append("\(text)") } })
        }
    }

    @Test func bar_isDrawnAfterASecondAndTenTimesASecondAtMost() {
        let terminal = RecordingTerminal()
        let bar = ProgressBar("verifying", unit: "lists", on: terminal.screen)
        terminal.time = 0.9
        bar.update(1, of: 8)
        #expect(terminal.drawn.isEmpty)
        for time in [1.0, 1.05, 1.2] {
            terminal.time = time
            bar.update(Int(time * 10) - 8, of: 8)
        }
        bar.finish()
        bar.finish()
        terminal.time = 3
        bar.update(8, of: 8)
        let clear = "\r\u{1B}[K"
        #expect(
            terminal.drawn == [
                clear + "verifying 25 %  2 of 8 lists", clear + "verifying 50 %  4 of 8 lists",
                clear,
            ])
    }

    @Test func text_isDrawnAtOnce_andCutToTheWidth() {
        let terminal = RecordingTerminal()
        let bar = ProgressBar(on: terminal.screen)
        bar.show(nil, "connecting")
        bar.show(0.5, "half")
        bar.finish()
        bar.show(nil, "late")
        let clear = "\r\u{1B}[K"
        #expect(
            terminal.drawn == [
                clear + "connecting", clear + "[###############..............", clear,
            ])
    }

    @Test func nothingIsErased_whereNothingWasDrawn() {
        let terminal = RecordingTerminal()
        let bar = ProgressBar("verifying", unit: "lists", on: terminal.screen)
        bar.update(1, of: 8)
        bar.finish()
        #expect(terminal.drawn.isEmpty)
    }
}
