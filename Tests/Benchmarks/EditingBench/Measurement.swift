import Foundation
import ListEditing

/// CPU time of this thread.
enum Measurement {
    private static let rounds = 9

    /// Nanoseconds that one edit takes with its change set and inverse: the median of rounds.
    static func cost(of operation: BenchOperation, rows: Int) throws -> Double {
        var list = try BenchList(rows: rows)
        var costs: [Double] = []
        for round in 0...rounds {
            var spent = 0.0
            for _ in 0..<operation.count {
                let actions = operation.next(&list)
                let start = now()
                try list.apply(actions)
                spent += now() - start
                if let more = operation.settle(&list) { try list.apply(more) }
            }
            // The first round warms up.
            if round > 0 { costs.append(spent / Double(operation.count)) }
        }
        return costs.sorted()[costs.count / 2]
    }

    static func time(_ body: () -> Void) -> Double {
        let costs = (0..<rounds).map { _ in
            let start = now()
            body()
            return now() - start
        }
        return costs.sorted()[costs.count / 2]
    }

    /// Nanoseconds that `body` takes, the mean of `count` times after one that warms up.
    static func mean(of count: Int, _ body: () throws -> Void) rethrows -> Double {
        try body()
        let start = now()
        for _ in 0..<count { try body() }
        return (now() - start) / Double(count)
    }

    static func format(_ nanoseconds: Double) -> String {
        nanoseconds < 100_000
            ? String(format: "%.2f µs", nanoseconds / 1_000)
            : String(format: "%.2f ms", nanoseconds / 1_000_000)
    }

    static func ratio(_ cost: Double, _ base: Double) -> String {
        String(format: "× %.2f", cost / base)
    }

    private static func now() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

/// What this process uses.
enum Memory {
    /// Resident bytes, as the kernel counts them.
    static func used() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(getpagesize())
    }
}
