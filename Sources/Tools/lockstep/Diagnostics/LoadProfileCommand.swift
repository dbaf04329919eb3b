import ArgumentParser
import Foundation
import LoadGenerator
import LoadProfiles
import WebSocketTransport

/// `lockstep load profile`: runs a load test that a file describes.
struct LoadProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Users that come and go, as a file describes them.",
        discussion: """
            FILE is JSON:

              {"name": "a morning", "lists": {"count": 2, "rows": 200},
               "phases": [{"name": "ramp", "for": "10s", "rampTo": 50}, {"name": "hold", "for": "1m"},
                          {"name": "spike", "for": "5s", "users": 150},
                          {"name": "soak", "for": "1h", "users": 20, "arrivals": 0.5}],
               "users": [{"name": "shopper", "weight": 3, "think": "2s",
                          "mix": {"tick": 5, "rename": 2, "drag": 2, "add": 2, "delete": 2,
                                  "paste": 0.2, "undo": 0.5, "read": 1, "offline": 0.1}},
                         {"name": "reader", "window": true, "think": "1s", "mix": {"scroll": 1}}],
               "thresholds": ["p99 < 100 ms", "hold: p95(tick) < 50 ms", "errors < 1 %", "lost = 0"]}

            A phase has so many users at once, or comes to them evenly (rampTo); arrivals is users a \
            second that come at random and stay for "stay". Each user waits for its think time, \
            distributed exponentially unless "steady", from when one operation was due to the next. \
            Latency counts from when an operation was due. A threshold compares p50, p99, p99.9, \
            max, mean, rate, errors, unanswered or lost, of one phase (PHASE:) or operation \
            (p99(add)); delivery is from due to another client, join includes connecting.

              lockstep load profile morning.json --url wss://lists.example.org --key tokens.key
              lockstep load profile morning.json --json-lines - --csv figures.csv --html page.html
              lockstep load profile --replay session.jsonl --speed 4 --copies 20

            Lists that exist (--list) are used and stay; others are made and deleted. The status \
            is 0 where every threshold is kept, 1 where one is missed, 2 where the test could not be \
            run.
            """)

    @Argument(help: "The profile, a JSON file.")
    var file: String?

    @Option(help: ArgumentHelp("Repeat what lockstep record has written.", valueName: "FILE"))
    var replay: String?

    @Option(help: ArgumentHelp("How many times as fast a recording is repeated.", valueName: "N"))
    var speed: Number = 1.0

    @Option(help: "Users for each client of a recording.")
    var copies = 1

    @Option(
        help: ArgumentHelp(
            "A further threshold, such as 'p99 < 100 ms'; may be repeated.", valueName: "BOUND"))
    var threshold: [String] = []

    @OptionGroup var access: LoadAccess

    @OptionGroup var output: ProfileOutputOptions

    func validate() throws {
        guard (file == nil) != (replay == nil) else {
            throw ValidationError("give a profile, or --replay with a recording")
        }
        guard speed > 0, copies >= 1 else {
            throw ValidationError("--speed is above 0, --copies at least 1")
        }
        try LoadBounds.check(counts: [copies])
    }

    func run() async throws {
        do {
            try await runProfile()
        } catch let error as LoadError {
            throw LoadCommand.failure(error)
        } catch let error as ProfileError {
            throw LoadCommand.failure("\(file ?? replay ?? ""): \(error)")
        } catch let error as ValidationError {
            throw LoadCommand.failure(error.message)
        }
    }

    private func runProfile() async throws {
        let profile = try readProfile()
        let lists = RunLists(prefix: access.prefix, names: access.list)
        try DescriptorNeeds(clients: profile.mostUsers + profile.lists).check()
        try access.checkTrust()
        let tokens = try await access.makeTokens(profile.mostUsers, on: lists.patterns)
        var needs = ProfileRun.Access(
            urls: try access.address.servers, tokens: LoadTokens(tokens.clients),
            manager: tokens.manager, runKey: lists.runKey)
        needs.trustRoots = access.authorities
        needs.trustsAll = access.insecure
        needs.names = access.list
        needs.metrics = try output.metrics.server
        let writer = try ProfileWriter(output, seconds: profile.seconds)
        let run = try ProfileRun(profile, needs) { writer.write($0) }
        defer { run.close() }
        let began = Date()
        let work = Task { try await run.run(interval: output.interval.value) }
        let interruption = LoadInterruption {
            Output.note("stopping; a second signal ends the test at once, and leaves its lists")
            work.cancel()
        }
        let outcome = await work.result
        let writingProblem = writer.finish()
        LoadCommand.tell(left: await run.left)
        if let signal = interruption.received, (try? outcome.get()) == nil {
            throw ExitCode(signal.exitCode)
        }
        var result = try outcome.get()
        result.circumstances = Circumstances.all(began: began)
        try report(result)
        if let path = output.html.path { try ResultFile.write(ProfilePage(result).html, to: path) }
        if let path = output.hdr {
            let log = HistogramLog(result, began: began.timeIntervalSince1970)
            try ResultFile.write(log.text, to: path)
        }
        if let writingProblem { throw writingProblem }
        if let signal = interruption.received { throw ExitCode(signal.exitCode) }
        if !result.isMet { throw ExitCode.failure }
    }

    private func readProfile() throws -> LoadProfile {
        let path = file ?? replay ?? ""
        guard let data = FileManager.default.contents(atPath: path) else {
            throw LoadError("\(path) cannot be read")
        }
        var profile =
            replay == nil
            ? try LoadProfile(json: Array(data))
            : try LoadProfile(
                replaying: try Recording(lines: Array(data)), speed: speed.value, copies: copies)
        for text in threshold {
            guard let read = Threshold(text) else {
                throw LoadError("--threshold \(text) is no bound such as 'p99 < 100 ms'")
            }
            try profile.add(read)
        }
        return profile
    }

    private func report(_ result: ProfileResult) throws {
        let isOutputTaken = output.jsonLines == "-" || output.csv == "-"
        switch (output.json, isOutputTaken) {
        case (true, true): Output.note(TerminalText(String(decoding: result.json, as: UTF8.self)))
        case (true, false): try Output.write(json: result.json)
        case (false, true): Output.ask(TerminalText(lines: result.text))
        case (false, false): try Output.write(TerminalText(lines: result.text))
        }
        for verdict in result.verdicts where !verdict.isKept && output.json {
            Output.note(TerminalText(verdict.text))
        }
    }
}

/// Where the figures of a profile go.
struct ProfileOutputOptions: ParsableArguments {
    @Flag(help: "Print the result as one line of JSON.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Write the figures of each interval as JSON lines; - is standard output.",
            valueName: "FILE"))
    var jsonLines: String?

    @Option(help: ArgumentHelp("Write them as CSV; - is standard output.", valueName: "FILE"))
    var csv: String?

    @Option(
        help: ArgumentHelp(
            "Write the histograms for lockstep load merge, as HdrHistogram's log.",
            valueName: "FILE"))
    var hdr: String?

    @OptionGroup var html: PageOption

    @Option(help: "Seconds of an interval.")
    var interval: Number = 1.0

    @OptionGroup var metrics: MetricsOption

    func validate() throws {
        guard interval > 0 else { throw ValidationError("--interval is above 0") }
        try LoadBounds.check(seconds: [interval])
        guard jsonLines != "-" || csv != "-" else {
            throw ValidationError("standard output is for one of --json-lines and --csv")
        }
        try ResultFile.check([
            ("--json-lines", jsonLines), ("--csv", csv), ("--hdr", hdr), ("--html", html.path),
        ])
    }
}
