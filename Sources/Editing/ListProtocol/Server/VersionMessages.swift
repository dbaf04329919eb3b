package import JSON

// Canonical equivalence: the server does not compare messages.
/// A named version of a list, as `/api/lists/ID/versions` tells it.
package struct VersionMessage: ServerMessage, Hashable {
    package var name: String
    package var revision: Int
    /// When it was named, in Unix milliseconds.
    package var at: Int
    /// Who named it, where authentication is on.
    package var user: String?

    package init(name: String, revision: Int, at: Int, user: String?) {
        self.name = name
        self.revision = revision
        self.at = at
        self.user = user
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("revision", revision)
            writer.member("at", at)
            writer.member("user", ifPresent: user)
        }
    }
}

/// The named versions of a list, by revision and name.
package struct VersionsMessage: ServerMessage, Hashable {
    package var versions: [VersionMessage]

    package init(versions: [VersionMessage]) { self.versions = versions }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.name("versions" as StaticString)
            writer.array { writer in
                for version in versions { version.write(to: &writer) }
            }
        }
    }
}
