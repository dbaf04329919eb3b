import Foundation
import Hashing
import Testing

@Suite struct SHA256Tests {
    /// FIPS 180-4 gives "abc" and the empty message, RFC 4231 the key (test case 2).
    @Test func knownMessages_haveTheirHashes() {
        #expect(
            hex(SHA256.hash([]))
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            hex(SHA256.hash(Array("abc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        let code = SHA256.authenticate(
            Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
        #expect(hex(code) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String(format: "%02x", $0) }.joined()
    }

    /// A server that cannot start ends its process while its threads are at work.
    @Test func exitWhileOthersHash_harmsNothing() async {
        for _ in 0..<5 {
            await #expect(processExitsWith: .exitCode(3)) {
                let isAtWork = DispatchSemaphore(value: 0)
                for _ in 0..<4 {
                    Thread.detachNewThread {
                        while true {
                            _ = SHA256.hash([1, 2, 3])
                            isAtWork.signal()
                        }
                    }
                }
                for _ in 0..<100 { isAtWork.wait() }
                exit(3)
            }
        }
    }
}
