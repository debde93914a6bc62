import { fromProfileToken, gather, toProfileToken } from '../profile-token.ts';
import { numberOf } from './sql-gathered-batch.ts';
import type { GatheredBatch } from './sql-gathered-batch.ts';
import type { StoreAccess } from './sql-profile-access.ts';
import { dataIn, readBatch } from './sql-profile-batch.ts';
import type { ReadBatch } from './sql-profile-batch.ts';
import { INSERT_DATA, INSERT_PROFILE } from './sql-profile-row.ts';

/** Fewer are written row by row: many small batches would take longer to search. */
export const LEAST_BATCH = 16;

/** A batch by the number of its first profile; those behind it have the numbers that follow. */
export interface BatchHead {
  readonly first: number;
  readonly count: number;
  /** So many of its first are gone. */
  readonly skipped: number;
  /** When the first and the last of its requests were heard. */
  readonly oldest: number;
  readonly newest: number;
}

/** Keeps profiles as one batch, within the running transaction; none of them may be kept already. */
export function keepBatch(store: StoreAccess, first: number, batch: GatheredBatch): void {
  const { oldest, newest, lowest, highest } = batch;
  const tokens = batch.tokens.join(' ');
  store.statement(INSERT_HEAD).run(first, batch.size, oldest, newest, lowest, highest, tokens);
  store.statement('insert into profile_batch_data values (?, ?, ?)').run(first, batch.columns, batch.data);
  const old = store.statement('select first from profile_batches where first < ? limit 1').get(first - MOST);
  if (old) indexBatch(store, Number(old['first']));
}

/** The tokens of a batch that others bear already. */
export function tokensTaken(store: StoreAccess, batch: GatheredBatch): ReadonlySet<string> {
  const taken = new Set<string>();
  // Tokens are leased in blocks, so hardly any batch comes into question.
  for (const { tokens } of store.statement(NEAR).all(batch.lowest, batch.highest))
    for (const token of String(tokens).split(' ')) if (batch.numbers.has(numberOf(token)!)) taken.add(token);
  if (store.statement('select 1 from profiles limit 1').get() !== undefined) {
    const numbers = JSON.stringify(batch.tokens.map(fromProfileToken));
    for (const { token } of store.statement(AMONG).all(numbers)) taken.add(toProfileToken(Number(token)));
  }
  return taken;
}

/** All batches, the oldest first. */
export function batchesOf(store: StoreAccess): BatchHead[] {
  return store.statement(HEADS).all() as unknown as BatchHead[];
}

/** Where a profile is among the batches; undefined when it is in none. */
export function findInBatches(store: StoreAccess, token: number): { first: number; index: number } | undefined {
  const text = toProfileToken(token);
  for (const row of store.statement(HOLDING).all(gather(token), text)) {
    const index = String(row['tokens']).indexOf(text) / TOKEN_ROOM;
    if (index >= Number(row['skipped'])) return { first: Number(row['first']), index };
  }
  return undefined;
}

/** A batch with its data. */
export function loadBatch(
  store: StoreAccess,
  first: number,
): { batch: ReadBatch; data: Uint8Array<ArrayBuffer> } | undefined {
  const row = store.statement('select columns, data from profile_batch_data where first = ?').get(first);
  return row && { batch: readBatch(String(row['columns'])), data: row['data'] as Uint8Array<ArrayBuffer> };
}

/** Gives every profile of a batch a row of its own. */
export function indexBatch(store: StoreAccess, first: number): void {
  const loaded = loadBatch(store, first);
  const skipped = store.number('select skipped from profile_batches where first = ?', first);
  for (let i = skipped; loaded && i < loaded.batch.rows.length; i++) {
    store.statement(INSERT_PROFILE).run(first + i, ...loaded.batch.rows[i]!);
    store.statement(INSERT_DATA).run(first + i, dataIn(loaded.batch, loaded.data, i));
  }
  dropBatch(store, first);
}

/** Removes at most so many profiles from a batch, its oldest; gives how many went. */
export function shortenBatch(store: StoreAccess, { first, count, skipped }: BatchHead, most: number): number {
  const left = count - skipped;
  if (left <= most) dropBatch(store, first);
  else store.statement('update profile_batches set skipped = ? where first = ?').run(skipped + most, first);
  return Math.min(left, most);
}

/** Removes all batches. */
export function dropBatches(store: StoreAccess): void {
  store.database.exec('delete from profile_batches; delete from profile_batch_data');
}

function dropBatch(store: StoreAccess, first: number): void {
  store.statement('delete from profile_batches where first = ?').run(first);
  store.statement('delete from profile_batch_data where first = ?').run(first);
}

// More than are kept by default: then hardly any ever needs rows.
const MOST = 12_800;
const TOKEN_ROOM = 7;
const INSERT_HEAD = 'insert into profile_batches values (?, ?, 0, ?, ?, ?, ?, ?)';
const HEADS = 'select first, count, skipped, oldest, newest from profile_batches order by first';
const NEAR = 'select tokens from profile_batches where highest >= ? and lowest <= ?';
const HOLDING =
  'select first, skipped, tokens from profile_batches where ?1 between lowest and highest and instr(tokens, ?2) > 0';
const AMONG = 'select token from profiles where token in (select value from json_each(?))';
