/** Keys of input methods. */

/**
 * Whether a key belongs to a composition: it chooses or confirms what is composed, and does nothing
 * else. Some browsers tell the key that confirms it by its code alone.
 */
export const composes = ({ isComposing, keyCode }) => isComposing || keyCode === 229;
