import EditScripts
import Foundation

/// Feeds the target that `FUZZ_TARGET` names, from libFuzzer, which has its own `main`, or from files.
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

/// The fuzz targets: each takes any bytes, and ends the process where it finds an error.
enum FuzzTarget: String, CaseIterable {
    case json, messages, answers, bodies, tokens, edits, files

    func run(_ bytes: [UInt8]) {
        switch self {
        case .json: JSONTarget.run(bytes)
        case .messages: MessagesTarget.run(bytes)
        case .answers: AnswersTarget.run(bytes)
        case .bodies: BodiesTarget.run(bytes)
        case .tokens: TokensTarget.run(bytes)
        case .edits: EditsTarget.run(bytes)
        case .files: FilesTarget.run(bytes)
        }
    }

    /// Ends the process with an error that was found.
    static func found(_ what: String, _ bytes: [UInt8] = []) -> Never {
        fatalError("\(what)\n\(String(decoding: bytes, as: UTF8.self))")
    }
}

/// The editing core against the model, with a script of edits made of the bytes.
enum EditsTarget {
    static func run(_ bytes: [UInt8]) {
        var edits = RandomEdits(script: bytes)
        edits.withRules = edits.random.chance(70)
        guard var run = try? ModelRun(edits) else { return }
        if let difference = run.differs(within: 40) { FuzzTarget.found(difference) }
    }
}
