import type { ModuleChange } from '../lib/change-module.ts';
import type { DatabaseKind } from './item-tables.ts';

/** A change that breaks a promise about concurrent writes. */
export interface Mutant extends ModuleChange {
  readonly name: string;
  /** The database on which it is detected within the size of the test. */
  readonly database: DatabaseKind;
}

const OPERATIONS = 'features/resources/operations';

/** Defects that earlier versions had or could have. The clients have to detect each. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'functions and the writes of the store have no common transaction',
    database: 'SQLite',
    file: `${OPERATIONS}/locked-write.ts`,
    find: '(isLocked || callsFunction(run)) ? transaction(exclusive)',
    replace: 'isLocked && !callsFunction(run) ? transaction(exclusive)',
  },
  {
    name: 'PATCH does not lock the item that it reads',
    database: 'PostgreSQL',
    file: `${OPERATIONS}/locked-write.ts`,
    find: 'await lockItem(run);',
    replace: '',
  },
  {
    name: 'the item is read again without a lock',
    database: 'PostgreSQL',
    file: `${OPERATIONS}/lock-item.ts`,
    find: "const found = await findItem(run, run.id!, 'lock');",
    replace: 'const found = await findItem(run, run.id!);',
  },
  {
    name: 'the preconditions of the locked item are not evaluated',
    database: 'SQLite',
    file: `${OPERATIONS}/lock-item.ts`,
    find: 'if (detail !== undefined) throw preconditionFailedError(run, detail, item);',
    replace: '',
  },
  {
    name: 'the message of the outbox is stored after the commit',
    database: 'SQLite',
    file: 'integrations/kysely/changes/outbox.ts',
    find: 'await table.add({ ...message, subscriber }, now);',
    replace: 'await afterCommit(() => table.add({ ...message, subscriber }, now));',
  },
  {
    name: 'the message of the outbox is not part of the transaction',
    database: 'PostgreSQL',
    file: 'integrations/kysely/changes/outbox-table.ts',
    find: 'insert.execute(connectionOf(database))',
    replace: 'insert.execute(database)',
  },
  {
    name: 'an update is published before the commit',
    database: 'SQLite',
    file: `${OPERATIONS}/write.ts`,
    find: 'setResult(run, await writeItem(run));',
    replace: 'setResult(run, await writeItem(run)); notifyChange(run, run.next);',
  },
  {
    name: 'a write that is not one transaction is repeated',
    database: 'SQLite',
    file: `${OPERATIONS}/run-write.ts`,
    find: 'if (!isAtomic || retry',
    replace: 'if (retry',
  },
  {
    name: 'a write is not repeated after a conflict',
    database: 'SQLite',
    file: `${OPERATIONS}/run-write.ts`,
    find: '!isTransactionConflict(error)',
    replace: 'true',
  },
  {
    name: 'a write with an Idempotency-Key and its stored response are not one transaction',
    database: 'SQLite',
    file: `${OPERATIONS}/idempotency-claim.ts`,
    find: 'return await (transaction === undefined ? run() : transaction(run));',
    replace: 'return await run();',
  },
  {
    name: 'a repeated Idempotency-Key is executed again',
    database: 'SQLite',
    file: 'features/resources/pipeline/idempotency-listener.ts',
    find: 'const known = await claim.begin(fingerprint);',
    replace: 'const known = await claim.begin(fingerprint).then(() => undefined);',
  },
  {
    name: 'an item of a bulk request is not repeated after a conflict',
    database: 'SQLite',
    file: `${OPERATIONS}/bulk.ts`,
    find: 'await runWrite(run, logger, isAtomic(run), async () => transaction?.(write) ?? write())',
    replace: 'await (async () => transaction?.(write) ?? write())()',
  },
];
