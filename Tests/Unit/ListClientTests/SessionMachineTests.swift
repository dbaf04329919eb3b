import Testing

@testable import ListClient

@Suite struct SessionMachineTests {
    /// A machine in a session, at second 100.
    private static func online() -> SessionMachine {
        var machine = SessionMachine()
        _ = machine.start()
        _ = machine.connected(1, now: 100)
        _ = machine.welcomed()
        return machine
    }

    @Test func start_connectsAndGreets_andIsOnlineWithTheWelcome() {
        var machine = SessionMachine()
        #expect(machine.start() == [.become(.connecting), .connect(attempt: 1)])
        #expect(machine.start() == [])
        #expect(machine.connected(1, now: 0) == [.hello])
        #expect(!machine.isOnline)
        #expect(machine.welcomed() == [.become(.online)])
        #expect(machine.isOnline)
    }

    @Test func losses_areFollowedByLongerAndLongerWaits_upToTheLongest() {
        var machine = SessionMachine()
        _ = machine.start()
        var now = 0.0
        var waits: [Double] = []
        for attempt in 1...8 {
            #expect(machine.attempt == attempt * 2 - 1)
            let actions = machine.ended(
                machine.attempt, SessionEnd(code: nil, reason: "refused"), now: now, jitter: 0)
            guard case .become(.waiting(let seconds, "refused"))? = actions.first else {
                Issue.record("\(actions)")
                return
            }
            waits.append(seconds)
            #expect(machine.tick(now + seconds - 0.01, jitter: 0) == [])
            now += seconds
            #expect(
                machine.tick(now, jitter: 0)
                    == [.become(.connecting), .connect(attempt: attempt * 2 + 1)])
        }
        #expect(waits == [0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 7.5, 7.5])
    }

    @Test func jitter_spreadsTheWait_overTheUpperHalfOfItsSpan() {
        var backOff = BackOff()
        #expect(abs(backOff.next(jitter: 0.5) - 0.3) < 1e-9)
        #expect(backOff.next(jitter: 0.999) < 0.8)
        backOff.reset()
        #expect(backOff.next(jitter: 0) == 0.2)
    }

    @Test func aWelcome_endsTheLongWaits() {
        var machine = Self.online()
        let actions = machine.ended(1, SessionEnd(code: 1001, reason: "bye"), now: 101, jitter: 0)
        #expect(actions == [.become(.waiting(seconds: 0.2, reason: "bye"))])
    }

    @Test(arguments: [
        (1000, nil, false), (1001, "shuttingDown", false), (1006, nil, false),
        (4408, "slowConsumer", false), (nil, nil, false), (1008, "replaced", true),
        (4401, "unauthorized", true), (1002, nil, true), (1007, "notJSON", true),
        (1009, "frameTooLarge", true), (4403, "ended", true), (1008, "badHello", true),
        (nil, "replaced", true),
    ])
    func closeCodes_decideWhetherToGoOn(code: Int?, fatal: String?, isFinal: Bool) {
        var machine = Self.online()
        if let fatal { machine.fatal(code: fatal, message: "said so") }
        let actions = machine.ended(1, SessionEnd(code: code, reason: ""), now: 101, jitter: 0)
        if isFinal {
            guard case .become(.stopped)? = actions.first else {
                Issue.record("\(actions)")
                return
            }
            #expect(machine.deadline == nil)
        } else {
            guard case .become(.waiting)? = actions.first else {
                Issue.record("\(actions)")
                return
            }
        }
    }

    /// A machine of three addresses in a session since second 100, at the first of them.
    private static func onlineAtTheFirstOfThree() -> SessionMachine {
        var machine = SessionMachine(addresses: 3)
        _ = machine.start()
        _ = machine.connected(1, now: 100)
        _ = machine.welcomed()
        return machine
    }

    @Test func eachFailure_leadsToTheNextAddress_andTheWaitsOfARoundShareTheSpan() {
        var machine = SessionMachine(addresses: 3)
        _ = machine.start()
        var now = 0.0
        var waits: [Double] = []
        var addresses: [Int] = []
        var tried: [Bool] = []
        for _ in 1...7 {
            addresses.append(machine.address)
            _ = machine.ended(
                machine.attempt, SessionEnd(code: nil, reason: "refused"), now: now, jitter: 0)
            tried.append(machine.hasTriedAll)
            let deadline = machine.deadline ?? .infinity
            waits.append((deadline - now) * 3)
            now = deadline
            #expect(machine.tick(now, jitter: 0).count == 2)
        }
        #expect(addresses == [0, 1, 2, 0, 1, 2, 0])
        #expect(tried == [false, false, true, true, true, true, true])
        let spans = [0.2, 0.2, 0.2, 0.4, 0.4, 0.4, 0.8]
        #expect(zip(waits, spans).allSatisfy { abs($0 - $1) < 1e-9 }, "\(waits)")
    }

    @Test func sessionThatIsReached_staysWhereItIs_andItsEndBeginsANewRound() {
        var machine = SessionMachine(addresses: 2)
        _ = machine.start()
        _ = machine.ended(1, SessionEnd(code: nil, reason: "refused"), now: 0, jitter: 0)
        _ = machine.tick(10, jitter: 0)
        _ = machine.connected(machine.attempt, now: 10)
        #expect(machine.welcomed() == [.become(.online)])
        #expect(machine.address == 1 && !machine.hasTriedAll)
        _ = machine.ended(
            machine.attempt, SessionEnd(code: 1006, reason: "lost"), now: 30, jitter: 0)
        #expect(machine.address == 0 && !machine.hasTriedAll)
    }

    @Test func serverThatShutsDown_isLeftAtOnce() {
        var machine = Self.onlineAtTheFirstOfThree()
        machine.fatal(code: "shuttingDown", message: "bye")
        let actions = machine.ended(1, SessionEnd(code: 1001, reason: ""), now: 101, jitter: 0)
        #expect(actions == [.become(.connecting), .connect(attempt: 2)])
        #expect(machine.address == 1)
    }

    @Test func serversThatSendAwayAtOnce_areWaitedFor() {
        var machine = Self.onlineAtTheFirstOfThree()
        let actions = machine.ended(1, SessionEnd(code: 1001, reason: "x"), now: 100.9, jitter: 0)
        guard case .become(.waiting(_, "x"))? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(machine.address == 1)
    }

    @Test func refusalOfOneAddress_isNotThatOfTheOthers_butThatOfATokenIs() {
        let refusal = SessionEnd(code: nil, reason: "HTTP 404", isFinal: true)
        var machine = SessionMachine(addresses: 2)
        _ = machine.start()
        _ = machine.ended(1, refusal, now: 0, jitter: 0)
        #expect(machine.deadline != nil && machine.address == 1)
        var alone = SessionMachine()
        _ = alone.start()
        #expect(
            alone.ended(1, refusal, now: 0, jitter: 0)
                == [.become(.stopped(.refused("HTTP 404")))])
        var denied = SessionMachine(addresses: 2)
        _ = denied.start()
        let unauthorized = SessionEnd(code: 4401, reason: "HTTP 401", isFinal: true)
        #expect(
            denied.ended(1, unauthorized, now: 0, jitter: 0)
                == [.become(.stopped(.unauthorized("HTTP 401")))])
    }

    @Test func silence_isPinged_andThenGivenUp() {
        var machine = Self.online()
        #expect(machine.tick(119, jitter: 0) == [])
        #expect(machine.tick(120, jitter: 0) == [.ping(1)])
        machine.received(1, now: 125)
        #expect(machine.tick(141, jitter: 0) == [])
        #expect(machine.tick(145, jitter: 0) == [.ping(2)])
        #expect(
            machine.tick(165, jitter: 0)
                == [.drop, .become(.waiting(seconds: 0.2, reason: "the server says nothing"))])
    }

    @Test func whatBelongsToAnOlderAttempt_isNobodys() {
        var machine = Self.online()
        _ = machine.ended(1, SessionEnd(code: nil, reason: ""), now: 101, jitter: 0)
        _ = machine.tick(102, jitter: 0)
        #expect(machine.ended(1, SessionEnd(code: 1008, reason: ""), now: 103, jitter: 0) == [])
        #expect(machine.connected(1, now: 103) == [])
        #expect(machine.connected(machine.attempt, now: 103) == [.hello])
    }

    @Test func stop_isFinal() {
        var machine = Self.online()
        #expect(machine.stop() == [.close, .become(.stopped(.asked))])
        #expect(machine.ended(1, SessionEnd(code: 1000, reason: ""), now: 101, jitter: 0) == [])
        #expect(machine.stop() == [])
    }
}
