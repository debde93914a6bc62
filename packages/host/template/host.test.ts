import assert from 'node:assert/strict';
import { test } from 'node:test';
import host from './host.ts';

// A host handles requests in memory, so tests need no port.
function post(note: object): Promise<Response> {
  return host.fetch(
    new Request('http://localhost/api/notes', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(note),
    }),
  );
}

test('an added note can be read', async () => {
  const added = await post({ text: 'Water the plants' });
  assert.equal(added.status, 201);

  const read = await host.fetch(new Request(new URL(added.headers.get('Location') ?? '', 'http://localhost')));
  assert.equal(((await read.json()) as { text: string }).text, 'Water the plants');
});

test('a note without a text is rejected', async () => {
  assert.equal((await post({ text: '' })).status, 422);
});
