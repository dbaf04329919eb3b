import CSimulatedDisk
import Foundation

/// A disk in memory below SQLite, for the files of a folder of its own.
@safe final class SimulatedDisk: Sendable {
    /// What of that which was not synced is gone once it works again.
    enum Loss: CaseIterable, Sendable {
        /// Only processes have ended.
        case nothing
        case sectors
        case everything
    }

    enum Failure: Sendable {
        case none
        /// No file grows.
        case full
        /// Writes and syncs fail, one of three.
        case broken
        /// Syncs alone fail, two of three.
        case unsynced
    }

    // From any thread.
    nonisolated(unsafe) private let disk: UnsafeMutableRawPointer
    let folder: URL

    init(seed: UInt64) throws {
        folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "lockstep-disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard let disk = unsafe simulated_disk_begin(folder.path, seed) else {
            throw CocoaError(.fileReadUnknown)
        }
        unsafe self.disk = unsafe disk
    }

    deinit {
        unsafe simulated_disk_end(disk)
        removeFolder()
    }

    /// Removes the folder, in which files have names alone; what was killed may hold the disk for ever.
    func removeFolder() { try? FileManager.default.removeItem(at: folder) }

    /// Whether it has lost its power, and waits for ``restart(losing:)``.
    var isDead: Bool { unsafe simulated_disk_is_dead(disk) != 0 }

    /// Loses its power after so many calls that change something.
    func die(after calls: Int) {
        unsafe simulated_disk_die_at(disk, simulated_disk_calls(disk) + Int64(calls))
    }

    /// Keeps its power, whatever was said before.
    func live() { unsafe simulated_disk_die_at(disk, .max) }

    func fail(_ failure: Failure) {
        let failure =
            switch failure {
            case .none: simulated_disk_works
            case .full: simulated_disk_full
            case .broken: simulated_disk_broken
            case .unsynced: simulated_disk_unsynced
            }
        unsafe simulated_disk_fail(disk, failure)
    }

    /// All that used it have ended: what they have open cannot be used any more.
    func restart(losing loss: Loss) {
        let loss =
            switch loss {
            case .nothing: simulated_disk_nothing_lost
            case .sectors: simulated_disk_any_sectors_lost
            case .everything: simulated_disk_all_lost
            }
        unsafe simulated_disk_restart(disk, loss)
    }
}
