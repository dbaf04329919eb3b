import Foundation

/// What every scenario is given.
package struct LoadContext {
    let address: LoadAddress
    /// The server's process; nil: its use is not measured.
    let process: Int32?
    /// The server, where the generator started it.
    let server: ServerProcess?
    let text: ListText
    let progress: any LoadProgress
    /// In the names of lists and in the keys of clients, so that runs do not meet.
    let runKey: String

    package init(
        address: LoadAddress, process: Int32?, server: ServerProcess?, text: ListText,
        progress: any LoadProgress
    ) {
        self.address = address
        self.process = process ?? server?.process
        self.server = server
        self.text = text
        self.progress = progress
        runKey = "load-\(UUID().uuidString.lowercased().prefix(13))"
    }

    func listName(_ number: Int) -> String { "\(runKey)-\(number)" }

    /// Makes a list over HTTP.
    func makeList(_ number: Int, rows: Int) throws(LoadError) -> String {
        let name = listName(number)
        let answer = try HTTPCall(address: address).send(
            "POST", "/api/lists", body: text.creation(of: name, rows: rows))
        guard answer.status == 201 else {
            throw LoadError(
                "the list \(name) cannot be made: \(answer.status) "
                    + String(decoding: answer.body.prefix(300), as: UTF8.self))
        }
        return name
    }

    /// Takes a list of the run away again, unless the whole server goes.
    ///
    /// That one is gone already does not matter.
    func deleteList(_ name: String) {
        guard server == nil else { return }
        _ = try? HTTPCall(address: address).send("DELETE", "/api/lists/\(name)")
    }

    func window(_ fleet: Fleet) throws(LoadError) -> Window {
        try Window(process: process, loop: fleet.swarm.loop)
    }
}
