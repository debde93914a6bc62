import { NullTrace, runInTrace } from 'oriel-core/trace';
import type { AnyResource } from '../declare/resource.ts';
import type { ApiConfig } from '../model/api-config.ts';
import { findMissingIndexes } from './check-stores.ts';
import type { ListedIndex } from './check-stores.ts';

/** Returns the missing indexes of a resource that were last read; none before the database has responded. */
export type FindMissingIndexes = (name: string) => readonly ListedIndex[];

/**
 * Reads the missing indexes of resources in the background, for profiles. The database is queried when the indexes of a resource are
 * first needed, and again when they are needed after {@link MAX_AGE_MS}, because a migration may have created some.
 */
export function createIndexReader(resources: readonly AnyResource[], api: ApiConfig | undefined): FindMissingIndexes {
  const known = new Map(resources.map((resource) => [resource.name, { resource, indexes: NONE, readAt: -Infinity }]));
  return (name) => {
    const found = known.get(name);
    if (found === undefined || Date.now() - found.readAt <= MAX_AGE_MS) return found?.indexes ?? NONE;
    found.readAt = Date.now();
    // The queries belong to no request, so they are not recorded.
    void runInTrace(NullTrace, async () => {
      try {
        found.indexes = await findMissingIndexes([found.resource], api);
      } catch {
        // The database is not available, or the host has closed it.
      }
    });
    return found.indexes;
  };
}

const NONE: readonly ListedIndex[] = Object.freeze([]);
const MAX_AGE_MS = 10_000;
