import { equal, match, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../..');

const program = (module: string): string => `
import { route } from 'oriel';
import type { BaseUser } from 'oriel/http';
interface Sailor extends BaseUser { readonly ship: string }
declare module '${module}' { interface Register { user: Sailor } }
route('a', 'GET /a', { handle: ({ user }) => { const found: string | undefined = user?.ship; return found; } });
route('b', 'GET /b', { handle: ({ user }) => user?.sheep });
`;

for (const module of ['oriel', 'oriel/http'])
  test(`handlers receive the user type that an application registers in '${module}'`, async () => {
    const errors = await compilerErrors(program(module));
    match(errors, /'sheep' does not exist/);
    equal(errors.match(/error TS/g)?.length, 1, errors);
  });

test('the compiler checks registered route names, their parameters and the roles of the registered user', async () => {
  const errors = await compilerErrors(`
import { defineHost, resource, memoryStore, route } from 'oriel';
import { z } from 'zod';
const lines = { boat: 'GET /boats/{id<\\\\d+>}', tides: 'GET /tides/{page?1}' } as const;
declare module 'oriel' {
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

test('a wrong reply is reported in one line, at the member that is wrong', async () => {
  const errors = await compilerErrors(`
import { reply, route } from 'oriel';
import { z } from 'zod';
const replies = { 201: z.object({ id: z.number() }), 409: z.object({ taken: z.string() }) };
route('a', 'POST /a', { replies, handle: ({ ip }) => (ip === '' ? reply(409, { taken: ip }) : reply(201, { id: ip })) });
route('b', 'POST /b', { replies, handle: async ({ ip }) => reply(200, { id: ip.length }) });
`);
  equal(
    errors.replaceAll(/^.*a\.ts/gm, ''),
    [
      "(5,108): error TS2322: Type 'string' is not assignable to type 'number'.",
      "(6,66): error TS2345: Argument of type '200' is not assignable to parameter of type '201 | 409'.",
      '',
    ].join('\n'),
  );
});

async function compilerErrors(source: string): Promise<string> {
  const folder = await mkdtemp(path.join(ROOT, 'test/types/.register-'));
  try {
    const [file, project] = [path.join(folder, 'a.ts'), path.join(folder, 'tsconfig.json')];
    await writeFile(file, source);
    await writeFile(project, JSON.stringify({ extends: path.join(ROOT, 'tsconfig.json'), include: [file] }));
    const typescript = createRequire(import.meta.url).resolve('typescript/package.json');
    const compiler = path.join(path.dirname(typescript), 'bin/tsc');
    await promisify(execFile)(process.execPath, [compiler, '-p', project, '--singleThreaded']);
    return '';
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    ok(stdout, String(error));
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
