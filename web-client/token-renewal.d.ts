export * from './package/token-renewal.js';
