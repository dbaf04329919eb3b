export * from './package/list-store.js';
