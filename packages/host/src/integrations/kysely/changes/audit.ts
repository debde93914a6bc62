import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { assertKnownNames } from 'oriel-core/http';
import { MASK, SecretNames, isContainer, maskForms } from 'oriel-core/redaction';
import type { SecretNamesOptions } from 'oriel-core/redaction';
import { getTraceId } from 'oriel-core/trace';
import type { LogOrigin } from 'oriel-core/trace';
import type { ChangeInput, SharedHooks } from '../../../features/resources/declare/hooks.ts';
import { queryDatabase } from '../../sql/database-unavailable.ts';
import { connectionOf } from '../store/transactions.ts';
import { createMigration, itemText } from './change-columns.ts';

/** Options of `audit`. */
export interface AuditOptions {
  /**
   * The table.
   * @default 'oriel_audit'
   */
  readonly table?: string;
  /**
   * Further names of members whose values are not recorded (`names`), and those that are not secrets (`keep`).
   * @default the built-in names of secrets
   */
  readonly redact?: SecretNamesOptions;
}

/** What `audit` returns. */
export interface Audit {
  /** Record each change, for `on` of resources. */
  readonly hooks: SharedHooks;
  /** Creates the table, for `sqlMigrations`. */
  readonly migration: Migration;
}

/**
 * Records the changes of resources: a row for each, in the transaction of the change. The row has the time, the user, the operation,
 * the item, the members that have changed with their values before and after, and the ids of the request and its trace. Values of
 * secret members are masked.
 *
 * @param database Kysely over SQLite or PostgreSQL: that of the stores of the resources
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite';
 * import { Kysely } from 'kysely';
 * import { resource } from 'oriel-host';
 * import { NodeSqliteDialect, audit, sqlMigrations, sqlStore } from 'oriel-host/kysely';
 * import { z } from 'zod';
 * const database = new Kysely<{ boats: object }>({
 *   dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }),
 * });
 * const history = audit(database);
 * const Boat = z.object({ id: z.int(), name: z.string() });
 * const boats = resource('boats', Boat, { id: 'id', store: sqlStore(database, 'boats'), on: history.hooks });
 * await sqlMigrations(database, { '2026-01-audit': history.migration }).migrate(); // => ['2026-01-audit']
 * await database.destroy();
 * ```
 */
export function audit<Tables>(database: Kysely<Tables>, options: AuditOptions = {}): Audit {
  assertKnownNames(Object.keys(options), ['table', 'redact'], 'option of audit');
  const { table = 'oriel_audit', redact } = options;
  const names = new SecretNames(redact);
  const record = async (input: ChangeInput): Promise<void> => {
    const changed = changedMembers(input.previous as Members, input.next as Members, names);
    if (Object.keys(changed).length === 0 && UPDATE.test(input.operation)) return;
    const { context, operation, resource, id } = input;
    // The response does not depend on the user, so it stays public.
    const user = context.principal?.id ?? null;
    const trace = getTraceId(context as unknown as LogOrigin) ?? null;
    const insert = sql`
      insert into ${sql.table(table)} (time, user_id, operation, resource, item, changes, request_id, trace_id)
      values (${Date.now()}, ${user}, ${operation}, ${resource}, ${itemText(id)}, ${JSON.stringify(changed)},
        ${context.id}, ${trace})`;
    await queryDatabase(() => insert.execute(connectionOf(database)));
  };
  const columns = sql`time bigint not null, user_id text, operation text not null, resource text not null, item text,
    changes text not null, request_id text not null, trace_id text`;
  return {
    hooks: { '*': { after: record } },
    migration: createMigration(table, 'id', columns, { item: sql`resource, item` }),
  };
}

type Members = Readonly<Record<string, unknown>> | null;

// A custom operation is recorded also if it has not changed its item.
const UPDATE = /\.(?:patch|replace)$/;

// The values of members before and after; a member that an item does not have is null.
function changedMembers(previous: Members, next: Members, names: SecretNames): Record<string, [unknown, unknown]> {
  const members = new Set([...Object.keys(previous ?? {}), ...Object.keys(next ?? {})]);
  const changed = [...members].filter((name) => !isDeepStrictEqual(previous?.[name] ?? null, next?.[name] ?? null));
  return Object.fromEntries(
    changed.map((name) => [name, [recordedValue(name, previous, names), recordedValue(name, next, names)]]),
  );
}

function recordedValue(name: string, item: Members, names: SecretNames): unknown {
  const value = item?.[name] ?? null;
  const text = JSON.stringify({ [name]: value }, (key, element: unknown) => redactedValue(key, element, names));
  if (text.length > MAX_VALUE_LENGTH) return `${text.slice(0, MAX_VALUE_LENGTH).toWellFormed()}…`;
  return (JSON.parse(text) as Record<string, unknown>)[name] ?? null;
}

// Characters of JSON per value, so that a row stays small.
const MAX_VALUE_LENGTH = 10_000;

function redactedValue(key: string, value: unknown, names: SecretNames): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return names.masks(key, value) ? MASK : maskForms(value);
  if (typeof value === 'number') return names.masks(key, value) ? MASK : value;
  if (typeof value !== 'object' || value === null) return value;
  // What a secret contains has other names, and the elements of a list have none.
  if (['secret', 'text'].includes(names.classify(key)) && !isContainer(key)) return MASK;
  return Array.isArray(value)
    ? value.map((element: unknown) => (isScalar(element) ? redactedValue(key, element, names) : element))
    : value;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}
