import Foundation
import Hashing
import JSON
import ListHosting
import ListProtocol
import TextBytes

// Canonical equivalence: the operator has written the file of hooks.
/// A receiver of the events of lists, over HTTP.
package struct Hook: Hashable, Sendable {
    /// What the journal knows it by.
    let name: String
    let url: String
    let lists: ListPattern
    let events: Set<HookEvent.Kind>
    /// The first one is the newest; every request is signed with each.
    let secrets: [HookSecret]

    func wants(_ list: String) -> Bool { lists.matches(ListID(list)) }
}

/// A secret with which requests to a hook are signed, as Standard Webhooks writes it: `whsec_` and base64.
package struct HookSecret: Hashable, Sendable {
    private let key: [UInt8]

    /// Bytes of a key, as Standard Webhooks bounds them.
    private static let bytes = 24...64
    private static let prefix = "whsec_"

    /// Nil where the text is no such secret.
    init?(_ text: String) {
        guard text.begins(with: Self.prefix),
            let data = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
            Self.bytes ~= data.count
        else { return nil }
        key = [UInt8](data)
    }

    /// The signature of a request: `v1,` and the HMAC-SHA256 over id, time and body, in base64.
    ///
    /// - Parameter seconds: The value of `webhook-timestamp`, in Unix seconds.
    func signature(id: String, seconds: Int, body: [UInt8]) -> String {
        let signed = Array("\(id).\(seconds).".utf8) + body
        return "v1," + Data(SHA256.authenticate(signed, key: key)).base64EncodedString()
    }
}

/// The file of the hooks: `{"hooks":[{"name":…,"url":…,"lists":…,"events":[…],"secrets":[…]}]}`.
package struct HookFile: Sendable {
    package let hooks: [Hook]

    /// Hooks, at most.
    private static let most = 100
    private static let mostBytes = 1 << 20

    /// Reads the file.
    ///
    /// - Throws: `HookFileError`, which says what is wrong and where.
    package init(path: String) throws(HookFileError) {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw HookFileError("the file of hooks \(path) cannot be read")
        }
        do throws(HookFileError) {
            try self.init([UInt8](data))
        } catch {
            throw HookFileError("the file of hooks \(path): \(error)")
        }
    }

    init(_ bytes: [UInt8]) throws(HookFileError) {
        let value: JSONValue
        do {
            guard bytes.count <= Self.mostBytes else {
                throw HookFileError("is over \(Self.mostBytes) bytes")
            }
            value = try JSONReader.read(bytes)
        } catch let error as HookFileError {
            throw error
        } catch {
            throw HookFileError("is no JSON: \(error)")
        }
        guard let values = value.object?["hooks"]?.array, values.count <= Self.most else {
            throw HookFileError("must have \"hooks\", an array of at most \(Self.most)")
        }
        var hooks: [Hook] = []
        for (index, value) in values.enumerated() {
            guard let object = value.object else {
                throw HookFileError("hook \(index + 1) is no object")
            }
            let hook = try Hook(object, index + 1)
            guard !hooks.contains(where: { $0.name.isSame(as: hook.name) }) else {
                throw HookFileError("there are two hooks \(hook.name)")
            }
            hooks.append(hook)
        }
        self.hooks = hooks
    }
}

/// What is wrong with a file of hooks.
package struct HookFileError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

extension Hook {
    private static let members: [TextKey] = ["name", "url", "lists", "events", "secrets"]

    fileprivate init(_ object: JSONObject, _ number: Int) throws(HookFileError) {
        guard let name = object["name"]?.string, Self.isName(name) else {
            throw HookFileError(
                "hook \(number): \"name\" must be 1 to 64 letters, digits, - or _")
        }
        if let other = object.members.first(where: { !Self.members.contains(TextKey($0.name)) }) {
            throw HookFileError(
                "hook \(name): \"\(other.name)\" is none of \(Self.members.map(\.text).joined(separator: ", "))"
            )
        }
        guard let url = object["url"]?.string, let parsed = URL(string: url),
            areSame(parsed.scheme, "http") || areSame(parsed.scheme, "https"),
            parsed.host?.isEmpty == false,
            parsed.user == nil,
            url.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
        else {
            throw HookFileError(
                "hook \(name): \"url\" must be an http or https URL, without a user or password")
        }
        guard let lists = ListPattern(object["lists"]?.string ?? "*") else {
            throw HookFileError(
                "hook \(name): \"lists\" must be a list's name, a beginning such as team-*, or *")
        }
        let kinds = object["events"]?.array?.map { value in
            HookEvent.Kind.named.first { areSame($0.rawValue, value.string) }
        }
        guard object["events"] == nil || kinds?.isEmpty == false && !(kinds ?? []).contains(nil)
        else {
            let all = HookEvent.Kind.named.map(\.rawValue).joined(separator: ", ")
            throw HookFileError("hook \(name): \"events\" must be an array of some of \(all)")
        }
        let secrets = object["secrets"]?.array?.map { $0.string.flatMap(HookSecret.init) }
        guard let secrets, 1...5 ~= secrets.count, !secrets.contains(nil) else {
            throw HookFileError(
                "hook \(name): \"secrets\" must be an array of 1 to 5 texts, each whsec_ and the "
                    + "base64 of 24 to 64 random bytes, the newest first")
        }
        self.init(
            name: name, url: url, lists: lists,
            events: Set((kinds ?? HookEvent.Kind.named).compactMap(\.self)),
            secrets: secrets.compactMap(\.self))
    }

    package static func isName(_ text: String) -> Bool {
        1...64 ~= text.utf8.count
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
