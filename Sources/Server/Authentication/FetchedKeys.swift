import Logging
import Synchronization
import TextBytes

/// A set of JSON Web Keys as it was fetched.
package struct PublishedKeys: Sendable {
    let bytes: [UInt8]
    /// How long the set may be kept, in milliseconds; nil where its server does not say.
    let age: Int?

    /// - Parameter cacheControl: The header field `Cache-Control`; nil without one.
    package init(_ bytes: [UInt8], cacheControl: String?) {
        self.bytes = bytes
        let directives = (cacheControl ?? "").lowercased().utf8
            .filter { !" \t\"".utf8.contains($0) }.split(separator: UInt8(ascii: ","))
            .map { String(decoding: $0, as: UTF8.self) }
        let isNeverKept = directives.contains {
            $0.isSame(as: "no-store") || $0.isSame(as: "no-cache")
        }
        if isNeverKept {
            age = 0
        } else {
            let seconds = directives.lazy.filter { $0.begins(with: "max-age=") }
                .compactMap { Int(Substring($0.utf8.dropFirst("max-age=".utf8.count))) }.first
            age = seconds.map { max(0, min($0, FetchSchedule.longest / 1000)) * 1000 }
        }
    }
}

/// The keys of a set at a URL: kept, fetched again when they have reached their age, and when a token names
/// a key that is not among them.
///
/// Where a set cannot be fetched or used, the keys fetched last stay in force, and the log says so.
actor FetchedKeys: KeySource {
    private let url: String
    private let log: Logger
    private let now: @Sendable () -> Int
    private let fetch: @Sendable () async throws(KeyFileError) -> PublishedKeys
    private var keys: [TokenKey] = []
    private var content: [UInt8] = []
    private var schedule = FetchSchedule()
    private var isFailing = false
    /// The request under way, for which all who need it wait.
    private var fetching: Task<Void, Never>?
    private let hasFetched = Atomic(false)
    /// When the set was last fetched and taken, by `now`; before that, when this was made.
    private let fetchedAt: Atomic<Int>
    /// Whether the log has been notified that the keys have been out of date for long.
    private var hasWarned = false

    /// From when on the log is notified that keys could not be fetched, in milliseconds: withdrawn ones are still
    /// taken.
    private static let longOutage = 3_600_000

    init(
        url: String, log: Logger, now: @escaping @Sendable () -> Int,
        fetch: @escaping @Sendable () async throws(KeyFileError) -> PublishedKeys
    ) {
        self.url = url
        self.log = log
        self.now = now
        self.fetch = fetch
        fetchedAt = Atomic(now())
    }

    nonisolated var hasKeys: Bool { hasFetched.load(ordering: .acquiring) }
    nonisolated var age: Int? { max(0, now() - fetchedAt.load(ordering: .relaxed)) }

    /// The keys of the name; none for a token that names none, so that a token never costs more than one.
    func keys(for id: String?) async throws(TokenError) -> [TokenKey] {
        guard hasKeys else { throw .unavailable }
        guard let id else { return [] }
        let named = keys.filter { areSame($0.id, id) }
        guard named.isEmpty, fetching != nil || schedule.mayAsk(now()) else { return named }
        await reload()
        return keys.filter { areSame($0.id, id) }
    }

    func refresh() async {
        if schedule.isDue(now()) { await reload() }
    }

    func reload() async {
        let task = fetching ?? Task { await load() }
        fetching = task
        await task.value
    }

    private func load() async {
        do throws(KeyFileError) {
            let published = try await fetch()
            if !hasKeys || published.bytes != content {
                let set = try read(published)
                keys = set.keys
                content = published.bytes
                hasFetched.store(true, ordering: .releasing)
                log.notice(
                    "new keys for tokens were fetched",
                    metadata: [
                        "url": "\(url)", "keys": "\(keys.count)", "leftOut": "\(set.leftOut)",
                    ])
            } else if isFailing {
                log.notice("the keys for tokens can be fetched again", metadata: ["url": "\(url)"])
            }
            isFailing = false
            hasWarned = false
            fetchedAt.store(now(), ordering: .relaxed)
            schedule.succeeded(age: published.age, now())
        } catch {
            isFailing = true
            schedule.failed(now())
            log.error(
                hasKeys
                    ? "the keys for tokens cannot be fetched; the old ones stay in force"
                    : "the keys for tokens cannot be fetched; until they are, nobody is let in",
                metadata: ["url": "\(url)", "reason": "\(error)"])
            warnOfLongOutage()
        }
        fetching = nil
    }

    /// Says once for each outage that keys which have been withdrawn may still be taken.
    private func warnOfLongOutage() {
        guard hasKeys, !hasWarned, let age, age >= Self.longOutage else { return }
        hasWarned = true
        log.critical(
            "the keys for tokens could not be fetched for an hour: keys withdrawn since then are still taken",
            metadata: ["url": "\(url)", "seconds": "\(age / 1000)"])
    }

    private func read(_ published: PublishedKeys) throws(KeyFileError) -> KeySet {
        do {
            return try KeySet(published: published.bytes)
        } catch {
            throw KeyFileError("the set \(error)")
        }
    }
}

/// When keys are fetched; times are milliseconds of a steady clock.
struct FetchSchedule: Hashable, Sendable {
    /// When they are fetched next; nil: at once.
    private(set) var due: Int?
    private var failures = 0
    private var lastAsked: Int?

    /// The bounds of what a server says of the age, and the age where it says nothing.
    static let shortest = 300_000
    static let longest = 86_400_000
    static let usual = 600_000
    /// What tokens that name unknown keys may ask for: one request, then none for so long.
    static let pause = 60_000
    private static let longestRetry = 60_000

    func isDue(_ now: Int) -> Bool { due.map { now >= $0 } ?? true }

    /// Whether a token that names an unknown key may have the keys fetched.
    mutating func mayAsk(_ now: Int) -> Bool {
        if let lastAsked, now - lastAsked < Self.pause { return false }
        lastAsked = now
        return true
    }

    /// - Parameter age: How long they may be kept, in milliseconds; nil where their server does not say.
    mutating func succeeded(age: Int?, _ now: Int) {
        failures = 0
        due = now + max(Self.shortest, min(age ?? Self.usual, Self.longest))
    }

    /// Waits a second, and twice as long after each further failure, up to a minute.
    mutating func failed(_ now: Int) {
        due = now + min(1000 << min(failures, 6), Self.longestRetry)
        failures += 1
    }
}
