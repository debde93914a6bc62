import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ADA, BEN, json, openTestAtlas } from './test-atlas.ts';

const { transports } = await openTestAtlas();

describe('notes of the Atlas', () => {
  for (const [transport, send] of transports)
    it(`are read and changed by their authors only (${transport})`, async () => {
      const note = { city: '/api/cities/658225', text: 'Take a ferry' };
      assert.equal((await send('/api/notes', json(note))).status, 401);
      const created = await send('/api/notes', json(note, 'POST', ADA.headers));
      assert.equal(created.status, 201);
      const path = created.headers.get('Location')!;
      assert.equal(((await created.json()) as { owner: string }).owner, 'ada');
      assert.equal((await send(path, { headers: ADA.headers })).status, 200);
      assert.equal((await send(path, { headers: BEN.headers })).status, 404);
      assert.deepEqual(await (await send('/api/notes', { headers: BEN.headers })).json(), []);
      const patch = { ...BEN.headers, 'Content-Type': 'application/merge-patch+json' };
      assert.equal((await send(path, { ...json({ text: 'No' }, 'PATCH'), headers: patch })).status, 404);
      assert.equal((await send(path, { method: 'DELETE', headers: BEN.headers })).status, 404);
      assert.equal((await send(path, { method: 'DELETE', headers: ADA.headers })).status, 204);
    });
});
