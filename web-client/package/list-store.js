/**
 * An open list as a store, as view libraries take it: `listStore` fits React's
 * `useSyncExternalStore`, and `readable` Svelte's store contract. The web client does not load this.
 */

/** The events of a list after which its snapshot may be another. */
const EVENTS = ['change', 'status', 'overdue'];

/**
 * The store of an `OpenList`. `getSnapshot()` returns `{list, status, overdue}`, the same object
 * until one of them changes. `subscribe(listener)` calls `listener` after each change, not at once,
 * and returns the function that stops it. Neither uses `this`.
 */
export function listStore(list) {
  let snapshot = null;

  const getSnapshot = () => {
    const { list: state, status, overdue } = list;
    const isSame = snapshot?.list === state && snapshot.status === status
      && snapshot.overdue === overdue;
    if (!isSame) snapshot = Object.freeze({ list: state, status, overdue });
    return snapshot;
  };

  const subscribe = (listener) => {
    let isActive = true;
    let notified = getSnapshot();
    const tell = () => {
      const current = getSnapshot();
      if (!isActive || current === notified) return;
      notified = current;
      listener();
    };
    const stops = EVENTS.map((name) => list.on(name, tell));
    return () => {
      isActive = false;
      for (const stop of stops) stop();
    };
  };

  return { subscribe, getSnapshot };
}

/** The store as Svelte takes it: `subscribe(run)` calls `run` at once, then after each change. */
export function readable({ subscribe, getSnapshot }) {
  return {
    subscribe(run) {
      // An edit that the first `run` makes is a change, too.
      const stop = subscribe(() => run(getSnapshot()));
      run(getSnapshot());
      return stop;
    },
  };
}
