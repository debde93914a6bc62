import { deepEqual, equal, match } from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { defineHost } from '../../../../../host/src/host/define-host.ts';
import { route } from '../../../../../host/src/routes/route.ts';
import { MemoryProfileStorage } from '../../../store/memory/memory-profile-storage.ts';
import { toProfileToken } from '../../../store/profile-token.ts';
import type { Profile } from '../../../profile/profile.ts';
import { until } from '../../../../../../test/safety/support/recorded-host.ts';

/** A storage that lists its leased tokens, and can reject writes. */
class ObservedStorage extends MemoryProfileStorage {
  readonly leased: string[] = [];
  acceptsWrites = true;

  override lease(count: number): readonly number[] {
    const numbers = super.lease(count);
    this.leased.push(...numbers.map(toProfileToken));
    return numbers;
  }

  override write(batch: readonly Profile[]): boolean {
    return this.acceptsWrites && super.write(batch);
  }
}

async function recorded(t: TestContext, profiles = 10_000) {
  const storage = new ObservedStorage({ profiles });
  let finish = (): void => {};
  const host = defineHost({
    log: false,
    profiler: { storage, key: 'the-key-of-this-test-with-32-bytes-or-more', exposeToken: true },
    routes: [
      route('plain', 'GET /plain', { handle: () => 'plain' }),
      route('slow', 'GET /slow', {
        handle: () => {
          const start = (controller: ReadableStreamDefaultController): void => {
            controller.enqueue(new TextEncoder().encode('begun'));
            finish = () => controller.close();
          };
          return new Response(new ReadableStream({ start }));
        },
      }),
    ],
  });
  t.after(() => host.close());
  const ask = (path: string): Promise<Response> => host.fetch(new Request(`http://localhost${path}`));
  const headers = { Accept: 'application/json', Authorization: 'Bearer the-key-of-this-test-with-32-bytes-or-more' };
  const look = async (token: string) => {
    const answer = await host.fetch(new Request(`http://localhost/_profiler/${token}`, { headers }));
    const { reasons = [] } = (await answer.json()) as { reasons?: string[] };
    return { status: answer.status, reasons };
  };
  const plain = async (): Promise<string> => {
    const answer = await ask('/plain');
    await answer.text();
    return answer.headers.get('x-debug-token')!;
  };
  return { storage, ask, look, plain, finish: () => finish() };
}

describe('the reason for a missing profile', () => {
  test('an invalid token', async (t) => {
    const { look } = await recorded(t);
    for (const token of ['abc', 'ABCDEF', 'xxxxxx', 'abcdef0']) {
      const { status, reasons } = await look(token);
      deepEqual([status, reasons.length], [404, 1], token);
      match(reasons[0]!, /a token has six hexadecimal digits/);
    }
  });

  test('an unused token never existed', async (t) => {
    const { look, plain, storage } = await recorded(t);
    const token = await plain();
    await until(() => storage.read(token), token);
    const never = Array.from({ length: 2_000 }, (_, number) => toProfileToken(number)).find(
      (text) => !storage.leased.includes(text),
    )!;
    for (const value of [never, storage.leased[1]!, storage.leased.at(-1)!]) {
      const { status, reasons } = await look(value);
      deepEqual([status, reasons.length], [404, 1], value);
      match(reasons[0]!, /^it never existed here/);
    }
  });

  test('the request is still running', async (t) => {
    const { ask, look, storage, finish } = await recorded(t);
    const answer = await ask('/slow');
    const token = answer.headers.get('x-debug-token')!;
    const { status, reasons } = await look(token);
    deepEqual([status, reasons.length], [404, 1]);
    match(reasons[0]!, /^the request is still running/);
    finish();
    await answer.text();
    await until(() => storage.read(token), token);
    equal((await look(token)).status, 200);
  });

  test('the profile is waiting to be written while the store is unavailable', async (t) => {
    const { look, plain, storage } = await recorded(t);
    storage.acceptsWrites = false;
    const token = await plain();
    await plain();
    const { status, reasons } = await look(token);
    deepEqual([status, reasons.length], [404, 1]);
    match(reasons[0]!, /^it is waiting to be written, with 2 profiles in the queue\./);
    storage.acceptsWrites = true;
    await until(() => storage.read(token), token);
    equal((await look(token)).status, 200);
  });

  test('the profile was removed if its token is older than the oldest stored one, except pinned ones', async (t) => {
    const { look, plain, storage } = await recorded(t, 5);
    const tokens: string[] = [];
    for (let count = 0; count < 8; count++) {
      tokens.push(await plain());
      await until(() => storage.read(tokens.at(-1)!), tokens.at(-1)!);
      if (count === 0) storage.pin(tokens[0]!, 'stays');
    }
    equal((await look(tokens[0]!)).status, 200);
    const { status, reasons } = await look(tokens[1]!);
    deepEqual([status, reasons.length], [404, 1]);
    match(reasons[0]!, /^it was removed, .*the oldest stored profile, which is from \d+ \w+ \d{4}, [\d:]{8}$/);
  });

  test('a profile of another process may be removed or not yet stored', async (t) => {
    const { look, plain, storage } = await recorded(t, 5);
    const token = toProfileToken(storage.lease(1)[0]!);
    const storedToken = await plain();
    await until(() => storage.read(storedToken), storedToken);
    const { reasons } = await look(token);
    equal(reasons.length, 1);
    match(reasons[0]!, /^it was removed, .* If another process is still handling the request/);
  });

  test('all possible reasons if neither process nor store can determine one', async (t) => {
    const { look, plain, storage } = await recorded(t);
    const token = await plain();
    await until(() => storage.read(token), token);
    storage.clear();
    const { reasons } = await look(token);
    deepEqual(
      reasons.map((reason) => reason.split(/[ ,:]/).slice(0, 4).join(' ')),
      ['the request is still', 'it was removed ', 'it never existed here'],
    );
  });
});
