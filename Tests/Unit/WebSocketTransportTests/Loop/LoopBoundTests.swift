import Testing

@testable import WebSocketTransport

@Suite struct LoopBoundTests {
    @Test func value_isThereOnTheLoopsThread() async throws {
        let loop = try EventLoop(name: "test")
        loop.start()
        let bound = LoopBound(EventLog(), loop: loop)
        await withCheckedContinuation { done in
            loop.execute {
                bound.value.add(.drained)
                done.resume()
            }
        }
        await blocking { loop.stop() }
    }

    /// The first thing that is done, and what follows each suspension: the first may not need the loop's thread.
    @Test func work_isDoneOnTheLoopsThread() async throws {
        let loop = try EventLoop(name: "test")
        loop.start()
        let bound = LoopBound(Visitor(loop), loop: loop)
        let places = await bound.run { _, visitor in
            await visitor.visit()
            return visitor.isOnLoop + [await visitor.visitLater()]
        }
        let place = await bound.run { $0.loop.isCurrent }
        let task = bound.begin(on: nil) { _, visitor in await visitor.visitLater() }
        #expect(places == [true, true, true])
        #expect(await task.value && place)
        await blocking { loop.stop() }
    }

    /// Notes whether it runs on its loop's thread.
    private final class Visitor {
        let loop: EventLoop
        private(set) var isOnLoop: [Bool] = []

        init(_ loop: EventLoop) { self.loop = loop }

        func visit(isolation: isolated (any Actor)? = #isolation) async {
            isOnLoop.append(loop.isCurrent)
            await Self.leave()
            isOnLoop.append(loop.isCurrent)
        }

        func visitLater(isolation: isolated (any Actor)? = #isolation) async -> Bool {
            await Self.leave()
            return loop.isCurrent
        }

        @concurrent private static func leave() async { await Task.yield() }
    }

    #if DEBUG
        @Test func value_onAnotherThread_stopsDebugBuilds() async {
            await #expect(processExitsWith: .failure) {
                let loop = try EventLoop(name: "test")
                _ = LoopBound(1, loop: loop).value
            }
        }
    #endif
}
