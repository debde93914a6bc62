import { isPromise } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import type { ApiKeyEntry } from './api-key.ts';

interface CacheLimits {
  /** The milliseconds for which a key is used without another lookup. A deleted key is accepted until then. */
  readonly maxAge?: number;
  /** The milliseconds for which an unknown id is refused without another lookup. */
  readonly missing?: number;
  /** The maximum number of keys, and of unknown ids. */
  readonly entries?: number;
  /** The maximum memory of the keys, estimated from their JSON. */
  readonly bytes?: number;
}

type Lookup = (id: string) => MaybePromise<ApiKeyEntry | undefined>;
interface Cached {
  readonly entry: ApiKeyEntry | undefined;
  readonly until: number;
  readonly bytes: number;
}

/** Caches the results of a lookup by id. Concurrent lookups of an id share one call; a failed call is not cached. */
export function cacheKeys(find: Lookup, limits: CacheLimits = {}, now: () => number = Date.now): Lookup {
  const { maxAge = 10_000, missing = 1_000, entries = 10_000, bytes = 8_388_608 } = limits;
  // Separate, so that random ids of a client do not evict keys.
  const found = new Bounded(entries, bytes);
  const unknown = new Bounded(entries, bytes);
  const pending = new Map<string, PromiseLike<ApiKeyEntry | undefined>>();
  const keep = (id: string, entry: ApiKeyEntry | undefined): ApiKeyEntry | undefined => {
    const isKnown = entry !== undefined;
    (isKnown ? found : unknown).set(id, { entry, until: now() + (isKnown ? maxAge : missing), bytes: getBytes(entry) });
    return entry;
  };
  return (id) => {
    const cached = found.get(id, now()) ?? unknown.get(id, now());
    if (cached !== undefined) return cached.entry;
    const running = pending.get(id);
    if (running !== undefined) return running;
    const result = find(id);
    if (!isPromise(result)) return keep(id, result);
    const started = Promise.resolve(result)
      .then((entry) => keep(id, entry))
      .finally(() => pending.delete(id));
    pending.set(id, started);
    return started;
  };
}

/** Entries in the order of their addition; the oldest is removed first. */
class Bounded {
  readonly #entries: number;
  readonly #bytes: number;
  readonly #map = new Map<string, Cached>();
  #used = 0;

  constructor(entries: number, bytes: number) {
    this.#entries = entries;
    this.#bytes = bytes;
  }

  get(id: string, now: number): Cached | undefined {
    const cached = this.#map.get(id);
    if (cached === undefined || cached.until > now) return cached;
    this.#delete(id);
    return undefined;
  }

  set(id: string, cached: Cached): void {
    this.#delete(id);
    if (cached.bytes > this.#bytes) return;
    this.#map.set(id, cached);
    this.#used += cached.bytes;
    while (this.#map.size > this.#entries || this.#used > this.#bytes) this.#delete(this.#map.keys().next().value!);
  }

  #delete(id: string): void {
    this.#used -= this.#map.get(id)?.bytes ?? 0;
    this.#map.delete(id);
  }
}

const ENTRY_BYTES = 256;

// An entry without JSON, such as one with a cycle, is not cached.
function getBytes(entry: ApiKeyEntry | undefined): number {
  try {
    return ENTRY_BYTES + (JSON.stringify(entry)?.length ?? 0) * 2;
  } catch {
    return Infinity;
  }
}
