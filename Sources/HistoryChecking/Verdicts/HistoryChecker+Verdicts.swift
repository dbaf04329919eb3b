extension Reading {
    /// Holds the history against every property.
    var verdicts: [Verdict] { Property.allCases.map { verdict(on: $0) } }

    private func verdict(on property: Property) -> Verdict {
        let (tried, findings) =
            switch property {
            case .revisions: revisionsAreOneSequence()
            case .onceOnly: editsAppearOnce()
            case .resending: resendingChangesNothing()
            case .order: orderIsKept()
            case .neverBack, .answers: (0, [])
            case .allEqual: clientsEqualTheServer()
            case .rowsKept: rowsAreKept()
            case .places: editsDoWhatTheRulesSay()
            case .rejections: rejectionsChangeNothing()
            case .resuming: resumingGivesTheSame()
            }
        return Verdict(
            property, tried: tried + (self.tried[property] ?? 0),
            findings: (faults[property] ?? []) + findings)
    }
}

/// How much was held against a property, and what broke it.
typealias Judgement = (tried: Int, findings: [Finding])
