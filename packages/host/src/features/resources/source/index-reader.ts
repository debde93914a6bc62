import { NullTrace, runInTrace } from 'oriel-core/trace';
import type { AnyResource } from '../declare/resource.ts';
import type { ApiConfig } from '../model/api-config.ts';
import { findMissingIndexes } from './check-stores.ts';
import type { ListedIndex } from './check-stores.ts';

/**
 * Reads the missing indexes of resources in the background, for profiles. The database is queried when the indexes of a resource are
 * first needed, and again when they are needed after {@link MAX_AGE_MS}, because a migration may have created some.
 */
export class IndexReader {
  readonly #resources: ReadonlyMap<string, AnyResource>;
  readonly #api: ApiConfig | undefined;
  readonly #known = new Map<string, Known>();

  constructor(resources: readonly AnyResource[], api: ApiConfig | undefined) {
    this.#resources = new Map(resources.map((resource) => [resource.name, resource]));
    this.#api = api;
  }

  /** Returns the missing indexes of a resource that were last read; none before the database has responded. */
  find(name: string): readonly ListedIndex[] {
    const known = this.#known.get(name) ?? { indexes: NONE, readAt: -Infinity };
    if (Date.now() - known.readAt > MAX_AGE_MS) this.#read(name, known);
    return known.indexes;
  }

  #read(name: string, known: Known): void {
    this.#known.set(name, known);
    known.readAt = Date.now();
    const resource = this.#resources.get(name);
    if (resource === undefined) return;
    // The queries belong to no request, so they are not recorded.
    void runInTrace(NullTrace, async () => {
      try {
        known.indexes = await findMissingIndexes([resource], this.#api);
      } catch {
        // The database is not available, or the host has closed it.
      }
    });
  }
}

interface Known {
  indexes: readonly ListedIndex[];
  readAt: number;
}

const NONE: readonly never[] = Object.freeze([]);
const MAX_AGE_MS = 10_000;
