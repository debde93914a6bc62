import { equal, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { retryDroppedTables } from './dropped-tables.ts';

const dropped = Object.assign(new Error('relation "other.boats" does not exist'), {
  code: '42P01',
  routine: 'RangeVarGetRelidExtended',
});

test('tables are read again if another connection drops one of them meanwhile', async () => {
  let reads = 0;
  equal(await retryDroppedTables(async () => (++reads < 3 ? Promise.reject(dropped) : 'tables')), 'tables');
  equal(reads, 3);
  const schema = Object.assign(new Error('schema "other" does not exist'), {
    code: '3F000',
    routine: 'get_namespace_oid',
  });
  equal(await retryDroppedTables(async () => (++reads < 5 ? Promise.reject(schema) : 'tables')), 'tables');
  const results = [{ error: dropped }, { error: undefined }];
  const result = await retryDroppedTables(
    async () => results.shift()!,
    ({ error }) => error,
  );
  equal(result.error, undefined);
});

test('other errors are thrown at once, and one that stays after ten attempts', async () => {
  let reads = 0;
  const fail = (error: Error) => async () => {
    reads++;
    throw error;
  };
  const unknown = Object.assign(new Error('relation "boat" does not exist'), { ...dropped, position: '15' });
  await rejects(retryDroppedTables(fail(unknown)), unknown);
  equal(reads, 1);
  await rejects(retryDroppedTables(fail(dropped)), dropped);
  equal(reads, 11);
});
