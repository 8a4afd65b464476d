'use strict';
// Drawings in IndexedDB: what happened to each, in order, as the engine's own bytes.
const Store = (() => {
  let base = null;
  let failed = null;
  // What was removed stays so, whatever a page still has to say of it.
  const gone = new Set();

  const ask = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

  const open = () => new Promise((resolve, reject) => {
    if (!window.indexedDB) return reject(new Error('no IndexedDB'));
    const request = indexedDB.open('fude', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('drawings', { keyPath: 'id', autoIncrement: true });
      for (const name of ['journal', 'records']) {
        request.result.createObjectStore(name, { autoIncrement: true })
          .createIndex('drawing', 'drawing');
      }
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('another tab holds an older version open'));
  });

  const all = async (name, drawing) => {
    if (!base) return [];
    const index = base.transaction(name).objectStore(name).index('drawing');
    return ask(index.getAll(IDBKeyRange.only(drawing)));
  };

  const join = (parts) => {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.bytes.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part.bytes, at);
      at += part.bytes.length;
    }
    return whole;
  };

  return {
    /** Called with a sentence when something can't be kept. */
    onfailure: null,
    /** How many writes are under way. */
    pending: 0,

    async start() {
      try {
        base = await open();
        navigator.storage?.persist?.();
      } catch (error) {
        failed = error;
      }
      return base !== null;
    },
    get failure() { return failed; },
    drawings: async () => (base
      ? ask(base.transaction('drawings').objectStore('drawings').getAll()) : []),
    async create(name) {
      const drawing = { name, created: Date.now(), changed: Date.now(), ended: 0 };
      if (!base) return { ...drawing, id: 0 };
      try {
        drawing.id = await ask(
          base.transaction('drawings', 'readwrite').objectStore('drawings').add(drawing));
      } catch (error) {
        drawing.id = 0;
        this.onfailure?.(error);
      }
      return drawing;
    },
    async save(drawing) {
      if (!base || !drawing.id || gone.has(drawing.id)) return;
      await ask(base.transaction('drawings', 'readwrite').objectStore('drawings').put(drawing));
    },
    async remove(id) {
      gone.add(id);
      if (!base) return;
      const transaction = base.transaction(['drawings', 'journal', 'records'], 'readwrite');
      transaction.objectStore('drawings').delete(id);
      for (const name of ['journal', 'records']) {
        const store = transaction.objectStore(name);
        const keys = await ask(store.index('drawing').getAllKeys(IDBKeyRange.only(id)));
        for (const key of keys) store.delete(key);
      }
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
    },
    journal: async (id) => join(await all('journal', id)),
    records: async (id) => join(await all('records', id)),

    /** Keeps what happened; the write is under way when this returns. */
    keep(drawing, journal, records) {
      if (!base || !drawing.id || gone.has(drawing.id) || (!journal.length && !records.length)) return;
      this.pending += 1;
      const done = (error) => {
        this.pending -= 1;
        if (error) this.onfailure?.(error);
      };
      try {
        const transaction = base.transaction(['drawings', 'journal', 'records'], 'readwrite');
        if (journal.length) {
          transaction.objectStore('journal').add({ drawing: drawing.id, bytes: journal });
        }
        if (records.length) {
          transaction.objectStore('records').add({ drawing: drawing.id, bytes: records });
        }
        transaction.objectStore('drawings').put(drawing);
        transaction.oncomplete = () => done(null);
        transaction.onabort = () => done(transaction.error || new Error('the write was broken off'));
      } catch (error) {
        done(error);
      }
    },
  };
})();
