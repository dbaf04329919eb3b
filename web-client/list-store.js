/** Stores of open lists, at the address that programs import them from. */
export * from './package/list-store.js';
