import TextBytes

/// What programs and people call columns and members, in English, German, French, Spanish, Italian,
/// Dutch and Portuguese.
enum ColumnNames {
    /// The names of each role; earlier names fit better where a table has several of them.
    private static let names: [(role: ColumnRole, names: [String])] = [
        (
            .title,
            [
                "title", "titel", "titre", "título", "titulo", "titolo", "task", "task name",
                "aufgabe",
                "tâche", "tache", "tarea", "attività", "attivita", "compito", "taak", "tarefa",
                "todo",
                "to do", "display name", "name", "nom", "nombre", "nome", "naam", "item", "eintrag",
                "élément", "elemento", "article", "artikel", "artículo", "articolo", "artigo",
                "product",
                "produkt", "produit", "producto", "prodotto", "produto", "issue", "card",
                "card name",
                "subject", "betreff", "objet", "asunto", "oggetto", "onderwerp", "assunto",
                "summary",
                "zusammenfassung", "bezeichnung", "text", "content", "what",
            ]
        ),
        (
            .done,
            [
                "done", "erledigt", "fait", "hecho", "fatto", "gedaan", "feito", "checked",
                "is checked",
                "is done", "is completed", "completed", "complete", "abgeschlossen", "fertig",
                "terminé",
                "completado", "completato", "voltooid", "klaar", "concluído", "concluido",
                "finished",
                "state", "% complete", "percent complete",
            ]
        ),
        (
            .completion,
            [
                "completed at", "completed on", "completed time", "completed date",
                "completion date",
                "date completed", "completed date time", "date of completion", "closed at",
                "erledigt am", "abgeschlossen am", "canceled",
            ]
        ),
        (
            .detail,
            [
                "detail", "details", "notes", "note", "description", "desc", "body", "comments",
                "comment", "annotations", "notiz", "notizen", "beschreibung", "bemerkung",
                "bemerkungen",
                "kommentar", "kommentare", "remarques", "remarque", "commentaire", "commentaires",
                "notas", "nota", "descripción",
                "descripcion", "comentarios", "descrizione", "commenti", "opmerking", "opmerkingen",
                "notitie", "notities", "beschrijving", "descrição", "descricao", "comentários",
                "anotações", "détails", "detalles", "dettagli", "detalhes",
            ]
        ),
        (
            .due,
            [
                "due", "due date", "due on", "due at", "due date time", "deadline", "fällig",
                "fällig am", "faellig", "fälligkeitsdatum", "fälligkeit", "frist", "bis", "termin",
                "échéance", "echeance", "date d'échéance", "date limite", "vencimiento",
                "fecha de vencimiento", "fecha límite", "fecha limite", "scadenza",
                "data di scadenza",
                "vervaldatum", "einddatum", "vencimento", "data de vencimento", "prazo", "datum",
                "date",
                "fecha", "data",
            ]
        ),
        (
            .priority,
            [
                "priority", "priorität", "prioritaet", "wichtigkeit", "priorité", "priorite",
                "prioridad", "priorità", "prioriteit", "prioridade", "importance", "starred",
            ]
        ),
        (
            .labels,
            [
                "labels", "label", "tags", "tag", "categories", "category", "schlagwörter",
                "schlagworte",
                "kategorie", "kategorien", "étiquettes", "étiquette", "catégorie", "catégories",
                "etiquetas", "etiqueta", "categoría", "categorías", "etichette", "etichetta",
                "categoria", "categorie", "categorieën", "contexts", "context",
            ]
        ),
        (
            .assignee,
            [
                "assignee", "assignees", "assigned to", "assigned", "owner", "responsible",
                "zugewiesen an", "zugewiesen", "zuständig", "verantwortlich", "wer", "assigné à",
                "assigné", "responsable", "asignado a", "asignado", "assegnato a", "responsabile",
                "toegewezen aan", "verantwoordelijke", "atribuído a", "responsável",
            ]
        ),
        (.url, ["url", "link", "links", "website", "webseite", "adresse web", "enlace", "lien"]),
        (
            .list,
            ["list", "list name", "liste", "lista", "lijst", "board", "task list", "listenname"]
        ),
        (
            .project,
            [
                "project", "projects", "project name", "projekt", "projekte", "projet", "proyecto",
                "progetto", "projeto",
            ]
        ),
        (
            .section,
            [
                "section", "section column", "column name", "abschnitt", "bereich", "sección",
                "seccion",
                "sezione", "sectie", "seção", "secao", "section name", "group", "gruppe",
            ]
        ),
        (
            .parent,
            [
                "parent", "parent task", "parent id", "parent issue", "parent item",
                "parent task id",
                "übergeordnete aufgabe", "tâche parente", "tâche parent", "tarea principal",
                "tarea padre", "attività principale", "bovenliggende taak", "tarefa pai",
            ]
        ),
        (
            .id,
            ["id", "task id", "uuid", "uid", "guid", "gid", "item id", "issue id", "card id"]
        ),
        (.indent, ["indent", "indent level", "outline level", "level", "einzug", "ebene"]),
        (
            .program,
            [
                "created", "created at", "created on", "created time", "created date",
                "creation date",
                "date created", "created date time", "created by id", "erstellt", "erstellt am",
                "créé le", "creado", "creado el", "creato il", "gemaakt op", "criado em",
                "modified",
                "modified at", "last modified", "last modified at", "last modified date time",
                "last modified time", "updated", "updated at", "last edited time", "last updated",
                "geändert", "geändert am", "order", "position", "pos", "sort order", "column order",
                "time zone", "timezone", "color", "colour", "farbe", "couleur", "assignee email",
                "list id",
                "created by request id", "is reminder on", "has attachments", "web view link",
            ]
        ),
    ]

    /// Names of days of any kind; such a column says when a row is due where it has days.
    private static let vague: Set<TextKey> = [
        "date", "datum", "fecha", "data", "bis", "termin", "frist", "prazo",
    ]

    private static let roles: [TextKey: (role: ColumnRole, rank: Int)] = {
        var roles: [TextKey: (role: ColumnRole, rank: Int)] = [:]
        for (role, names) in names {
            for (rank, name) in names.enumerated() { roles[TextKey(name)] = (role, rank) }
        }
        return roles
    }()

    /// The role of a column or member by its name, and how well it fits: 0 is best.
    ///
    /// Case, and what stands between words, do not matter: `Due Date`, `due_date` and `dueDate` are the
    /// same name.
    static func role(of name: String) -> (role: ColumnRole, rank: Int)? {
        guard name.utf8.count <= 64 else { return nil }
        return roles[TextKey(words(of: name))]
    }

    /// Whether a name is of a day of any kind.
    static func isVague(_ name: String) -> Bool {
        name.utf8.count <= 64 && vague.contains(TextKey(words(of: name)))
    }

    /// The words of a name in small letters, with a blank between them.
    private static func words(of name: String) -> String {
        var words = ""
        var wasSmall = false
        for scalar in name.unicodeScalars {
            let isCapital = scalar.properties.isUppercase
            if isCapital, wasSmall { words += " " }
            wasSmall = scalar.properties.isLowercase
            switch scalar {
            case " ", "_", "-", "/", ".", ":", "\u{A0}", "(", ")", "*":
                if words.utf8.last != UInt8(ascii: " "), !words.isEmpty { words += " " }
            default: words += String(scalar)
            }
        }
        return words.lowercased().trimmedBlanks
    }
}
