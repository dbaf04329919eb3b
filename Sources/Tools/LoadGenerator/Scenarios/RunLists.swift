import Foundation

/// The names of the lists of a run, and those of them that the run has made and not deleted yet.
package final class RunLists {
    /// What run and lists are called by, unique to the run.
    package let runKey: String
    private let names: [String]
    private var made: [String] = []
    /// Those of them of which the server has said that they were made.
    private var confirmed: Set<String> = []

    /// - Parameters:
    ///   - prefix: What the names begin with that the run makes up.
    ///   - names: The names to use; empty: the run makes them up.
    package init(prefix: String, names: [String]) {
        runKey = prefix + UUID().uuidString.lowercased().prefix(13)
        self.names = names
    }

    /// The patterns of names on which the clients need a role.
    package var patterns: [String] { names.isEmpty ? ["\(runKey)-*"] : names }

    /// The name of a list of the run, by its number.
    ///
    /// - Throws: `LoadError` where names are given, and not enough of them.
    func name(_ number: Int) throws(LoadError) -> String {
        guard !names.isEmpty else { return "\(runKey)-\(number)" }
        guard number < names.count else {
            throw LoadError(
                "there are more lists than names: give --list as often, or --prefix once")
        }
        return names[number]
    }

    func made(_ name: String) { made.append(name) }

    func confirm(_ name: String) { confirmed.insert(name) }

    func forget(_ name: String) { made.removeAll { $0 == name } }

    /// The lists that were made, or may have been, and are not deleted.
    var left: [String] { made }

    /// Those that were made for certain.
    var known: [String] { made.filter(confirmed.contains) }
}
