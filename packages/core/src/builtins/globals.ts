/**
 * Functions of JavaScript and Node.js under their own names, as they were when this module was loaded. Fake timers of tests and patches
 * of libraries replace them for the whole process. The recorder imports them from here, so that it works on, and does not change what
 * the application measures: it neither takes numbers of a seeded `Math.random` nor calls a counted mock.
 */
export const {
  clearImmediate,
  clearInterval,
  clearTimeout,
  setImmediate,
  setInterval,
  setTimeout,
  URL,
  URLSearchParams,
} = globalThis;

export const { random } = Math;

const { parse, stringify } = globalThis.JSON;

export const JSON = { parse, stringify };

const clock = globalThis.performance;

/** The monotonic clock. Its functions need no `this`. */
export const performance = { now: clock.now.bind(clock), timeOrigin: clock.timeOrigin };

const { now } = globalThis.Date;

export const Date = class extends globalThis.Date {
  static override now = now;
};
