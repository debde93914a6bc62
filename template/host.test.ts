import assert from 'node:assert/strict';
import { test } from 'node:test';
import host from './host.ts';

// No port needed: a host answers requests in memory.
test('a note that was added can be read', async () => {
  const added = await host.fetch(
    new Request('http://localhost/notes', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: 'Water the plants' }),
    }),
  );
  assert.equal(added.status, 201);

  const read = await host.fetch(new Request(added.headers.get('Location') ?? ''));
  assert.equal(((await read.json()) as { text: string }).text, 'Water the plants');
});

test('a note without a text is refused', async () => {
  const refused = await host.fetch(
    new Request('http://localhost/notes', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: '' }),
    }),
  );
  assert.equal(refused.status, 422);
});
