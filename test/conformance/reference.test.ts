import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { kind } from './reference.ts';
import type { Recording } from './reference/exchange.ts';

const recording = JSON.parse(readFileSync(kind.file, 'utf8')) as Recording;

test('every recorded exchange with the reference is answered alike, or differs as listed', async () => {
  const { failures, counts } = await kind.run(recording);
  assert.deepEqual(failures, []);
  assert.equal(counts['as recorded']! + counts['as listed']!, 243);
  assert.equal(counts['pending'] ?? 0, 0);
});

test('what is not listed fails, and what is listed for nothing', async () => {
  const list = recording.exchanges.find(({ id }) => id === '123 books ld')!;
  const changed = {
    ...list,
    answer: { ...list.answer, body: { ...(list.answer.body as object), 'hydra:totalItems': 22 } },
  };
  const options = recording.exchanges.find(({ id }) => id === '170 books options')!;
  const alike = {
    ...options,
    answer: { status: 204, headers: { Allow: 'GET, POST', 'Accept-Post': 'application/json, application/ld+json' } },
  };
  const { failures } = await kind.run({ ...recording, exchanges: [changed, alike] });
  assert.deepEqual(
    failures.filter(({ asked }) => asked !== 'rule').map(({ id }) => id),
    ['123 books ld', '170 books options'],
  );
  assert.match(JSON.stringify(failures[0]), /"\/body\/hydra:totalItems":22/);
});
