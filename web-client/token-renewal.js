/** Tokens that renew themselves, at the address that programs import them from. */
export * from './package/token-renewal.js';
