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
    const complaints = await complaintsOf(program(module));
    match(complaints, /'sheep' does not exist/);
    equal(complaints.match(/error TS/g)?.length, 1, complaints);
  });

async function complaintsOf(source: string): Promise<string> {
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
