export * from './package/client.js';
