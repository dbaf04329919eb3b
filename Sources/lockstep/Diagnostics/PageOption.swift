import ArgumentParser

/// The file of a page with results.
struct PageOption: ParsableArguments {
    @Option(
        name: .customLong("html"),
        help: ArgumentHelp("Write an HTML page with plots.", valueName: "FILE"))
    var path: String?

    func validate() throws { try ResultFile.check([("--html", path)]) }
}
