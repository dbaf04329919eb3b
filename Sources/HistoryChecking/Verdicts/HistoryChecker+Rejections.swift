/// Property 10.
extension Reading {
    func rejectionsChangeNothing() -> Judgement {
        var tried = 0
        var findings: [Finding] = []
        let made = revisionsOfEdits()
        for edit in edits {
            guard
                let refused = edit.answers.first(where: {
                    $0.kind.isRefusal && !cameTooLate($0, edit)
                })
            else { continue }
            tried += 1
            if let revision = made[edit.key]?.first {
                findings.append(
                    Finding(
                        "\(edit.text) was refused (\(refused.kind.text)) and is revision "
                            + "\(revision)", list: edit.key.list.name, revision: revision,
                        messages: edit.messages))
            }
        }
        return (tried, findings)
    }
}
