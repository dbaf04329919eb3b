import Foundation
import TestPrograms
import Testing

@testable import Authentication

/// Key files as `openssl` writes them.
@Suite struct PEMFormTests {
    /// A command that writes a PEM block, and the algorithm that it is for; nil where there is none.
    struct Form: Sendable, CustomTestStringConvertible {
        let command: String
        let algorithm: TokenAlgorithm?
        var testDescription: String { command }
    }

    static let forms = [
        Form(command: "ecparam -name prime256v1 -genkey -noout", algorithm: .es256),
        Form(
            command: "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256", algorithm: .es256),
        Form(command: "genrsa -traditional 2048", algorithm: .rs256),
        Form(command: "genrsa 3072", algorithm: .rs256),
        Form(command: "genrsa 2048 | openssl rsa -pubout", algorithm: .rs256),
        Form(command: "genrsa 2048 | openssl rsa -RSAPublicKey_out", algorithm: .rs256),
        Form(command: "genpkey -algorithm ed25519", algorithm: .eddsa),
        Form(command: "genpkey -algorithm ed25519 | openssl pkey -pubout", algorithm: .eddsa),
        Form(command: "genrsa 1024", algorithm: nil),
        Form(command: "genrsa -aes128 -passout pass:secret 2048", algorithm: nil),
        Form(command: "genpkey -algorithm RSA-PSS", algorithm: nil),
        Form(command: "ecparam -name prime256v1", algorithm: nil),
        Form(command: "ecparam -name secp384r1 -genkey -noout", algorithm: nil),
        Form(command: "genpkey -algorithm x25519", algorithm: nil),
        Form(command: "genpkey -algorithm ed448", algorithm: nil),
    ]

    @Test(arguments: forms)
    func block_isAKeyForOneAlgorithm_orRefused(form: Form) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "key-\(UUID().uuidString).pem")
        defer { try? FileManager.default.removeItem(at: file) }
        let words = ["-c", "openssl \(form.command) > \"$0\"", file.path]
        #expect(try TestProgram("/bin/sh", words).waitForEnd() == 0)
        let key = try? KeySet(path: file.path).keys.first
        #expect(key?.algorithm == form.algorithm)
        guard let key, key.canSign else { return }
        let signature = try key.sign([1, 2, 3])
        #expect(key.isValid(signature, of: [1, 2, 3]))
        #expect(!key.isValid(signature, of: [1, 2, 4]))
        let other = signature.enumerated().map { $0.offset == 40 ? $0.element ^ 1 : $0.element }
        #expect(!key.isValid(other, of: [1, 2, 3]))
    }

    /// Numbers that no signer would choose, of which some make verifying slow or endless.
    @Test func rsaNumbers_areOddAndOfUsualSize() {
        let modulus = [UInt8](repeating: 0xFF, count: 256)
        func key(_ modulus: [UInt8], _ exponent: [UInt8], _ secret: [UInt8]? = nil) -> SignatureKey?
        {
            SignatureKey(modulus: modulus, exponent: exponent, secret: secret)
        }
        #expect(key(modulus, [1, 0, 1]) != nil)
        #expect(key(modulus, [0, 0, 0, 3]) != nil)
        for exponent in [[], [0], [1], [2], [1, 0, 0], [1, 0, 0, 0, 1]] as [[UInt8]] {
            #expect(key(modulus, exponent) == nil, "\(exponent)")
        }
        #expect(key(modulus.dropLast() + [0xFE], [3]) == nil)
        #expect(key(modulus.dropLast(), [3]) == nil)
        #expect(key([UInt8](repeating: 0xFF, count: 1_025), [3]) == nil)
        #expect(key([], [3]) == nil)
        #expect(key(modulus, [3], [7]) == nil, "the halves do not belong together")
    }

    @Test func curvePoints_lieOnTheCurve() {
        let one = [UInt8](repeating: 0, count: 31) + [1]
        #expect(SignatureKey(x: one, y: one) == nil)
        #expect(SignatureKey(x: Array(one.dropFirst()), y: one) == nil)
        #expect(SignatureKey(scalar: [UInt8](repeating: 0, count: 32)) == nil)
        #expect(SignatureKey(scalar: [UInt8](repeating: 0xFF, count: 32)) == nil)
        #expect(SignatureKey(scalar: one) != nil)
    }
}
