/** The client library at the address that programs import it from. */
export * from './package/client.js';
