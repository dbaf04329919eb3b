import Testing

@testable import WebFiles

@Suite struct ContentEncodingTests {
    @Test(arguments: [
        (nil, "identity"), ("", "identity"), ("gzip", "gzip"), ("br", "br"),
        ("gzip, deflate, br, zstd", "br"), ("GZIP", "gzip"), ("x-gzip", "gzip"),
        ("gzip;q=1.0, br;q=0.5", "gzip"), ("gzip;q=0.5, br;q=0.5", "br"), ("br;q=0, gzip", "gzip"),
        ("br ; q=0.2 , gzip; q=0.1", "br"), ("*", "br"), ("*;q=0.5, gzip", "gzip"),
        ("*, br;q=0", "gzip"), ("identity", "identity"), ("identity;q=1, gzip;q=0.5", "identity"),
        ("identity;q=0", "identity"), ("br;q=x", "identity"), (";;,,;q=1", "identity"),
        ("deflate", "identity"),
    ])
    func theClient_choosesTheEncoding(accepted: String?, encoding: String) {
        let preferred = ContentEncoding.preferred(by: accepted, among: [.brotli, .gzip])
        #expect(preferred.name == encoding)
    }

    @Test func marks_areNoEncoding() {
        let marks = String(repeating: "\u{301}\u{323}", count: 3_000)
        for accepted in [marks, "gzip;q=\(marks)", "\(marks);q=1", "br\(marks)"] {
            #expect(ContentEncoding.preferred(by: accepted, among: [.brotli, .gzip]) == .identity)
        }
        #expect(ContentEncoding.preferred(by: "\(marks), gzip", among: [.gzip]) == .gzip)
    }

    @Test func whatIsNotOffered_isNotChosen() {
        #expect(ContentEncoding.preferred(by: "br, gzip", among: [.gzip]) == .gzip)
        #expect(ContentEncoding.preferred(by: "br, gzip", among: []) == .identity)
    }

    @Test(arguments: [ContentEncoding.brotli, .gzip])
    func onlyWhatBecomesSmaller_isEncoded(encoding: ContentEncoding) throws {
        let text = Array(String(repeating: "lists and rows, ", count: 1000).utf8)
        #expect(try #require(encoding.encode(text)).count < 200)
        for bytes: [UInt8] in [[], [1], [1, 2, 3]] {
            #expect(encoding.encode(bytes) == nil)
        }
    }
}
