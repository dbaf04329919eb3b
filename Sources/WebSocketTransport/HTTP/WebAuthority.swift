import Foundation

/// Scheme, name and port of an origin, or of a `Host` field, in a form that can be compared.
struct WebAuthority: Hashable {
    let scheme: String
    /// In lower case; an IPv6 address without its brackets.
    let name: String
    let port: Int

    /// Reads `http://example.org:8080`; nil for `null` and whatever is no web address.
    init?(origin: String) {
        let sides = origin.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        self.init(String(sides[1]), scheme: sides[0].lowercased())
    }

    /// Reads `example.org:8080`.
    init?(_ authority: String, scheme: String) {
        guard let standard = ["http": 80, "https": 443][scheme] else { return nil }
        self.scheme = scheme
        let text = authority.lowercased()
        let end: String.Index
        if text.hasPrefix("["), let bracket = text.firstIndex(of: "]") {
            name = String(text[text.index(after: text.startIndex)..<bracket])
            end = text.index(after: bracket)
        } else {
            end = text.firstIndex(of: ":") ?? text.endIndex
            name = String(text[..<end])
        }
        let rest = text[end...]
        guard !name.isEmpty, rest.isEmpty || rest.first == ":" else { return nil }
        guard let number = rest.count > 1 ? Int(rest.dropFirst()) : standard else { return nil }
        port = number
    }

    /// Whether the name is a numeric address, which nobody can point elsewhere.
    var isAddress: Bool {
        var room = in6_addr()
        let isShort = unsafe inet_pton(AF_INET, name, &room) == 1
        let isLong = unsafe inet_pton(AF_INET6, name, &room) == 1
        return isShort || isLong
    }
}
