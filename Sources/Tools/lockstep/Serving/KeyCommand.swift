import ArgumentParser
import Authentication
import Foundation

/// `lockstep key`: generates a key for tokens.
struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Make a key that signs tokens.",
        discussion: """
            HS256 makes one secret, for the server (auth.keys) and for the issuer of tokens. ES256, \
            RS256 and EdDSA make a pair: FILE signs and stays with the issuer of tokens, FILE.pub is \
            all that the server needs.
            """)

    @Argument(
        help: ArgumentHelp(
            "The file to write; an existing file is not overwritten.", valueName: "FILE"))
    var file: String

    @Option(help: "HS256, ES256, RS256 or EdDSA.")
    var algorithm: TokenAlgorithm = .hs256

    func run() throws {
        let pair = try KeyGenerator.generate(algorithm)
        try write(pair.secret, to: file, mode: 0o600)
        guard let text = pair.public else {
            try Output.write(line: "wrote the secret \(file)")
            return
        }
        try write(text, to: file + ".pub", mode: 0o644)
        try Output.write(line: "wrote the private key \(file) and the public key \(file).pub")
    }

    /// Writes a new file with the permissions `mode`.
    private func write(_ text: String, to path: String, mode: mode_t) throws {
        let handle = try NewFile.create(path, mode: mode)
        try handle.write(contentsOf: Data(text.utf8))
        try handle.synchronize()
    }
}

extension TokenAlgorithm: ExpressibleByArgument {}
