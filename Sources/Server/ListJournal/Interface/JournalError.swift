// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
/// Why a journal could not do what it was asked.
package enum JournalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another server uses the store.
    case locked(path: String)
    /// A newer version of Lockstep wrote the store.
    case tooNew(path: String)
    /// The file is not a store of Lockstep, or it is damaged.
    case corrupt(path: String, detail: String)
    /// There is no such file.
    case missing(path: String)
    /// A server began to write to the store while it was read as one at rest.
    case changed(path: String)
    /// A value is longer than the engine accepts; nothing of it was stored. Both numbers in bytes.
    case tooLarge(Int, limit: Int)
    /// The engine cannot be reached, or is not ready yet: later it may be.
    case unreachable(String)
    /// `lockstep copy` moved the lists elsewhere, or has not brought all of them here.
    case marked(store: String, CopyMark)
    /// It cannot be told what became of a request, which may be done later: the journal was closed before, or
    /// cannot be read.
    case undecided
    /// The engine refused or failed.
    case failed(String)

    package var description: String {
        switch self {
        case .locked(let path):
            "the store \(path) is in use by a server: stop that one, name another --store, or give commands "
                + "--url http://HOST:PORT to work through it"
        case .tooNew(let path):
            "the store \(path) was written by a newer version of Lockstep; use that version"
        case .corrupt(let path, let detail):
            "the store \(path) cannot be read (\(detail)); it was left untouched: restore a backup"
        case .missing(let path):
            "there is no store \(path)"
        case .changed(let path):
            "a server opened the store \(path) while it was being read; try again"
        case .tooLarge(let bytes, let limit):
            "the value has \(bytes) bytes, and the store accepts at most \(limit): nothing was stored"
        case .unreachable(let detail):
            "the store is not in reach: \(detail)"
        case .marked(let store, let mark):
            mark.reason(in: store)
        case .undecided:
            "it is not certain whether it was done"
        case .failed(let detail):
            "the store failed: \(detail)"
        }
    }
}
