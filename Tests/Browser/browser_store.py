"""What the browser's database keeps, read beside the page that writes it."""

READ = """async (name, ask) => {
    const answered = (request) => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    try {
        const opening = indexedDB.open('lockstep');
        // A database that is not there is for the page to make, with its stores.
        opening.onupgradeneeded = () => opening.transaction.abort();
        const database = await answered(opening);
        try {
            return await answered(ask(database.transaction(name).objectStore(name)));
        } finally {
            database.close();
        }
    } catch {
        // Cleared, or not made yet: who waits asks again.
        return undefined;
    }
}"""

KEPT = f"""() => ({READ})('queues', (store) => store.getAll())
    .then((kept) => kept?.reduce((sum, {{ entries }}) => sum + entries.length, 0) ?? null)"""
"""How many edits it keeps for sending, or `null` where none can be told."""

REMEMBERED = f"""(list) => ({READ})('lists', (store) => store.get(list)).then((kept) => kept?.revision ?? null)"""
"""The revision of a list that it keeps for times without a server, or `null`."""
