import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createContext } from '../../packages/host/src/testing/create-context.ts';
import type { SessionStorage, StoredSession } from '../../packages/host/src/features/session/session-storage.ts';
import { Sessions } from '../../packages/host/src/features/session/sessions.ts';
import type { VisitorSession } from '../../packages/host/src/features/session/visitor-session.ts';

const NOW = Date.now();
const LATER = NOW + 3_600_000;
const SESSION: StoredSession = { version: 1, data: '{"name":"Ada é 𝒜 \\"quoted\\""}', created: NOW, used: NOW };

/**
 * Tests that a SessionStorage fulfills its contract.
 *
 * @param create returns a new storage for each test, and a second one with the same sessions if the storage is shared
 */
export function sessionStorageContract(
  name: string,
  create: () => Promise<{ readonly storage: SessionStorage; readonly second?: SessionStorage }>,
): void {
  const check = (title: string, run: (storage: SessionStorage, second: SessionStorage) => Promise<void>): void =>
    void test(`${name}: ${title}`, async () => {
      const { storage, second } = await create();
      await run(storage, second ?? storage);
    });

  check('returns a stored session unchanged, also from a second storage that shares it', async (storage, second) => {
    assert.equal(await storage.read('a'), undefined);
    await storage.create('a', SESSION, LATER);
    assert.deepEqual(await storage.read('a'), SESSION);
    assert.deepEqual(await second.read('a'), SESSION);
    assert.equal(await storage.read('b'), undefined);
  });

  check('lets exactly one of many concurrent calls replace the same version', async (storage, second) => {
    await storage.create('a', SESSION, LATER);
    const tries = Array.from({ length: 20 }, async (_, i) =>
      (i % 2 === 0 ? storage : second).replace('a', 1, { ...SESSION, version: 2, data: `{"by":${i}}` }, LATER),
    );
    const outcomes = await Promise.all(tries);
    assert.equal(outcomes.filter(Boolean).length, 1);
    assert.equal((await storage.read('a'))?.data, `{"by":${outcomes.indexOf(true)}}`);
    assert.equal(await storage.replace('a', 1, { ...SESSION, version: 2 }, LATER), false);
  });

  check('does not replace, touch or remove a session that does not exist', async (storage) => {
    assert.equal(await storage.replace('a', 1, { ...SESSION, version: 2 }, LATER), false);
    await storage.touch('a', NOW, LATER);
    assert.equal(await storage.remove('a'), false);
    assert.equal(await storage.read('a'), undefined);
  });

  check('updates the time of last use without changing the version', async (storage) => {
    await storage.create('a', SESSION, LATER);
    await storage.touch('a', NOW + 5_000, LATER + 5_000);
    assert.deepEqual(await storage.read('a'), { ...SESSION, used: NOW + 5_000 });
    assert.equal(await storage.replace('a', 1, { ...SESSION, version: 2 }, LATER), true);
  });

  check('removes a session, and with a version only if it matches', async (storage) => {
    await storage.create('a', SESSION, LATER);
    assert.equal(await storage.remove('a', 7), false);
    assert.deepEqual(await storage.read('a'), SESSION);
    assert.equal(await storage.remove('a', 1), true);
    assert.equal(await storage.read('a'), undefined);
    await storage.create('b', SESSION, LATER);
    assert.equal(await storage.remove('b'), true);
    assert.equal(await storage.read('b'), undefined);
  });

  check('loses none of 10,000 concurrent increments', async (storage, second) => {
    const { first, open } = await started(storage, second);
    await first.set('hits', 0);
    const requests = Array.from({ length: 100 }, (_, i) => open(i));
    await Promise.all(
      requests.flatMap((session) =>
        Array.from({ length: 100 }, () => session.update('hits', (n) => (n as number) + 1)),
      ),
    );
    assert.equal(await open(0).get('hits'), 10_000);
    assert.equal(await open(1).get('hits'), 10_000);
  });

  check('merges concurrent writes to different keys, and keeps one write to the same key', async (storage, second) => {
    const { first, open } = await started(storage, second);
    await first.set('own', 'first');
    await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        await open(i).set(`key${i}`, i);
        await open(i).set('same', i);
      }),
    );
    const last = open(0);
    for (let i = 0; i < 50; i++) assert.equal(await last.get(`key${i}`), i);
    assert.equal(await last.get('own'), 'first');
    assert.equal(typeof (await last.get('same')), 'number');
  });
}

/** Starts a session, and returns further requests of the same client that use both storages alternately. */
async function started(
  storage: SessionStorage,
  second: SessionStorage,
): Promise<{ readonly first: VisitorSession; readonly open: (turn: number) => VisitorSession }> {
  const hosts = [storage, second].map((value) => new Sessions({ storage: value }, { timeout: 30_000 }));
  const first = hosts[0]!.of(createContext());
  await first.set('own', '');
  const headers = { Cookie: first.finish()!.cookie!.split(';')[0]! };
  return { first, open: (turn) => hosts[turn % 2]!.of(createContext('GET /', { headers })) };
}
