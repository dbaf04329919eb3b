import ArgumentParser
import JSON
import ListClient
import ListEditing
import ListProtocol

/// Tells what became of an edit, and with which exit code.
struct EditReport {
    let answer: EditAnswer

    /// 0: applied, or nothing to change; else see `CommandFailure`.
    var exitCode: ExitCode {
        switch answer {
        case .applied, .nothing: .success
        case .refused: CommandFailure.refused
        case .unknown: CommandFailure.unknown
        case .abandoned: CommandFailure.failed
        }
    }

    /// Lines for people.
    var text: String {
        switch answer {
        case .applied(let revision, let clamps):
            let applied = revision.map { "applied in revision \($0)" } ?? "applied"
            return ([applied] + clamps.map(Self.describe)).joined(separator: "\n")
        case .nothing(let clamps):
            return (["nothing to change"] + clamps.map(Self.describe)).joined(separator: "\n")
        case .refused(let refusal):
            let action = refusal.action.map { "action \($0): " } ?? ""
            return "refused: \(action)\(refusal)"
        case .unknown: return "not known whether it was applied: look at the list"
        case .abandoned(let reason): return "given up: \(reason)"
        }
    }

    /// One JSON object.
    var json: String {
        var writer = JSONWriter()
        writer.object { writer in
            switch answer {
            case .applied(let revision, let clamps):
                writer.member("outcome", "applied")
                writer.member("revision", ifPresent: revision)
                writer.clamps(clamps)
            case .nothing(let clamps):
                writer.member("outcome", "noop")
                writer.clamps(clamps)
            case .refused(let refusal):
                writer.member("outcome", "refused")
                writer.member("code", refusal.code)
                writer.member("message", refusal.message)
                writer.member("action", ifPresent: refusal.action)
            case .unknown: writer.member("outcome", "unknown")
            case .abandoned(let reason):
                writer.member("outcome", "abandoned")
                writer.member("message", reason)
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func describe(_ clamp: Clamp) -> String {
        let subject =
            switch clamp.subject {
            case .row(let row): "row \(row.text)"
            case .rows(let rows): "rows \(rows.map(\.text).joined(separator: ", "))"
            case .section(let section): "section \(section.text)"
            }
        let place =
            switch clamp.to {
            case .row(let path): "section \(path.section), place \(path.row)"
            case .section(let index): "place \(index)"
            }
        let reason =
            switch clamp.why {
            case .scope: "the rules keep it in its section"
            case .bounds: "there is no such place"
            case .pinned: "pinned rows keep their band"
            }
        return "  \(subject) came to \(place) instead: \(reason)"
    }
}
