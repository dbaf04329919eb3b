"""What the browser's database keeps for sending."""

KEPT = """() => new Promise((resolve, reject) => {
    const opening = indexedDB.open('lockstep');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        const reading = opening.result.transaction('queues').objectStore('queues').getAll();
        reading.onerror = () => reject(reading.error);
        reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.reduce((sum, { entries }) => sum + entries.length, 0));
        };
    };
})"""
"""How many edits it keeps."""
