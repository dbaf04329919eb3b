import Foundation
// Canonical equivalence in this file: lists are known by their ids and epochs, which this program has made or checked.
package import ListHosting
import ListJournal
package import ListProtocol
package import Logging
import TextBytes

/// All hooks of a server.
///
/// The loop notes here what has changed, from its own thread; everything else happens on others.
package final class Hooks: ChangeObserver {
    private struct Entry: Sendable {
        let hook: Hook
        let sender: HookSender
    }

    private let file: String
    private let reader: HookReader
    private let timing: HookTiming
    private let log: Logger
    private let post: HookSender.Post
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var entries: [Entry] = []
    nonisolated(unsafe) private var beginnings: [Task<Void, Never>] = []

    /// Seconds until a journal that cannot be read is asked again.
    private static let pause = 2.0

    /// Reads the file.
    ///
    /// - Throws: `HookFileError`.
    package convenience init(
        file: String, reader: HookReader, log: Logger, post: @escaping HookSender.Post
    ) throws(HookFileError) {
        self.init(
            try HookFile(path: file).hooks, of: file, reader: reader, timing: HookTiming(),
            log: log, post: post)
    }

    init(
        _ hooks: [Hook], of file: String, reader: HookReader, timing: HookTiming, log: Logger,
        post: @escaping HookSender.Post
    ) {
        (self.file, self.reader, self.timing, self.log) = (file, reader, timing, log)
        self.post = post
        unsafe entries = hooks.map { entry(of: $0) }
    }

    private func entry(of hook: Hook) -> Entry {
        Entry(
            hook: hook,
            sender: HookSender(hook, reader: reader, timing: timing, log: log, post: post))
    }

    private var all: [Entry] { lock.withLock { unsafe entries } }

    // MARK: What it hears

    /// A list has changed, was created or deleted.
    ///
    /// - Complexity: O(n) in the hooks.
    package func note(_ list: ListID, revision: Int) {
        for entry in all where entry.hook.wants(list.text) {
            guard entry.sender.note(list.text, revision) else { continue }
            Task(executorPreference: timing.tasks) { await entry.sender.hearNoted() }
        }
    }

    /// A list is about to be deleted; returns once no crash makes the hooks forget it.
    ///
    /// - Returns: False where that could not be saved.
    package func willDelete(_ list: ListID, epoch: String) async -> Bool {
        for entry in all where await !entry.sender.willDelete(list.text, epoch: epoch) {
            return false
        }
        return true
    }

    /// Takes up all hooks, and looks what they were not told: at the start, and when another server is gone
    /// that was to tell of it.
    package func compare(_ heads: @escaping AnnouncedLists) { compare(all, heads) }

    private func compare(_ entries: [Entry], _ heads: @escaping AnnouncedLists) {
        guard !entries.isEmpty else { return }
        let task = Task(executorPreference: timing.tasks) { [log, timing] in
            let heads = await heads()
            for entry in entries {
                while !Task.isCancelled {
                    do throws(JournalError) {
                        try await entry.sender.compare(with: heads)
                        break
                    } catch {
                        log.error(
                            "how far a hook was told cannot be read: it is tried again",
                            metadata: ["hook": "\(entry.hook.name)", "reason": "\(error)"])
                        await timing.sleep(Self.pause)
                    }
                }
            }
        }
        lock.withLock { unsafe beginnings = beginnings.suffix(7) + [task] }
    }

    /// Reads the file again; where it is broken, the hooks stay as they are.
    package func reload(_ heads: @escaping AnnouncedLists) async {
        let hooks: [Hook]
        do throws(HookFileError) {
            hooks = try HookFile(path: file).hooks
        } catch {
            log.error(
                "the new file of hooks cannot be used; the old hooks stay",
                metadata: ["reason": "\(error)"])
            return
        }
        let before = all
        let after = hooks.map { hook in
            // What it is notified of and where it stands belong together: with other lists it is taken up anew.
            before.first { $0.hook.name.isSame(as: hook.name) && $0.hook.lists == hook.lists }
                .map { Entry(hook: hook, sender: $0.sender) } ?? entry(of: hook)
        }
        lock.withLock { unsafe entries = after }
        for entry in before where !after.contains(where: { $0.sender === entry.sender }) {
            await entry.sender.stop()
        }
        for entry in after { await entry.sender.change(entry.hook) }
        compare(after.filter { entry in !before.contains { $0.sender === entry.sender } }, heads)
        log.notice("the hooks were read again", metadata: ["hooks": "\(hooks.count)"])
    }

    // MARK: What it is asked

    package var figures: [HookFigures] {
        get async {
            var figures: [HookFigures] = []
            for entry in all { figures.append(await entry.sender.figures) }
            return figures
        }
    }

    package func sender(of name: String) -> HookSender? {
        all.first { $0.hook.name.isSame(as: name) }?.sender
    }

    /// Ends sending, and saves how far each hook was told.
    package func stop() async {
        for task in lock.withLock({ unsafe beginnings }) { task.cancel() }
        for entry in all { await entry.sender.stop() }
    }
}
