import ArgumentParser
import Bots
import ListClient
import ListEditing
import LoadGenerator
import SeededRandom

/// `lockstep bot`: runs clients that edit by themselves.
struct BotCommand: AsyncParsableCommand {
    /// The behaviours.
    enum Behaviour: String, CaseIterable, ExpressibleByArgument {
        case shopper, sorter, sweeper, chaos, mirror
    }

    static let configuration = CommandConfiguration(
        commandName: "bot", abstract: "Let bots edit a list.",
        discussion: """
            BEHAVIOURS
              shopper  adds, ticks off and reorders, at a human pace
              sorter   keeps a section sorted by a field (--section, --field)
              sweeper  deletes rows that fulfil a condition, in one edit (--where)
              chaos    makes any legal or illegal edit, and checks the answers
              mirror   copies one list to another (--to, --to-url)

            EXAMPLES
              lockstep bot shopper groceries --count 5
              lockstep bot sorter groceries --section s1 --field title
              lockstep bot sweeper groceries --where amount '>' 2
              lockstep bot chaos scratch --count 20 --rate 50 --seed 7 --for 60
              lockstep bot mirror groceries --to groceries-copy --to-url http://backup:8080

            Bots stop with Ctrl-C, or after --for seconds, and print what they did. The exit code is \
            1 where the server violated the protocol.
            """)

    @Argument(help: "shopper, sorter, sweeper, chaos or mirror.")
    var behaviour: Behaviour

    @Argument(help: "The list's id.")
    var list: String

    @Option(help: "The number of bots.")
    var count = 1

    @Option(help: "Moves a second of each bot (default: depends on the behaviour).")
    var rate: Double?

    @Option(help: "Repeat the decisions of earlier bots (default: a new seed each time).")
    var seed: UInt64?

    @Option(
        name: .customLong("for"), help: ArgumentHelp("Stop after this time.", valueName: "SECONDS"))
    var seconds: Number?

    @Option(help: "sorter: the section, by id (default: all).")
    var section: String?

    @Option(help: "sorter: the field to sort by.")
    var field = "title"

    @Option(
        name: .customLong("where"), parsing: .upToNextOption,
        help: ArgumentHelp("sweeper: the rows to delete.", valueName: "FIELD OP VALUE"))
    var condition: [String] = ["done", "=", "true"]

    @Option(name: .customLong("to"), help: "mirror: the list that becomes the copy.")
    var target: String?

    @Option(
        name: .customLong("to-url"),
        help: "mirror: the copy's server, or several of its lists (default: the same).")
    var targetURLs: [String] = []

    @OptionGroup var server: ServerAddress

    func validate() throws {
        guard 1...10_000 ~= count else { throw ValidationError("--count is from 1 to 10000") }
        if let rate, !(0.001...10_000).contains(rate) {
            throw ValidationError("--rate is from 0.001 to 10000")
        }
        if let seconds {
            guard seconds > 0 else { throw ValidationError("--for is above 0") }
            try LoadBounds.check(seconds: [seconds])
        }
        guard behaviour != .mirror || target != nil else {
            throw ValidationError("mirror needs --to LIST")
        }
        guard behaviour != .mirror || target != list || !targetURLs.isEmpty else {
            throw ValidationError("a list cannot be its own copy")
        }
        do throws(CommandError) {
            _ = try RowCondition(condition)
        } catch {
            throw ValidationError(error.description)
        }
    }

    func run() async throws {
        do {
            // Each has a loop of its own.
            try DescriptorNeeds(clients: count, each: 4).check()
        } catch {
            throw CommandError(error.description)
        }
        let tally = BotTally()
        let first = seed ?? UInt64.random(in: 0...UInt64(UInt32.max))
        Output.note("seed \(first)")
        try await InterruptibleTask.run(for: seconds?.value) {
            if behaviour == .mirror {
                try await mirror(tally)
            } else {
                try await edit(tally, seed: first)
            }
        }
        try Output.write(line: TerminalText(lines: await tally.summary))
        let violations = await tally.violations
        for violation in violations { Output.note(TerminalText(violation)) }
        guard violations.isEmpty else { throw ExitCode.failure }
    }

    private func edit(_ tally: BotTally, seed: UInt64) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                let client = try await server.connect(name: "\(behaviour.rawValue) \(number + 1)")
                group.addTask {
                    do {
                        let shared = try await CommandError.translating {
                            try await client.open(list)
                        }
                        await run(shared, tally, SplitMix64(seed: seed &+ UInt64(number)))
                    } catch {
                        await client.stop()
                        throw error
                    }
                    await client.stop()
                }
            }
            try await group.waitForAll()
        }
    }

    private func run(_ list: SharedList, _ tally: BotTally, _ random: SplitMix64) async {
        switch behaviour {
        case .shopper: await run(ShopperBot(), list, tally, random)
        case .sorter:
            let sorter = SorterBot(section: section.map { SectionID($0) }, field: field)
            await run(sorter, list, tally, random)
        case .sweeper:
            guard let condition = try? RowCondition(condition) else { return }
            await run(SweeperBot { condition.holds(for: $0) }, list, tally, random)
        case .chaos: await run(ChaosBot(), list, tally, random)
        case .mirror: break
        }
    }

    private func run<Bot: BotBehaviour>(
        _ bot: Bot, _ list: SharedList, _ tally: BotTally, _ random: SplitMix64
    ) async {
        await BotRunner(list: list, tally: tally, rate: rate ?? Bot.usualRate).run(bot, random)
    }

    private func mirror(_ tally: BotTally) async throws {
        guard let target else { return }
        let client = try await server.connect(name: "mirror")
        var other = server
        if !targetURLs.isEmpty { other.givenURLs = targetURLs }
        let copier = try await other.connect(name: "mirror")
        let source = try await CommandError.translating { try await client.open(list) }
        let copy = try await CommandError.translating {
            let isThere = try await copier.overview().contains { $0.id == target }
            if !isThere { try await copier.create(target) }
            return try await copier.open(target)
        }
        await MirrorRunner(source: source, copy: copy, tally: tally, rate: rate ?? 20).run()
        await client.stop()
        await copier.stop()
    }
}
