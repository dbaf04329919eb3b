import ListClient
import ListEditing
package import LoadGenerator
import SeededRandom
package import WebSocketTransport

/// Runs a profile: lets users come and go as its phases say, and measures what they do.
///
/// Users, their clients and the measurement share one event loop's thread, so that thousands of them cost
/// no switching. Operations are due at times that do not depend on the server; each user does one at a time.
package actor ProfileRun {
    /// What a run needs besides its profile.
    package struct Access: Sendable {
        /// Servers of the same lists, at least one.
        package var urls: [RemoteURL]
        package var tokens: LoadTokens
        /// The token of an owner of the lists.
        package var manager: String?
        package var trustRoots: String?
        package var trustsAll = false
        /// The names of lists to use, of which those that do not exist are made; empty: they are made up.
        package var names: [String] = []
        /// The beginning of the names that are made up.
        package var runKey: String
        /// Where `/metrics` is; nil: at the first server.
        package var metrics: RemoteURL?

        package init(urls: [RemoteURL], tokens: LoadTokens, manager: String?, runKey: String) {
            self.urls = urls
            self.tokens = tokens
            self.manager = manager
            self.runKey = runKey
        }
    }

    nonisolated let loop: EventLoop
    let access: Access
    let profile: LoadProfile
    var dialer: Dialer?
    var figures: ProfileFigures
    var lists: [ProfileList] = []
    /// The public names of the users, by their numbers.
    var publicNames: [Int: ClientID] = [:]
    private var known: Set<ClientID> = []
    /// Edits so far, which titles name.
    var edits = 0
    private var users: [SimulatedUser] = []
    /// The users that wait for their next operation, by their numbers.
    private var thinking: [Int: SimulatedUser] = [:]
    private var made = 0
    private var unanswered = 0
    var start: Int64 = 0
    /// The most of a processor that this process used in an interval, and its time when that began.
    private var busiest = 0.0
    private var lastUse: (at: Int64, used: Int64) = (0, 0)
    var series: [ProfileInterval] = []
    var server = ServerSample()
    private var isOver = false
    /// The lists that the run has made and could not delete.
    package private(set) var left: [String] = []
    private let report: @Sendable (ProfileInterval) -> Void

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// - Parameter report: Called with what each interval measured, on the loop's thread.
    package init(
        _ profile: LoadProfile, _ access: Access,
        report: @escaping @Sendable (ProfileInterval) -> Void
    ) throws {
        self.profile = profile
        self.access = access
        self.report = report
        figures = ProfileFigures(phases: profile.phases.count)
        loop = try EventLoop(name: "load")
        loop.start()
    }

    /// Runs the profile to its end, or until the task is cancelled, and removes what it has made.
    ///
    /// - Parameter interval: Seconds of each interval that is reported.
    /// - Throws: `LoadError` where it cannot begin.
    package func run(interval: Double) async throws -> ProfileResult {
        var configuration = DialerConfiguration()
        configuration.trustRoots = access.trustRoots
        configuration.trustsAll = access.trustsAll
        let dialer = try await Dialer(configuration, on: loop)
        self.dialer = dialer
        let outcome: Result<ProfileResult, any Error>
        do {
            try await openLists()
            await follow(interval: interval)
            outcome = .success(await finish())
        } catch {
            outcome = .failure(error)
        }
        isOver = true
        for user in users { await user.client.stop() }
        let patience = Task.isCancelled ? 3.0 : 60
        // Not as a part of a task that may be cancelled.
        left = await Task { await self.removeLists(within: patience) }.value
        await dialer.close(within: 1)
        return try outcome.get()
    }

    /// Stops the thread; nothing can be run afterwards.
    package nonisolated func close() { loop.stop() }

    // MARK: Phases

    /// Lets users come and go until the last phase is over.
    private func follow(interval: Double) async {
        start = MonotonicClock.now
        lastUse = (start, MonotonicClock.ownProcessorTime)
        var plan = PopulationPlan(profile, seed: profile.seed)
        var reported = 0.0
        _ = await sampleServer()
        while !Task.isCancelled {
            let now = Double(MonotonicClock.now - start) / 1e9
            if now - reported >= interval || now >= profile.seconds {
                await reportInterval(now, from: reported)
                reported = now
            }
            guard now < profile.seconds else { break }
            for due in plan.arrivals(until: now) { admit(at: due) }
            let wanted = plan.users(at: now)
            while users.count(where: { $0.end == nil && !$0.isLeaving }) < wanted {
                admit(at: now, stays: true)
            }
            while let user = users.last(where: { $0.end == nil && !$0.isLeaving }),
                users.count(where: { $0.end == nil && !$0.isLeaving }) > wanted
            {
                user.isLeaving = true
                user.woken()
            }
            try? await Task.sleep(for: .milliseconds(10))
        }
    }

    /// The number of the phase at a time.
    func phase(at time: Int64) -> Int {
        var end = start
        for (number, phase) in profile.phases.enumerated() {
            end += Int64(phase.seconds * 1e9)
            if time < end { return number }
        }
        return profile.phases.count - 1
    }

    private func reportInterval(_ now: Double, from earlier: Double) async {
        takeDelays()
        noteUse()
        var entry = ProfileInterval(
            time: now, seconds: max(now - earlier, 0.001),
            phase: profile.phases[phase(at: start + Int64(earlier * 1e9))].name,
            users: users.count, figures: figures.interval)
        figures.beginInterval()
        let sample = await sampleServer()
        entry.serverShare = sample.share
        entry.serverMemory = sample.memory
        report(entry)
        // For the page: a soak of days keeps no more than this.
        if series.count < 20_000 { series.append(entry) }
    }

    /// Notes how busy this process was since the last time.
    private func noteUse() {
        let now = (at: MonotonicClock.now, used: MonotonicClock.ownProcessorTime)
        // A short interval says little.
        guard now.at - lastUse.at > 500_000_000 else { return }
        busiest = max(busiest, Double(now.used - lastUse.used) / Double(now.at - lastUse.at))
        lastUse = now
    }

    /// Counts what reached the observers since the last time.
    private func takeDelays() {
        for number in lists.indices {
            for delay in lists[number].proofs.takeDelays() {
                figures.add(
                    .delivery, .done, nanoseconds: delay.seen - delay.due,
                    phase: phase(at: delay.due))
            }
        }
    }

    // MARK: Users

    private func admit(at time: Double, stays: Bool = false) {
        let number = made
        made += 1
        var random = SplitMix64(seed: profile.seed &+ UInt64(number) &* 0x9E37_79B9)
        let kinds = profile.kinds.map { ($0, $0.weight) }
        guard let dialer, let kind = UserChoice.weighted(kinds, &random) else { return }
        var options = ClientOptions(
            name: "load \(number)", token: access.tokens.token(of: number),
            key: "\(access.runKey)-\(number)")
        options.timeout = .seconds(profile.patience)
        options.waitsForServer = true
        // Users begin at different servers.
        let first = number % access.urls.count
        let urls = Array(access.urls[first...] + access.urls[..<first])
        let client = ListClient(urls, options, loop: loop, dialer: dialer)
        let user = SimulatedUser(
            number: number, kind: kind, list: number % lists.count, client: client,
            seed: UInt64.random(in: 0...UInt64.max, using: &random),
            due: start + Int64(time * 1e9))
        if !stays {
            user.end = user.due + Int64(profile.stay * UserChoice.exponential(&random) * 1e9)
        }
        if let recording = profile.recording {
            user.steps = recording.steps(of: number % recording.clients)
        }
        users.append(user)
        Task { await self.live(user) }
    }

    /// What a user does from its arrival until it leaves.
    private func live(_ user: SimulatedUser) async {
        let begun = user.due
        await measure(.join, user) { () async throws(ListClientError) in
            try await user.client.start()
            if let me = await user.client.me {
                self.publicNames[user.number] = me
                self.known.insert(me)
            }
            try await self.reopen(user)
            return .done
        }
        while !isOver, !user.isLeaving, user.due < user.end ?? .max {
            let operation: UserOperation
            if profile.recording == nil {
                user.due += user.think()
                operation = user.chooseOperation()
            } else {
                guard user.step < user.steps.count else { break }
                user.due = begun + Int64(user.steps[user.step].at * 1e9)
                operation = user.steps[user.step].operation
                user.step += 1
            }
            await pause(user)
            guard !isOver, !user.isLeaving, user.due < user.end ?? .max else { break }
            await measure(operation, user) { () async throws(ListClientError) in
                try await self.perform(operation, by: user)
            }
        }
        if profile.recording != nil, !isOver, !user.isLeaving { return }
        await user.client.stop()
        users.removeAll { $0 === user }
    }

    private func pause(_ user: SimulatedUser) async {
        let seconds = Double(user.due - MonotonicClock.now) / 1e9
        guard seconds > 0, !isOver else { return }
        await withCheckedContinuation { continuation in
            let number = user.number
            thinking[number] = user
            let timer = loop.schedule(after: seconds) {
                self.assumeIsolated { $0.thinking[number]?.woken() }
            }
            user.wake = {
                timer.cancel()
                continuation.resume()
            }
        }
        thinking[user.number] = nil
    }

    private func measure(
        _ operation: UserOperation, _ user: SimulatedUser,
        _ work: () async throws(ListClientError) -> OperationOutcome
    ) async {
        unanswered += 1
        let outcome: OperationOutcome
        do throws(ListClientError) {
            outcome = try await work()
        } catch {
            outcome = .failed(error.description)
        }
        // What is still under way at the end counts as unanswered.
        guard !isOver else { return }
        unanswered -= 1
        figures.add(
            operation, outcome, nanoseconds: MonotonicClock.now - user.due,
            phase: phase(at: user.due))
    }

    // MARK: The end

    /// Waits for what is under way, and checks the lists.
    private func finish() async -> ProfileResult {
        for user in users {
            user.isLeaving = true
            user.woken()
        }
        let end = MonotonicClock.now + Int64(min(profile.patience, 10) * 1e9)
        while unanswered > 0, MonotonicClock.now < end, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(20))
        }
        isOver = true
        let left = unanswered
        // What is interrupted cannot read the lists any more.
        let check = Task.isCancelled ? (lost: 0, notes: []) : await checkLists()
        takeDelays()
        var result = ProfileResult(profile: profile, figures: figures, series: series)
        result.seconds = min(Double(MonotonicClock.now - start) / 1e9, profile.seconds)
        result.users = made
        result.unanswered = left
        result.lost = check.lost
        result.notes = check.notes
        result.isWhole = !Task.isCancelled
        result.generatorShare = busiest
        return result
    }

    /// A change set has reached an observer.
    func observed(_ change: ListChange, of list: Int) {
        guard let client = change.client, known.contains(client), change.folds <= 1 else { return }
        lists[list].proofs.seen(change.revision, by: client, at: MonotonicClock.now)
    }
}
