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

    #if DEBUG
        @Test func value_onAnotherThread_stopsDebugBuilds() async {
            await #expect(processExitsWith: .failure) {
                let loop = try EventLoop(name: "test")
                _ = LoopBound(1, loop: loop).value
            }
        }
    #endif
}
