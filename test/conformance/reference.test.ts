import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { suite } from './reference.ts';
import type { Recording } from './reference/exchange.ts';

const recording = JSON.parse(readFileSync(suite.file, 'utf8')) as Recording;

test('every recorded exchange with the reference has the same response, or a listed difference', async () => {
  const { failures, counts } = await suite.run(recording);
  assert.deepEqual(failures, []);
  assert.equal(counts['as recorded']! + counts['as listed']!, 243);
  assert.equal(counts['pending'] ?? 0, 0);
});

test('an unlisted difference and an unused list entry are failures', async () => {
  const list = recording.exchanges.find(({ id }) => id === '123 books ld')!;
  const changed = {
    ...list,
    answer: { ...list.answer, body: { ...(list.answer.body as object), 'hydra:totalItems': 22 } },
  };
  const options = recording.exchanges.find(({ id }) => id === '170 books options')!;
  const unchanged = {
    ...options,
    answer: { status: 204, headers: { Allow: 'GET, POST', 'Accept-Post': 'application/json, application/ld+json' } },
  };
  const { failures } = await suite.run({ ...recording, exchanges: [changed, unchanged] });
  assert.deepEqual(
    failures.filter(({ request }) => request !== 'rule').map(({ id }) => id),
    ['123 books ld', '170 books options'],
  );
  assert.match(JSON.stringify(failures[0]), /"\/body\/hydra:totalItems":22/);
});
