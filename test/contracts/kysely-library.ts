import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { ContractLibrary, ContractTypes } from './store-tables.ts';
import { sqlStore } from '../../packages/host/src/integrations/kysely/store/sql-store.ts';

/** Returns Kysely with `sqlStore` for the contracts of stores. */
export function kyselyLibrary(database: Kysely<never>, types: ContractTypes): ContractLibrary {
  const any = database as unknown as Kysely<Record<string, object>>;
  return {
    types,
    run: (text) => sql.raw(text).execute(database),
    store: (table, options) => sqlStore(any, table, options),
  };
}
