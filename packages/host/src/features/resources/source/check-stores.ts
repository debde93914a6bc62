import { issue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { getMessage } from 'oriel-core/http';
import type { AnyResource } from '../declare/resource.ts';
import type { ApiConfig } from '../model/api-config.ts';
import { indexUses } from './index-uses.ts';
import type { IndexUse } from './index-uses.ts';

/** A store that compares the fields of its resource with its database. */
export interface CheckedStore {
  /** @throws {TypeError} if the store cannot work, such as for a column that does not exist */
  check(): Promise<void>;
  /** Returns the indexes that lists need and the table does not have. */
  missingIndexes?(uses: readonly IndexUse[]): Promise<readonly ListedIndex[]>;
}

/** An index that a table does not have: its columns and the queries that need it. */
export interface ListedIndex {
  readonly table: string;
  readonly columns: string;
  readonly uses: readonly string[];
  /** Whether the columns are those of several tables, so that no index has them. */
  readonly isImpossible?: boolean;
}

/** Returns the indexes that the orders and filters of the resources need and their tables do not have, or cannot have. */
export async function findMissingIndexes(resources: readonly AnyResource[], api?: ApiConfig): Promise<ListedIndex[]> {
  const found = resources.map(async (resource) => {
    const { store } = resource.definition;
    return isChecked(store) ? ((await store.missingIndexes?.(indexUses(resource, api))) ?? []) : [];
  });
  return (await Promise.all(found)).flat();
}

/** Returns whether a store of the resources can be checked. */
export function hasCheckedStores(resources: readonly AnyResource[]): boolean {
  return resources.some(({ definition }) => isChecked(definition.store));
}

/**
 * Checks the stores of the resources of a host.
 *
 * @param unavailable whether a database that cannot be reached is an issue. It may be available later
 * @returns the issues: tables and columns that do not exist, and fields that their columns cannot store
 */
export async function checkStores(
  resources: readonly AnyResource[],
  unavailable: 'ignore' | 'report',
): Promise<ConfigIssue[]> {
  const checks = resources.map(async ({ name, definition: { store }, at }, index): Promise<ConfigIssue[]> => {
    if (!isChecked(store)) return [];
    const path = `resources[${index}] "${name}".store`;
    try {
      await store.check();
      return [];
    } catch (error) {
      const reason = getMessage(error);
      if (error instanceof TypeError) return [{ ...issue('ORIEL_STORE_TABLE', path, reason, FIX), at }];
      return unavailable === 'ignore' ? [] : [{ ...issue('ORIEL_STORE_DATABASE', path, reason, FIX_DATABASE), at }];
    }
  });
  return (await Promise.all(checks)).flat();
}

const FIX = 'Correct the schema of the resource, the option columns of its store, or the table';
const FIX_DATABASE = 'Start the database, and check its address, user and password';

function isChecked(store: unknown): store is CheckedStore {
  return typeof (store as Partial<CheckedStore> | undefined)?.check === 'function';
}
