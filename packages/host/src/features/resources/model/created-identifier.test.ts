import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { defineHost } from '../../../host/define-host.ts';
import { resource } from '../declare/resource.ts';
import { memoryStore } from '../source/memory-store.ts';

test('an item whose identifier no path can contain is not created', async () => {
  const Page = z.object({ id: z.string(), title: z.string() });
  const pages = resource('pages', Page, { id: 'id', store: memoryStore([{ id: 'a', title: 'A' }]) });
  const host = defineHost({ resources: [pages], access: 'public', log: false });
  const post = (body: unknown): Promise<Response> =>
    host.fetch(
      new Request('http://localhost/api/pages', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  for (const id of ['', 'a\0b']) {
    const response = await post({ id, title: 'B' });
    const { errors } = (await response.json()) as { errors?: readonly { pointer: string }[] };
    assert.deepEqual([response.status, errors?.map(({ pointer }) => pointer)], [422, ['/id']], JSON.stringify(id));
  }
  assert.equal((await post({ id: 'b c', title: 'B' })).status, 201);
  const list = await host.fetch(new Request('http://localhost/api/pages'));
  assert.deepEqual(
    ((await list.json()) as { id: string }[]).map(({ id }) => id),
    ['a', 'b c'],
  );
});
