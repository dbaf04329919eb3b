import ArgumentParser
import LoadGenerator

/// `lockstep load fanout`: delivers the edits of few editors to many subscribers.
struct LoadFanout: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fanout",
        abstract: "One editor, many subscribers: the highest rate that is delivered in time.",
        discussion: """
            Edits are due at a steady rate. The rate is doubled until the 99th percentile of the \
            time from when an edit is due to its delivery exceeds --bound, then the interval is \
            halved until it is 5 %. With --at, only that rate is measured.
            """)

    @OptionGroup var options: LoadOptions

    @Option(help: "Clients that have the list open and do not edit.")
    var subscribers = 50

    @Option(help: "Editors that share the rate.")
    var editors = 1

    @Option(help: ArgumentHelp("The first rate to try, in edits a second.", valueName: "RATE"))
    var from: Number = 500.0

    @Option(help: ArgumentHelp("The highest rate to try.", valueName: "RATE"))
    var to: Number = 200_000.0

    @Option(help: ArgumentHelp("Measure only this rate.", valueName: "RATE"))
    var at: Number?

    @Option(help: "Seconds of each rate.")
    var seconds: Number = 3.0

    @Option(help: ArgumentHelp("The highest p99, in milliseconds.", valueName: "MS"))
    var bound: Number = 100.0

    func validate() throws {
        guard subscribers >= 1, editors >= 1, seconds > 0, bound > 0, from >= 1, to >= from,
            at ?? 1 >= 1
        else {
            throw ValidationError(
                "--subscribers, --editors and rates are at least 1, --seconds and --bound above 0, "
                    + "--to no less than --from")
        }
        try LoadBounds.check(
            seconds: [seconds, bound], rates: [from, to, at ?? 1], counts: [subscribers, editors])
    }

    func run() async throws {
        try await options.run(
            Fanout(
                subscribers: subscribers, editors: editors, rate: at?.value ?? from.value,
                isFixed: at != nil,
                highestRate: to.value, seconds: seconds.value, bound: bound.value))
    }
}

/// `lockstep load editors`: lets many editors edit one list.
struct LoadEditors: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "editors",
        abstract: "Many editors on one list, each as fast as it is answered.")

    @OptionGroup var options: LoadOptions

    @Option(help: "Editors on the list.")
    var editors = 20

    @Option(help: "Unanswered edits of each editor, at most.")
    var inFlight = 1

    @Option(help: "Seconds to measure.")
    var seconds: Number = 5.0

    func validate() throws {
        guard editors >= 1, inFlight >= 1, seconds > 0 else {
            throw ValidationError("--editors and --in-flight are at least 1, --seconds above 0")
        }
        try LoadBounds.check(
            seconds: [seconds], counts: [editors, inFlight])
    }

    func run() async throws {
        try await options.run(Editors(editors: editors, inFlight: inFlight, seconds: seconds.value))
    }
}

/// `lockstep load lists`: edits many lists.
struct LoadLists: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lists",
        abstract: "Many lists with a few editors each.",
        discussion: """
            Each editor edits as fast as it is answered, or, with --rate, all together at a steady \
            rate, whatever the server does.
            """)

    @OptionGroup var options: LoadOptions

    @Option(help: "Lists.")
    var lists = 500

    @Option(help: "Editors of each list.")
    var clients = 2

    @Option(help: "Unanswered edits of each editor, at most.")
    var inFlight = 1

    @Option(
        help: ArgumentHelp(
            "Edits a second of all editors together, instead of as fast as they are answered.",
            valueName: "RATE"))
    var rate: Number?

    @Option(help: "Seconds to measure.")
    var seconds: Number = 5.0

    func validate() throws {
        guard lists >= 1, clients >= 1, inFlight >= 1, rate ?? 1 >= 1, seconds > 0 else {
            throw ValidationError(
                "--lists, --clients, --in-flight and --rate are at least 1, --seconds above 0")
        }
        try LoadBounds.check(
            seconds: [seconds], rates: [rate ?? 1], counts: [lists, clients, inFlight])
    }

    func run() async throws {
        try await options.run(
            Lists(
                lists: lists, clients: clients, inFlight: inFlight, rate: rate?.value,
                seconds: seconds.value))
    }
}

/// `lockstep load growth`: compares short and long lists.
struct LoadGrowth: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "growth",
        abstract: "The same edits on short and long lists, and joining them.")

    @OptionGroup var options: LoadOptions

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Rows of the lists, shortest first.", valueName: "ROWS"))
    var rows = [100, 10_000, 100_000]

    @Option(help: "Editors of each list, each with one unanswered edit.")
    var editors = 8

    @Option(help: "Seconds to measure edits of each list.")
    var seconds: Number = 4.0

    @Option(help: "Clients that join each list, one after another.")
    var joins = 8

    func validate() throws {
        guard !rows.isEmpty, rows.allSatisfy({ (2...999_999).contains($0) }), editors >= 1,
            joins >= 1, seconds > 0
        else {
            throw ValidationError(
                "--rows are from 2 to 999999, --editors and --joins at least 1, --seconds above 0")
        }
        try LoadBounds.check(
            seconds: [seconds], counts: [editors, joins])
    }

    func run() async throws {
        try await options.run(
            Growth(lengths: rows, editors: editors, seconds: seconds.value, joins: joins))
    }
}

