/** The clock that is used where no other is given. */
export const SYSTEM_TIMERS = {
  set: (callback, ms) => setTimeout(callback, ms),
  clear: (timer) => clearTimeout(timer),
};
