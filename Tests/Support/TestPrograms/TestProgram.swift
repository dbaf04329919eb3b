import CTestPrograms
package import Foundation

/// A program that a test starts.
///
/// Not Foundation's `Process`: to find the descriptors to close it copies whole entries of a directory
/// (swift-corelibs-foundation, `findMaximumOpenFromProcSelfFD`), and so reads past its buffer, now and then into
/// memory that is not there, where more than 1,300 are open. The tests of all modules share one process.
package struct TestProgram: Sendable {
    private let identifier: pid_t

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: Of the program.
    ///   - folder: The folder it works in; nil: that of the test.
    ///   - input: The descriptor it reads from; -1: `/dev/null`, as for the others.
    ///   - output: Where it writes.
    ///   - errors: Where it writes errors.
    /// - Throws: `POSIXError`.
    package init(
        _ path: String, _ arguments: [String], in folder: URL? = nil, input: Int32 = -1,
        output: Int32 = -1, errors: Int32 = -1
    ) throws {
        let words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        identifier = unsafe test_program_start(words, folder?.path, [input, output, errors])
        guard identifier > 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
    }

    /// Waits until the program has ended; to be called once.
    ///
    /// - Returns: Its exit status; 128 and the signal's number where a signal ended it, as in a shell.
    @discardableResult
    package func waitForEnd() -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7f
        return signal == 0 ? status >> 8 & 0xff : 128 + signal
    }

    /// Ends the program with SIGKILL, and waits until it is gone.
    package func kill() {
        Foundation.kill(identifier, SIGKILL)
        waitForEnd()
    }
}
