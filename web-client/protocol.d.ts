export * from './package/protocol.js';
