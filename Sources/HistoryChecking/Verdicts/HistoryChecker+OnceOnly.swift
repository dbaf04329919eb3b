import ListEditing
import ListProtocol

/// Property 3.
extension Reading {
    func editsAppearOnce() -> Judgement {
        var findings: [Finding] = []
        let made = revisionsOfEdits()
        for edit in edits {
            findings += faults(of: edit, at: made[edit.key] ?? [])
        }
        return (edits.count, findings)
    }

    private func faults(of edit: EditRecord, at revisions: [Int]) -> [Finding] {
        var findings: [Finding] = []
        let timeline = timeline(edit.key.list)
        func add(_ text: String, _ revision: Int?) {
            findings.append(
                Finding(
                    "\(edit.text) \(text)", list: edit.key.list.name, revision: revision,
                    messages: edit.messages))
        }
        if revisions.count > 1 { add("\(Self.doubled): it is at \(revisions)", revisions[1]) }
        for answer in edit.answers {
            if answer.kind.saysApplied, let revision = answer.revision,
                !revisions.contains(revision), isKnown(revision, of: timeline)
            {
                add("\(Self.lost): answered as \(revision), it is at \(revisions)", revision)
            }
            if answer.kind == .noop || answer.kind == .duplicate(applied: false),
                let revision = revisions.first
            {
                add("\(Self.doubled): answered \(answer.kind.text), it is at \(revision)", revision)
            }
        }
        if isQuiet, edit.answers.isEmpty, let timeline, timeline.died == nil {
            add("was never answered", nil)
        }
        return findings
    }

    /// Whether somebody was sent the set of that revision, or should have been.
    private func isKnown(_ revision: Int, of timeline: Timeline?) -> Bool {
        guard let timeline else { return false }
        if timeline.sets[revision] != nil { return true }
        return timeline.died == nil && revision > timeline.forgotten
    }

    /// Under which revisions each edit stands, ascending.
    func revisionsOfEdits() -> [EditKey: [Int]] {
        let clients = Dictionary(publicNames.map { ($1, $0) }) { first, _ in first }
        var made: [EditKey: [Int]] = [:]
        for timeline in timelines {
            for revision in timeline.sets.keys.sorted() {
                guard let set = timeline.sets[revision]?.set, let intent = set.intent,
                    let client = set.client.flatMap({ clients[$0.text] })
                else { continue }
                let key = EditKey(client: client, list: timeline.key, id: intent)
                made[key, default: []].append(revision)
            }
        }
        return made
    }

    static let lost = "is lost"
    static let doubled = "is doubled"
}
