/** Lists, actions and change sets, at the address that programs import them from. */
export * from './package/list-model.js';
