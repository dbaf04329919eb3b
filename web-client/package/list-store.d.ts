/** The types of `list-store.js`: an open list as a store for view libraries. */

import type { ListStatus, OpenList } from './client.js';
import type { ListState } from './protocol.js';

/** What a view shows of a list; the same object until one of its members changes. */
export interface ListSnapshot {
  readonly list: ListState | null;
  readonly status: ListStatus;
  readonly overdue: boolean;
}

/** A store as React's `useSyncExternalStore` takes it. */
export interface ListStore {
  /** Calls `listener` after each change; returns the function that stops it. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => ListSnapshot;
}

/** A store as Svelte takes it. */
export interface ReadableList {
  /** Calls `run` at once and after each change; returns the function that stops it. */
  subscribe(run: (snapshot: ListSnapshot) => void): () => void;
}

export declare function listStore(list: OpenList): ListStore;
export declare function readable(store: ListStore): ReadableList;
