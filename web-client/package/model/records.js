/**
 * Objects that are keyed by names which others choose, such as those of fields: `constructor` and
 * `__proto__` are names like any other. Pure.
 */

/** The value that `object` itself has under `name`; `undefined` where it has none, or is none. */
export const own = (object, name) => (
  object && Object.hasOwn(object, name) ? object[name] : undefined);

/** Gives `object` itself a value under `name`. */
export function put(object, name, value) {
  Object.defineProperty(object, name, {
    value, writable: true, enumerable: true, configurable: true,
  });
}
