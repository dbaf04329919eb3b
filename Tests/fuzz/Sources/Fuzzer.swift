import Foundation

/// Feeds the target that `FUZZ_TARGET` names: from libFuzzer, which brings its own `main`, or, where
/// that is not built in, from files.
enum Fuzzer {
    static let target: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"]
        guard let target = name.flatMap(FuzzTarget.init(rawValue:)) else {
            let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
            print("usage: FUZZ_TARGET=NAME fuzzer FILE…, where NAME is one of \(names)")
            exit(64)
        }
        return target
    }()
}

#if FUZZING
    /// What libFuzzer calls with each input.
    @_cdecl("LLVMFuzzerTestOneInput")
    func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        Fuzzer.target.run(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
    }
#else
    @main
    extension Fuzzer {
        static func main() {
            let target = Fuzzer.target
            for path in CommandLine.arguments.dropFirst() {
                do {
                    target.run(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
                    print("\(path): fine")
                } catch {
                    print("\(path): \(error.localizedDescription)")
                    exit(1)
                }
            }
        }
    }
#endif
