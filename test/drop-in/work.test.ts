import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startApplication } from './lib/application.ts';
import type { Application } from './lib/application.ts';

describe('work that takes long', () => {
  const cleanUps: (() => unknown)[] = [];
  let [app, plain] = [] as unknown as [Application, Application];
  before(async () => {
    const context = { after: (cleanUp: () => unknown) => void cleanUps.push(cleanUp) };
    [app, plain] = await Promise.all([
      startApplication(context, 'work.mjs'),
      startApplication(context, 'work.mjs', { withoutRecorder: true }),
    ]);
  });
  after(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });
  const getProfile = async (path: string) => app.profileOf(await fetch(`${app.url}/${path}`));

  test('of node:crypto, zlib and programs, and hashes of passwords, is a span', async () => {
    const expected: Readonly<Record<string, readonly string[]>> = {
      pbkdf2: ['pbkdf2'],
      scryptSync: ['scryptSync'],
      subtle: ['subtle.deriveBits'],
      bcrypt: ['bcrypt.compare', 'bcrypt.compareSync'],
      bcryptCallback: ['bcrypt.compare'],
      bcryptjs: ['bcryptjs.hash', 'bcryptjs.hash', 'bcryptjs.hashSync'],
      argon2: ['argon2.hash'],
      gzip: ['gzip'],
      brotli: ['brotliCompressSync'],
      program: [`execFileSync ${process.execPath}`],
    };
    for (const [path, names] of Object.entries(expected)) {
      const { spans } = (await getProfile(path)).data;
      const work = spans.filter(({ kind }) => kind === 'work');
      assert.deepEqual(
        work.map(({ name }) => name),
        names,
        path,
      );
      assert.ok(!JSON.stringify(work).includes('hunter2'));
    }
  });

  test('is one span for each call', async () => {
    const { spans } = (await getProfile('logins')).data;
    assert.equal(spans.filter(({ name }) => name === 'pbkdf2').length, 4);
  });

  test('has the same results, errors and stacks without the recorder', async () => {
    for (const route of (await (await fetch(`${app.url}/routes`)).json()) as string[]) {
      if (route === 'logins') continue;
      const [recorded, expected] = (await Promise.all(
        [app, plain].map(async ({ url }) => (await fetch(`${url}/${route}`)).json()),
      )) as [Answer, Answer];
      const frames = recorded?.stack?.split('\n').length;
      if (expected.stack !== undefined) expected.stack = expected.stack.split('\n').slice(0, frames).join('\n');
      assert.deepEqual(recorded, expected, route);
    }
  });
});

interface Answer {
  stack?: string;
}
