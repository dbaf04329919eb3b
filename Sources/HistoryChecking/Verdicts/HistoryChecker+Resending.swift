/// Property 4.
extension Reading {
    func resendingChangesNothing() -> Judgement {
        var tried = 0
        var findings: [Finding] = []
        for edit in edits where edit.sendings.count > 1 && !edit.answers.isEmpty {
            tried += 1
            let revisions = edit.revisions.sorted()
            func add(_ text: String) {
                findings.append(
                    Finding(
                        "\(edit.text) \(text)", list: edit.key.list.name,
                        revision: revisions.first, messages: edit.messages))
            }
            if revisions.count > 1 { add("was answered as \(revisions)") }
            let refused = edit.answers.first {
                $0.kind.saysNotApplied && !cameTooLate($0, edit)
            }
            if let refused, !revisions.isEmpty {
                add("applied, and was also answered \(refused.kind.text)")
            }
        }
        return (tried, findings)
    }

    /// Whether a resent edit was refused as its list was deleted meanwhile, which says nothing of the
    /// first sending.
    func cameTooLate(_ answer: EditAnswer, _ edit: EditRecord) -> Bool {
        guard case .reject("unknownList") = answer.kind else { return false }
        return answer.session != edit.sendings.first?.session
            && timeline(edit.key.list)?.died != nil
    }
}
