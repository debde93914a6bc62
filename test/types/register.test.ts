import { equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { compilerErrors } from './compiler-errors.ts';

const program = (module: string): string => `
import { route } from 'oriel-host';
import type { BaseUser } from 'oriel-host/http';
interface Sailor extends BaseUser { readonly ship: string }
declare module '${module}' { interface Register { user: Sailor } }
route('a', 'GET /a', { handle: ({ user }) => { const found: string | undefined = user?.ship; return found; } });
route('b', 'GET /b', { handle: ({ user }) => user?.sheep });
`;

for (const module of ['oriel-host', 'oriel-host/http'])
  test(`handlers receive the user type that an application registers in '${module}'`, async () => {
    const errors = await compilerErrors(program(module));
    match(errors, /'sheep' does not exist/);
    equal(errors.match(/error TS/g)?.length, 1, errors);
  });

test('the compiler checks registered route names, their parameters and the roles of the registered user', async () => {
  const errors = await compilerErrors(`
import { defineHost, resource, memoryStore, route } from 'oriel-host';
import { z } from 'zod';
const lines = { boat: 'GET /boats/{id<\\\\d+>}', tides: 'GET /tides/{page?1}' } as const;
declare module 'oriel-host' {
  interface Register { routes: typeof lines; user: { readonly id: string; readonly roles: readonly ('admin' | 'editor')[] } }
}
const links = route('links', 'GET /links', {
  handle: ({ urlFor }) => [
    urlFor('boat', { id: 7, view: 'deck' }, false),
    urlFor('tides'),
    urlFor('boats.get', { id: 7 }),
    urlFor('bout', { id: 7 }),
    urlFor('boat', { di: 7 }),
  ],
});
const Boat = z.object({ id: z.number() });
resource('boats', Boat, { id: 'id', store: memoryStore(), access: { read: 'role:editor', write: 'role:edtor' } });
defineHost({ routes: [links], security: { firewalls: [], roles: { admin: ['edtor'] } } });
`);
  const found = errors.split('\n').filter((line) => line.includes('error TS'));
  equal(found.length, 4, errors);
  match(found[0]!, /"bout"/);
  match(found[1]!, /^.*\(14,20\): .*readonly id: ParamValue/);
  match(found[2]!, /"role:edtor".*"role:editor"/);
  match(found[3]!, /"edtor"/);
});
