import ArgumentParser

/// `lockstep load`: finds a server's limits.
struct Load: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Load a server and measure it.",
        discussion: """
            With --start-server a server of this same program is started on a free port and a store \
            that is thrown away afterwards; with --cpu and --server-cpu the two are kept on \
            different processors. Else --url names a server that runs, and --pid its process, if \
            its use of processor and memory is to be measured.

                lockstep load fanout --start-server --cpu 0 --server-cpu 1 --subscribers 50
                lockstep load editors --url ws://127.0.0.1:8080 --pid 4711 --editors 20 --json

            Lists that a scenario makes are deleted at its end.
            """,
        subcommands: [
            LoadFanout.self, LoadEditors.self, LoadLists.self, LoadGrowth.self, LoadIdle.self,
            LoadStorm.self, LoadRestart.self,
        ])
}