/// `lockstep load idle`: opens idle connections.
struct LoadIdle: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "idle",
        abstract: "Connections that do nothing: the server's memory and processor time.",
        discussion: """
            Everyone who has a list open is told who else has, so thousands of clients of one list \
            are not idle for minutes: --lists shares them out.
            """)

    @OptionGroup var options: LoadOptions

    @Option(help: "Connections.")
    var connections = 2_000

    @Option(help: "Lists, one of which each client opens.")
    var lists = 1

    @Flag(help: "Send hello, but open no list.")
    var bare = false

    @Option(help: "Seconds to observe them.")
    var seconds: Number = 2.0

    func validate() throws {
        guard (1...options.mostClients).contains(connections), lists >= 1, seconds > 0 else {
            throw ValidationError(
                "--connections are from 1 to 25000 for each of --sources (an address has no more "
                    + "ports), --lists at least 1, --seconds above 0")
        }
        try LoadBounds.check(
            seconds: [seconds], counts: [lists])
    }

    func run() async throws {
        try await options.run(
            Idle(connections: connections, lists: bare ? 0 : lists, seconds: seconds.value))
    }
}

/// `lockstep load storm`: reconnects many clients at once.
struct LoadStorm: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storm",
        abstract: "Many clients reconnect at once.",
        discussion: """
            Their connections are cut, and they have missed edits when they come back; with --kill, \
            the server is killed (SIGKILL) and started again instead, and they come back when it is \
            ready, all at the same moment.
            """)

    @OptionGroup var options: LoadOptions

    @Option(help: "Clients that reconnect.")
    var clients = 1_000

    @Option(help: "Lists, one of which each client has open.")
    var lists = 1

    @Option(help: "Edits of each list that they missed (default: 20).")
    var missed: Int?

    @Flag(help: "Kill the server of --start-server, and start it again.")
    var kill = false

    func validate() throws {
        guard (1...options.mostClients).contains(clients), lists >= 1, missed ?? 0 >= 0 else {
            throw ValidationError(
                "--clients are from 1 to 25000 for each of --sources (an address has no more "
                    + "ports), --lists at least 1, --missed from 0")
        }
        guard !kill || missed == nil else {
            throw ValidationError("who is connected until --kill misses nothing: omit --missed")
        }
        guard !kill || options.startsServer else {
            throw ValidationError("--kill kills the server: it needs its own, --start-server")
        }
        try LoadBounds.check(
            counts: [lists, missed ?? 0])
    }

    func run() async throws {
        try await options.run(
            Storm(
                clients: clients, lists: lists, missed: missed ?? (kill ? 0 : 20),
                killsServer: kill))
    }
}

/// `lockstep load restart`: kills the server during edits and starts it again.
struct LoadRestart: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restart",
        abstract: "Kill the server during edits, and start it again.",
        discussion: "Needs a server of its own: --start-server.")

    @OptionGroup var options: LoadOptions

    @Option(help: "Editors.")
    var editors = 20

    @Option(help: "Rows of the list.")
    var rows = 1_000

    @Option(help: "The number of times to kill it.")
    var rounds = 3

    @Option(help: "Seconds of editing before each kill.")
    var seconds: Number = 1.0

    func validate() throws {
        guard editors >= 1, rounds >= 1, seconds > 0, (2...999_999).contains(rows) else {
            throw ValidationError(
                "--editors and --rounds are at least 1, --rows from 2 to 999999, --seconds above 0"
            )
        }
        guard options.startsServer else {
            throw ValidationError("restart kills the server: it needs its own, --start-server")
        }
        try LoadBounds.check(
            seconds: [seconds], counts: [editors, rounds])
    }

    func run() async throws {
        try await options.run(
            Restart(editors: editors, rows: rows, rounds: rounds, seconds: seconds.value))
    }
}

/// `lockstep load longlist`: opens a long list with windows, and scrolls.
struct LoadLongList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "longlist",
        abstract: "Many readers of a long list, each with a window of it.",
        discussion: """
            Measures single openings, as the list is and right after an edit; then all readers open \
            it at once, each at another place, and scroll: each asks for its next rows once every \
            --pause, while one client edits. A server of --start-server is killed and started \
            again before the readers come. With --whole, every reader gets the whole list instead, \
            and has nothing to ask for.
            """)

    @OptionGroup var options: LoadOptions

    @Option(help: "Rows of the list.")
    var rows = 100_000

    @Option(help: "Clients that read it.")
    var readers = 1_000

    @Option(help: "Rows of a reader's window.")
    var window = 200

    @Option(help: "Rows of each of its requests.")
    var step = 50

    @Flag(help: "Open the list whole instead.")
    var whole = false

    @Option(help: "Openings that are measured one by one.")
    var opens = 20

    @Option(help: "Seconds between two requests of a reader.")
    var pause: Number = 0.5

    @Option(help: ArgumentHelp("Edits a second while they scroll.", valueName: "RATE"))
    var rate: Number = 10.0

    @Option(help: "Seconds of scrolling.")
    var seconds: Number = 4.0

    func validate() throws {
        guard (2...999_999).contains(rows), (1...options.mostClients).contains(readers),
            (1...1_000).contains(window), (1...1_000).contains(step), opens >= 2, pause > 0,
            rate > 0, seconds > 0
        else {
            throw ValidationError(
                "--rows are from 2 to 999999, --readers from 1 to 25000 for each of --sources (an "
                    + "address has no more ports), --window and --step from 1 to 1000, --opens at least 2, --pause, --rate "
                    + "and --seconds above 0")
        }
        try LoadBounds.check(
            seconds: [pause, seconds], rates: [rate], counts: [opens])
    }

    func run() async throws {
        try await options.run(
            WindowedReaders(
                rows: rows, readers: readers, window: whole ? nil : window, step: step,
                opens: opens, pause: pause.value, rate: rate.value, seconds: seconds.value))
    }
}
