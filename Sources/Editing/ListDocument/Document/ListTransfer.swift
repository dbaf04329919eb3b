import Foundation
package import ListJournal

package typealias ListTransfer = Handover<LoadedList>

/// A list, or something else that is large, on its way from one owner to the next.
///
/// Taken out where it arrives, so that there is one reference to it and changing it copies nothing.
package final class Handover<Content: Sendable>: Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var content: Content?

    package init(_ content: consuming Content) {
        unsafe self.content = content
    }

    /// The content, once; nil: it was taken before.
    package func take() -> Content? {
        lock.withLock {
            defer { unsafe content = nil }
            return unsafe content
        }
    }
}

/// A list as it was loaded.
package struct RestoredList: Sendable {
    package var list: ListTransfer
    package var position: JournalPosition
    package var compaction: CompactionPolicy

    package init(list: ListTransfer, position: JournalPosition, compaction: CompactionPolicy) {
        self.list = list
        self.position = position
        self.compaction = compaction
    }
}
