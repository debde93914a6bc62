import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ADA, BEN, json, openTestAtlas } from './test-atlas.ts';

const { ways } = await openTestAtlas();

describe('notes of the Atlas', () => {
  for (const [way, ask] of ways)
    it(`are read and changed by their authors only (${way})`, async () => {
      const note = { city: '/api/cities/658225', text: 'Take a ferry' };
      assert.equal((await ask('/api/notes', json(note))).status, 401);
      const created = await ask('/api/notes', json(note, 'POST', ADA.headers));
      assert.equal(created.status, 201);
      const path = created.headers.get('Location')!;
      assert.equal(((await created.json()) as { owner: string }).owner, 'ada');
      assert.equal((await ask(path, { headers: ADA.headers })).status, 200);
      assert.equal((await ask(path, { headers: BEN.headers })).status, 404);
      assert.deepEqual(await (await ask('/api/notes', { headers: BEN.headers })).json(), []);
      const patch = { ...BEN.headers, 'Content-Type': 'application/merge-patch+json' };
      assert.equal((await ask(path, { ...json({ text: 'No' }, 'PATCH'), headers: patch })).status, 404);
      assert.equal((await ask(path, { method: 'DELETE', headers: BEN.headers })).status, 404);
      assert.equal((await ask(path, { method: 'DELETE', headers: ADA.headers })).status, 204);
    });
});
