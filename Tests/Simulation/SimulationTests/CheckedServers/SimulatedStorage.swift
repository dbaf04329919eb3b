import ListJournal

/// What the servers of a simulation keep their lists in, and what goes wrong with it.
protocol SimulatedStorage: AnyObject {
    /// Opens the journal of a server that starts.
    ///
    /// - Throws: `JournalError`.
    func open(for server: String) throws -> any Journal

    /// The journal of a server is gone with it.
    func lose(_ server: String, _ journal: any Journal, losing loss: SimulatedDisk.Loss)

    /// Begins what goes wrong for a server for so many seconds; what is returned ends it.
    func disturb(_ disturbance: Disturbance, _ server: String) -> () -> Void

    /// Whether its power is gone, and with it that of the server.
    var isDead: Bool { get }

    /// Whether something goes wrong by chance from here on.
    func setFaulty(_ isFaulty: Bool)

    /// Whether something may still be stored.
    var isWriting: Bool { get }

    /// What has everything that is stored by now.
    ///
    /// - Parameter journal: That of a server.
    func reader(_ journal: any Journal) -> any Journal

    /// Leaves nothing behind on the disk of the machine.
    func end()
}
