import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { defineHost } from '../../../host/define-host.ts';
import { resource } from '../declare/resource.ts';
import { memoryStore } from '../source/memory-store.ts';

const Note = z.object({
  id: z.int(),
  text: z.string(),
  author: z.string(),
  slug: z.string().optional(),
  version: z.int(),
});

describe('defaults', () => {
  it('are set when an item is created without the field', async () => {
    const { send } = openHost();
    const created = await send('POST', '/api/notes', { text: 'Ebb' });
    assert.deepEqual(created, { id: 1, text: 'Ebb', slug: 'ebb', author: 'ada', version: 1 });
    const note = await send('POST', '/api/notes', { text: 'Flood', slug: 'own' });
    assert.equal(note.slug, 'own');
  });

  it('of a field that a body cannot write are set nevertheless', async () => {
    const { send } = openHost();
    const { errors } = await send('POST', '/api/notes', { text: 'Ebb', author: 'eve' });
    assert.equal(errors[0].pointer, '/author');
  });

  it('with write are set in every write that changes something', async () => {
    const { send } = openHost();
    await send('POST', '/api/notes', { text: 'Ebb' });
    assert.equal((await send('PATCH', '/api/notes/1', { text: 'Low' })).version, 2);
    assert.equal((await send('PATCH', '/api/notes/1', { text: 'Low' })).version, 2);
    const replaced = await send('PUT', '/api/notes/1', { text: 'Dry' });
    assert.deepEqual(replaced, { id: 1, text: 'Dry', slug: 'ebb', author: 'ada', version: 3 });
  });

  it('are set in bulk requests and passed to functions of the application', async () => {
    const { send, seen } = openHost(true);
    const [one, two] = await send('POST', '/api/notes', [{ text: 'Ebb' }, { text: 'Flood' }]);
    assert.deepEqual([one.author, two.slug], ['ada', 'flood']);
    await send('PATCH', '/api/notes/1', { text: 'Low' });
    assert.deepEqual(seen, ['ebb', 'flood', { text: 'Low', version: 2 }]);
  });

  it('of unknown fields and without a function are configuration errors', () => {
    const declare = (defaults: object): unknown =>
      defineHost({ resources: [resource('notes', Note, { id: 'id', store: memoryStore(), defaults } as never)] });
    assert.throws(() => declare({ autor: () => 'ada' }), /no field "autor"/);
    assert.throws(() => declare({ author: 'ada' }), /Return the value from a function/);
    assert.throws(() => declare({ author: { update: () => 'ada' } }), /Unknown setting "update"/);
  });
});

/* oxlint-disable typescript/no-explicit-any -- the JSON of responses */
function openHost(hasFunctions = false) {
  const store = memoryStore();
  const seen: unknown[] = [];
  const Body = z.object({ text: z.string(), slug: z.string().optional() });
  const notes = resource('notes', Note, {
    id: 'id',
    store,
    bulk: { max: 10 },
    input: { create: Body },
    defaults: {
      author: async () => 'ada',
      slug: ({ body }) => String(body['text']).toLowerCase(),
      version: { write: ({ previous }) => (typeof previous?.['version'] === 'number' ? previous['version'] + 1 : 1) },
    },
    ...(hasFunctions && {
      process: {
        create: (input: any) => {
          seen.push(input.body.slug);
          return store.create(input.body, input);
        },
        patch: (input: any) => {
          seen.push(input.changes);
          return store.patch({ id: input.id }, input.changes, input);
        },
      },
    }),
  });
  const host = defineHost({ resources: [notes], log: false });
  const send = async (method: string, path: string, body: unknown): Promise<any> => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const init = { method, body: JSON.stringify(body), headers: { 'Content-Type': type } };
    return (await host.fetch(new Request(`http://localhost${path}`, init))).json();
  };
  return { send, seen };
}
/* oxlint-enable typescript/no-explicit-any */
