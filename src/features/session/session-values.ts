import type { StoredSession } from './session-storage.ts';

/** What a session holds, as its own copy. A map, so that no key is special. */
export type SessionValues = Map<string, unknown>;
export type ReadonlySessionValues = ReadonlyMap<string, unknown>;

/** Reads what was stored. */
export function parseValues(data: string): SessionValues {
  return new Map(Object.entries(JSON.parse(data) as Record<string, unknown>));
}

/**
 * The same, for those who only look: read once for each version of a session that a storage hands out again and again.
 */
export function valuesOf(stored: StoredSession): ReadonlySessionValues {
  let values = KNOWN.get(stored);
  if (values === undefined) KNOWN.set(stored, (values = parseValues(stored.data)));
  return values;
}

const KNOWN = new WeakMap<StoredSession, ReadonlySessionValues>();

/** The text to store. */
export function formatValues(values: SessionValues): string {
  return JSON.stringify(Object.fromEntries(values));
}

/**
 * A value as it will be read again: through JSON, so that a `Date` is a string from the start and not only after a restart.
 * @throws {TypeError} when it is nothing that JSON can say
 */
export function toStored(key: string, value: unknown): unknown {
  const text = JSON.stringify(value);
  if (text === undefined)
    throw new TypeError(
      `A session keeps JSON; "${key}" was given a ${typeof value}. To remove it, call session.delete`,
    );
  return typeof value === 'object' ? JSON.parse(text) : value;
}

/** A value to hand out: whoever changes it changes nothing but theirs. */
export function toOwn(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? structuredClone(value) : value;
}
