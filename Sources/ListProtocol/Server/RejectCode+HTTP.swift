package import ListEditing

extension RejectCode {
    /// The HTTP status of a rejected `POST /api/lists/ID/edits`.
    package var httpStatus: Int {
        switch self {
        case .badAction: 400
        case .forbidden, .editDisabled, .deleteDisabled, .moveDisabled, .insertDisabled: 403
        case .unknownList, .unknownRow, .unknownSection: 404
        case .conflict, .duplicateID, .staleBase, .sectionFull, .listFull, .nothingToUndo,
            .nothingToRedo:
            409
        case .tooLarge: 413
        case .rateLimited: 429
        case .unavailable: 503
        }
    }
}
