import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TSC = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

// A registered type applies to the whole program, so that this one is compiled separately. Each @ts-expect-error must apply.
const SOURCE = `
import { route } from 'oriel-host';
import type { Session } from 'oriel-host/session';

declare module 'oriel-host' {
  interface Register {
    session: { cart: string[]; visits: number };
  }
}

export const routes = [
  route('shop', 'GET /shop', {
    handle: async ({ session }) => {
      const cart: string[] | undefined = await session.get('cart');
      await session.set('visits', 1);
      const visits: number | undefined = await session.update('visits', (n) => (n ?? 0) + 1);
      const own: unknown = await session.get('@internal');
      // @ts-expect-error a cart is a list of strings
      await session.set('cart', [1]);
      // @ts-expect-error there is no such key
      await session.get('basket');
      // @ts-expect-error visits are a number
      await session.update('visits', () => 'many');
      // @ts-expect-error the key may be missing
      const length: number = (await session.get('cart')).length;
      return { cart, visits, own, length };
    },
  }),
];
export const flash = (session: Session): Promise<readonly string[]> => session.flash('notice', 'saved');
`;

test('sessions have the type that an application registers', async (t) => {
  const folder = await mkdtemp(path.join(ROOT, 'test/types/.session-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, 'main.ts'), SOURCE);
  const config = { extends: '../../../tsconfig.json', include: ['main.ts'] };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
  const errors = await promisify(execFile)(process.execPath, [TSC, '-p', folder, '--singleThreaded']).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
  assert.equal(errors, '');
});
