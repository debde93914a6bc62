import type { StoredSession } from './session-storage.ts';

/** The values of a session. A map, so that no key has a special meaning. */
export type SessionValues = Map<string, unknown>;
export type ReadonlySessionValues = ReadonlyMap<string, unknown>;

/** Parses stored values. */
export function parseValues(data: string): SessionValues {
  return new Map(Object.entries(JSON.parse(data) as Record<string, unknown>));
}

/** Returns the values for reading only. They are parsed once per stored version. */
export function getValues(stored: StoredSession): ReadonlySessionValues {
  let values = KNOWN.get(stored);
  if (values === undefined) KNOWN.set(stored, (values = parseValues(stored.data)));
  return values;
}

const KNOWN = new WeakMap<StoredSession, ReadonlySessionValues>();

/** Returns the JSON to store. */
export function formatValues(values: SessionValues): string {
  return JSON.stringify(Object.fromEntries(values));
}

/**
 * Converts a value to what will be read later: a `Date` becomes a string at once, not only after a restart.
 *
 * @throws {TypeError} if JSON cannot represent the value
 */
export function toStored(key: string, value: unknown): unknown {
  const text = JSON.stringify(value);
  if (text === undefined)
    throw new TypeError(
      `A session stores JSON values, but "${key}" is a ${typeof value}. To remove a value, call session.delete`,
    );
  return typeof value === 'object' ? JSON.parse(text) : value;
}

/** Returns a copy, so that callers cannot change the stored value. */
export function toOwn(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? structuredClone(value) : value;
}

/** How a request used its session, for the profiler. Only recorded for profiled requests. */
export interface SessionUsage {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly outcomes: readonly string[];
}

/** Collects distinct notes up to a maximum number. */
export class UsageNotes implements SessionUsage {
  readonly reads: string[] = [];
  readonly writes: string[] = [];
  readonly outcomes: string[] = [];

  note(list: 'reads' | 'writes' | 'outcomes', what: string): void {
    const notes = this[list];
    if (notes.length < MAX_NOTES && !notes.includes(what)) notes.push(what);
  }
}

const MAX_NOTES = 100;
