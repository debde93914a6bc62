import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MaybePromise } from '../../packages/core/src/http/promises.ts';
import { SORT_KEYS } from '../../packages/profiler/src/store/search/profile-query.ts';
import { parseQueryText } from '../../packages/profiler/src/store/search/query-language.ts';
import type { FoundProfiles, ProfileQuery, QueryTerm } from '../../packages/profiler/src/store/search/profile-query.ts';
import type { ProfileStorage, StorageCaps } from '../../packages/profiler/src/store/profile-storage.ts';
import { toProfileToken } from '../../packages/profiler/src/store/profile-token.ts';
import type {
  Profile,
  ProfileData,
  ProfileSummary,
  RecordedBody,
} from '../../packages/profiler/src/profile/profile.ts';

/** Tests that every profile storage must pass. The test of a storage calls this with a function that creates an empty one. */
export function profileStorageContract(
  name: string,
  create: (caps?: Partial<StorageCaps>) => MaybePromise<ProfileStorage>,
  skip: string | false = false,
): void {
  const using = (caps: Partial<StorageCaps>, use: (storage: ProfileStorage) => Promise<void>) => async () => {
    const storage = await create(caps);
    try {
      await use(storage);
    } finally {
      await storage.close();
    }
  };

  describe(name, { skip }, () => {
    it(
      'returns a profile exactly as it was written',
      using({}, async (storage) => {
        const full = profile(1, {
          route: 'cities_list',
          contentType: 'application/json',
          exception: 'HttpError',
          findings: ['n1', 'slow-query'],
          aborted: true,
          traceId: 'abc',
          visitor: '3f9a1c2244556677',
          note: undefined,
          duration: 1.25,
          url: 'http://localhost/é\'"–\u{1f600}',
        });
        assert.equal(await storage.write([profile(0), full]), true);
        assert.deepEqual(withoutMachine(await storage.read(full.summary.token)), full);
        assert.deepEqual(withoutMachine(await storage.read(profile(0).summary.token)), profile(0));
      }),
    );

    it(
      'returns undefined for a token without a profile',
      using({}, async (storage) => {
        await storage.write([profile(0)]);
        for (const token of ['ffffff', '', 'zzzzzz', '00000', "' or 1"])
          assert.equal(await storage.read(token), undefined);
      }),
    );

    it(
      'lists the newest profiles first, in whatever order they were written',
      using({}, async (storage) => {
        await storage.write([profile(2), profile(0)]);
        await storage.write([profile(1)]);
        assert.deepEqual(await tokens(storage, {}), getTokens(2, 1, 0));
        assert.deepEqual(await tokens(storage, { sort: { by: 'time', descending: false } }), getTokens(0, 1, 2));
      }),
    );

    it(
      'pages by cursor without gaps or duplicates, also among profiles with equal times',
      using({}, async (storage) => {
        await storage.write(
          Array.from({ length: 25 }, (_, index) => profile(index, { time: NOW + Math.floor(index / 10) })),
        );
        for (const descending of [true, false]) {
          const pages = await allPages(storage, { sort: { by: 'time', descending }, limit: 4 });
          assert.deepEqual(
            pages.map(({ length }) => length),
            [4, 4, 4, 4, 4, 4, 1],
          );
          assert.equal(new Set(pages.flat()).size, 25);
        }
      }),
    );

    it(
      'pages back to the same rows, in any order and through search results, and knows when the first page is next',
      using({}, async (storage) => {
        await storage.write(
          Array.from({ length: 33 }, (_, index) =>
            profile(index, { time: NOW + Math.floor(index / 7), duration: (index * 7) % 5, status: 200 + (index % 2) }),
          ),
        );
        const terms = [term('status', 'is', 200)];
        for (const by of ['time', 'duration', 'token', 'route'] as const)
          for (const descending of [true, false])
            for (const part of [{ limit: 4 }, { limit: 4, terms }]) {
              const search = { ...part, sort: { by, descending } };
              const pages: FoundProfiles[] = [await storage.find(query(search))];
              while (pages.at(-1)!.next !== undefined)
                pages.push(await storage.find(query({ ...search, cursor: pages.at(-1)!.next })));
              assert.deepEqual([pages[0]!.previous, pages[1]!.previous], [undefined, '']);
              let found = pages.at(-1)!;
              for (let pageIndex = pages.length - 2; pageIndex > 0; pageIndex--) {
                found = await storage.find(query({ ...search, cursor: found.previous }));
                assert.deepEqual(found.rows, pages[pageIndex]!.rows, `${by} ${descending} ${pageIndex}`);
                assert.deepEqual(found.matched, pages[pageIndex]!.matched);
                assert.equal(found.isReadBackwards, true);
                const next = await storage.find(query({ ...search, cursor: found.next }));
                assert.deepEqual([next.rows, next.matched], [pages[pageIndex + 1]!.rows, pages[pageIndex]!.matched]);
              }
              assert.equal(found.previous, '');
            }
      }),
    );

    it(
      'returns the first page if fewer rows than a page precede a place',
      using({}, async (storage) => {
        await storage.write(batch(0, 20));
        for (const by of ['time', 'duration'] as const) {
          const search = { limit: 4, sort: { by, descending: true } };
          const second = await storage.find(query({ ...search, cursor: (await storage.find(query(search))).next }));
          const third = await storage.find(query({ ...search, cursor: second.next }));
          const first = await storage.find(query({ ...search, limit: 9 }));
          assert.ok(third.previous);
          const back = await storage.find(query({ ...search, limit: 9, cursor: third.previous }));
          assert.deepEqual([back.rows, back.previous, back.isReadBackwards], [first.rows, undefined, undefined], by);
        }
      }),
    );

    it(
      'returns the first page for an invalid cursor',
      using({}, async (storage) => {
        await storage.write(batch(0, 3));
        for (const cursor of ['', 'nonsense', '[]', '"', 'bnVsbA'])
          assert.deepEqual(await tokens(storage, { cursor }), getTokens(2, 1, 0));
      }),
    );

    it(
      'pages by cursor in any order and through search results',
      using({}, async (storage) => {
        await storage.write(
          Array.from({ length: 20 }, (_, index) =>
            profile(index, { duration: (index * 7) % 5, cost: (index * 3) % 7, route: index % 3 ? 'a' : undefined }),
          ),
        );
        for (const by of SORT_KEYS.filter((key) => key !== 'time')) {
          const pages = await allPages(storage, { sort: { by, descending: false }, limit: 6 });
          assert.equal(new Set(pages.flat()).size, 20, by);
        }
        const sorted = (await allPages(storage, { sort: { by: 'duration', descending: true }, limit: 6 })).flat();
        const stored = await Promise.all(sorted.map((token) => storage.read(token)));
        const durations = stored.map((element) => element!.summary.duration);
        assert.deepEqual(
          durations,
          [...durations].sort((a, b) => b - a),
        );
        const found = await allPages(storage, { terms: [term('route', 'is', 'a')], limit: 5 });
        assert.deepEqual(
          found.map(({ length }) => length),
          [5, 5, 3],
        );
      }),
    );

    it(
      'finds the profiles of a visitor by the beginning of the id, in the order of time and in pages',
      using({}, async (storage) => {
        const visitors = ['3f9a1c22aaaaaaaa', '3f9a1c22bbbbbbbb', undefined, '0000000000000000'];
        await storage.write(Array.from({ length: 12 }, (_, index) => profile(index, { visitor: visitors[index % 4] })));
        const oldest = { by: 'time', descending: false } as const;
        assert.deepEqual(
          await tokens(storage, { sort: oldest, terms: parsed('visitor:3f9a1c22') }),
          getTokens(0, 1, 4, 5, 8, 9),
        );
        assert.deepEqual(await found(storage, 'visitor:3F9A1C22aaaaaaaa'), getTokens(8, 4, 0));
        assert.deepEqual(await found(storage, 'visitor:3f9a1c22 -visitor:3f9a1c22a'), getTokens(9, 5, 1));
        assert.deepEqual(await found(storage, '-visitor:*'), getTokens(10, 6, 2));
        assert.deepEqual(await found(storage, 'visitor:3f9a1c22 status:500'), []);
        for (const sort of [oldest, { by: 'time', descending: true }, { by: 'duration', descending: true }] as const) {
          const search = { sort, limit: 2, terms: parsed('visitor:3f9a1c22') };
          const pages = await allPages(storage, search);
          assert.deepEqual(
            pages.map(({ length }) => length),
            [2, 2, 2],
          );
          assert.equal(new Set(pages.flat()).size, 6);
          assert.deepEqual((await storage.find(query(search))).matched, { count: 6, exact: true });
        }
      }),
    );

    it(
      'has a secret of 256 bits after the first lease',
      using({}, async (storage) => {
        await storage.lease(1);
        assert.match(storage.secret ?? '', /^[0-9a-f]{64}$/);
      }),
    );

    it(
      'finds profiles by a part of their token, ignoring case',
      using({}, async (storage) => {
        await storage.write(batch(0, 3));
        const found = (...terms: QueryTerm[]) => tokens(storage, { terms });
        const { token } = profile(1).summary;
        const among = (holds: (text: string) => boolean) => getTokens(2, 1, 0).filter(holds);
        const middle = token.slice(2, 5);
        assert.deepEqual(await found(term('token', 'is', token.toUpperCase())), getTokens(1));
        for (const part of [middle, middle.toUpperCase(), token, token.slice(-1), ''])
          assert.deepEqual(
            await found(term('token', 'contains', part)),
            among((text) => text.includes(part.toLowerCase())),
          );
        for (const part of [token.slice(0, 2), middle])
          assert.deepEqual(
            await found(term('token', 'starts', part)),
            among((text) => text.startsWith(part)),
          );
        assert.deepEqual(
          await found({ ...term('token', 'contains', middle), negated: true }),
          among((text) => !text.includes(middle)),
        );
        for (const part of ['_', '%', 'x', `${token}0`]) {
          assert.deepEqual(await found(term('token', 'contains', part)), []);
          assert.deepEqual(await found(term('token', 'is', part)), []);
        }
      }),
    );

    it(
      'finds profiles by status, method, route, token and time, with the number of matches',
      using({}, async (storage) => {
        const statuses = [200, 404, 500, 200, 503];
        await storage.write(
          statuses.map((status, index) =>
            profile(index, { status, method: index % 2 ? 'POST' : 'GET', route: `route_${index % 2}` }),
          ),
        );
        const found = (...terms: QueryTerm[]) => tokens(storage, { terms });
        assert.deepEqual(await found(term('status', 'is', 404)), getTokens(1));
        assert.deepEqual(await found({ ...term('status', 'between', 500), to: 599 }), getTokens(4, 2));
        assert.deepEqual(await found({ ...term('status', 'is', 200), negated: true }), getTokens(4, 2, 1));
        assert.deepEqual(await found(term('method', 'is', 'POST')), getTokens(3, 1));
        assert.deepEqual(await found(term('route', 'is', 'route_0'), term('status', 'is', 200)), getTokens(0));
        assert.deepEqual(await found(term('token', 'is', profile(3).summary.token)), getTokens(3));
        assert.deepEqual(await found(term('time', 'at-least', NOW + 3)), getTokens(4, 3));
        assert.deepEqual(await found(term('time', 'less-than', NOW + 2)), getTokens(1, 0));
        assert.deepEqual(await found(term('status', 'is', 418)), []);
        const first = await storage.find(query({ terms: [term('status', 'is', 200)], limit: 1 }));
        assert.deepEqual([first.matched, first.rows.length], [{ count: 2, exact: true }, 1]);
        assert.deepEqual((await storage.find(query({ limit: 2 }))).matched, { count: 5, exact: true });
      }),
    );

    it(
      'finds profiles with a log record of a level or a higher one, or of exactly a level',
      using({}, async (storage) => {
        const logged = (index: number, level: string, counts: Partial<ProfileSummary> = {}): Profile => {
          const logs = [{ at: 1, level, channel: 'app', message: 'done', context: '{}' }];
          return { ...profile(index, counts), data: { ...DATA, logs } as never };
        };
        await storage.write([
          ...[logged(0, 'info'), logged(1, 'notice'), logged(2, 'warning', { warnings: 1 })],
          ...[logged(3, 'error', { errors: 1 }), logged(4, 'critical', { errors: 1 })],
        ]);
        for (const [text, ...indexes] of [
          ['log:warning', 4, 3, 2],
          ['-log:warning', 1, 0],
          ['log:error', 4, 3],
          ['-log:error', 2, 1, 0],
          ['log:critical', 4],
          ['log:notice', 1],
          ['-log:notice', 4, 3, 2, 0],
          ['log:warning log:critical', 4],
        ] as const)
          assert.deepEqual(await found(storage, text), getTokens(...indexes), text);
      }),
    );

    it(
      'compares times without their bounds, or with them',
      using({}, async (storage) => {
        await storage.write(batch(0, 5));
        const time = new Date(NOW + 2).toISOString();
        for (const [text, ...indexes] of [
          [`time:<${time}`, 1, 0],
          [`time:<=${time}`, 2, 1, 0],
          [`time:>${time}`, 4, 3],
          [`time:>=${time}`, 4, 3, 2],
          [`time:=${time}`, 2],
          [`time:${time}`, 2],
          [`-time:<${time}`, 4, 3, 2],
          [`-time:>${time}`, 2, 1, 0],
          [`-time:${time}`, 4, 3, 1, 0],
          [`since:${time} until:${time}`, 2],
        ] as const)
          assert.deepEqual(await found(storage, text), getTokens(...indexes), text);
      }),
    );

    it(
      'finds profiles with any value that is not empty',
      using({}, async (storage) => {
        await storage.write([
          profile(0, { requestId: '', ip: '', traceId: '', url: '' }),
          profile(1, { requestId: 'a', ip: '::1', traceId: 'b', note: 'c', findings: ['n1'], exception: 'Error' }),
        ]);
        for (const text of ['request:*', 'ip:*', 'trace:*', 'has:trace', 'has:finding', 'has:exception', 'url:*']) {
          assert.deepEqual(await found(storage, text), getTokens(1), text);
          assert.deepEqual(await found(storage, `-${text}`), getTokens(0), `-${text}`);
        }
        assert.deepEqual(await found(storage, 'path:*'), getTokens(1, 0));
        const log = (message: string) => [{ at: 1, level: 'info', channel: 'app', message, context: '' }];
        await storage.write([
          { ...profile(2), data: { ...DATA, logs: log('') } as never },
          { ...profile(3), data: { ...DATA, logs: log('done') } as never },
        ]);
        assert.deepEqual(await found(storage, 'log:*'), getTokens(3));
        assert.deepEqual(await found(storage, '-log:*'), getTokens(2, 1, 0));
      }),
    );

    it(
      'finds profiles by text that only their data contains',
      using({}, async (storage) => {
        const logs = [{ at: 1, level: 'info', channel: 'app', message: 'the needle', context: '{}' }];
        await storage.write([profile(0), { ...profile(1), data: { ...DATA, logs } as never }]);
        assert.deepEqual(await tokens(storage, { terms: [term('log', 'contains', 'needle')] }), getTokens(1));
      }),
    );

    it(
      'finds profiles by their user, by the parameters of their queries and by any text',
      using({}, async (storage) => {
        const withData = (index: number, data: object): Profile => ({
          ...profile(index),
          data: { ...DATA, ...data },
        });
        const query = (sql: string, parameters: unknown) => ({
          spans: [{ id: 1, parent: 0, kind: 'db', name: sql, start: 0, duration: 1, details: { sql, parameters } }],
        });
        const decided = (outcome: string) => ({ decisions: [{ subject: 'user', outcome, because: 'authenticated' }] });
        await storage.write([
          withData(0, { framework: { name: 'Express 5.1.0', user: { id: 42, email: 'Ada@example.com' } } }),
          withData(1, { framework: { name: 'Express 5.1.0', user: { id: 142, email: 'grace@example.com' } } }),
          withData(2, { session: { stored: { user: { by: 'login', id: 'ada' } } } }),
          withData(3, decided('ada')),
          withData(4, { ...decided('anonymous'), ...query('update city set name = ? where id = ?', ['Oulu', 42]) }),
          withData(5, query("INSERT INTO city VALUES (1420, 'Pori', 'ada@example.com')", undefined)),
          withData(6, query('db.city.find(?)', [{ id: { $in: [7, 42.5] }, name: '142' }])),
          withData(7, { request: { ...DATA.request, query: [['to', 'ada@example.com']] } }),
          withData(8, { exception: { exceptions: [{ message: 'No mail to ada@example.com' }] } }),
          profile(9, { status: 500 }),
          profile(10, { errors: 1 }),
          profile(11, { url: 'http://localhost/k%C3%B6ln/a%20b', path: '/k%C3%B6ln/a%20b' }),
        ]);
        for (const [text, ...indexes] of [
          ['user:ada', 3, 2, 0],
          ['user:42', 0],
          ['user:142', 1],
          ['user:anonymous'],
          ['-user:ada user:example', 1],
          ['param:42', 4],
          ['param:42.5', 6],
          ['param:142', 6],
          ['param:1420', 5],
          ['param:oulu', 4],
          ['param:Pori', 5],
          ['param:~or', 5],
          ['param:420'],
          ['sql:update param:42', 4],
          ['ada@example.com', 8, 7, 5, 0],
          ['text:oulu', 4],
          ['error', 10, 9],
          ['-has:failed', 11, 8, 7, 6, 5, 4, 3, 2, 1, 0],
          ['köln', 11],
          ['path:/Köln', 11],
          ['"a b"', 11],
        ] as const)
          assert.deepEqual(await tokens(storage, { terms: parsed(text), limit: 100 }), getTokens(...indexes), text);
      }),
    );

    it(
      'removes the oldest profiles beyond the maximum number',
      using({ profiles: 100 }, async (storage) => {
        for (let from = 0; from < 400; from += 50) {
          await storage.write(batch(from, 50));
          assert.ok((await storage.find(query({ limit: 1 }))).matched.count <= 100);
        }
        assert.deepEqual(
          await tokens(storage, { limit: 1000 }),
          getTokens(...Array.from({ length: 100 }, (_, index) => 399 - index)),
        );
        assert.equal(await storage.read(profile(299).summary.token), undefined);
      }),
    );

    it(
      'removes the oldest profiles beyond the maximum size',
      using({ bytes: 4_000_000 }, async (storage) => {
        for (let from = 0; from < 160; from += 8) await storage.write(batch(from, 8, 50_000));
        const { rows } = await storage.find(query({ limit: 1000 }));
        assert.ok(rows.length >= 30 && rows.length <= 80, `${rows.length} kept`);
        assert.equal(rows[0]!.token, profile(159).summary.token);
      }),
    );

    it(
      'removes profiles beyond the maximum age',
      using({ age: 60_000 }, async (storage) => {
        await storage.write([profile(0, { time: Date.now() - 61_000 }), profile(1, { time: Date.now() })]);
        assert.deepEqual(await tokens(storage, {}), getTokens(1));
      }),
    );

    it(
      'keeps pinned profiles with their notes beyond every limit',
      using({ profiles: 20, age: 60_000 }, async (storage) => {
        await storage.write([profile(0, { time: Date.now() - 50_000 })]);
        assert.equal(await storage.pin(profile(0).summary.token, 'look here'), true);
        for (let from = 1; from < 100; from += 10) await storage.write(batch(from, 10));
        const summary = (await storage.read(profile(0).summary.token))!.summary;
        assert.deepEqual([summary.pinned, summary.note], [true, 'look here']);
        await storage.unpin(summary.token);
        await storage.write([profile(200)]);
        assert.equal(await storage.read(summary.token), undefined);
      }),
    );

    it(
      'keeps the newest profiles with errors or findings longer than others, up to a fifth of the maximum number',
      using({ profiles: 20 }, async (storage) => {
        const notable: readonly Partial<ProfileSummary>[] = [
          { findings: ['n1'] },
          { status: 503 },
          { errors: 1 },
          { exception: 'TypeError' },
          { findings: ['gap'], warnings: 1 },
        ];
        await storage.write([profile(0), ...notable.map((part, index) => profile(index + 1, part))]);
        for (let from = 10; from < 60; from += 10) await storage.write(batch(from, 10));
        const rows = await tokens(storage, { limit: 50 });
        // One more than the share, so the oldest of them is gone.
        assert.deepEqual(rows.slice(-4), getTokens(5, 4, 3, 2));
        assert.equal(rows.length, 20);
        await storage.write([profile(70, { status: 500 }), ...batch(71, 20)]);
        assert.deepEqual((await tokens(storage, { limit: 50 })).slice(-4), getTokens(70, 5, 4, 3));
        for (let from = 100; from < 160; from += 10)
          await storage.write(
            batch(from, 10).map(({ summary, data }) => ({ summary: { ...summary, errors: 1 }, data })),
          );
        assert.deepEqual((await tokens(storage, { limit: 50 })).length, 20);
        assert.deepEqual(await tokens(storage, { limit: 1 }), getTokens(159));
      }),
    );

    it(
      'keeps profiles with errors longer than others up to a fifth of the maximum size',
      using({ bytes: 4_000_000 }, async (storage) => {
        const failed = batch(0, 12, 100_000).map(({ summary, data }) => ({
          summary: { ...summary, status: 500 },
          data,
        }));
        await storage.write(failed);
        for (let from = 12; from < 72; from += 6) await storage.write(batch(from, 6, 100_000));
        const rows = await tokens(storage, { limit: 100 });
        const left = failed.filter(({ summary }) => rows.includes(summary.token)).length;
        assert.ok(left >= 1 && left <= 8, `${left} of the failed ones are left`);
        assert.ok(rows.includes(profile(71).summary.token));
      }),
    );

    it(
      'rejects pins beyond a fifth of the maximum number',
      using({ profiles: 20 }, async (storage) => {
        await storage.write(batch(0, 10));
        const pinned: boolean[] = [];
        for (let index = 0; index < 6; index++) pinned.push(await storage.pin(profile(index).summary.token, undefined));
        assert.deepEqual(pinned, [true, true, true, true, false, false]);
        assert.equal(await storage.pin(profile(0).summary.token, 'another note'), true);
        await storage.unpin(profile(1).summary.token);
        assert.equal(await storage.pin(profile(4).summary.token, undefined), true);
        assert.equal(await storage.pin('ffffff', undefined), false);
      }),
    );

    it(
      'rejects pins beyond a fifth of the maximum size',
      using({ bytes: 4_000_000 }, async (storage) => {
        await storage.write(batch(0, 6, 300_000));
        const pinned: boolean[] = [];
        for (let index = 0; index < 4; index++) pinned.push(await storage.pin(profile(index).summary.token, undefined));
        assert.deepEqual(pinned, [true, true, false, false]);
      }),
    );

    it(
      'clears all profiles except pinned ones, or all',
      using({}, async (storage) => {
        await storage.write(batch(0, 10));
        await storage.pin(profile(3).summary.token, undefined);
        assert.equal(await storage.clear(), 9);
        assert.deepEqual(await tokens(storage, {}), getTokens(3));
        assert.deepEqual((await storage.read(profile(3).summary.token))?.data, DATA);
        assert.equal(await storage.clear(true), 1);
        assert.deepEqual((await storage.find(query({}))).matched, { count: 0, exact: true });
      }),
    );

    it(
      'removes profiles by their tokens except pinned ones, and the others stay',
      using({}, async (storage) => {
        await storage.write(batch(0, 6));
        await storage.pin(profile(3).summary.token, undefined);
        const removed = await storage.remove([...getTokens(1, 3, 4, 1), 'ffffff', 'nonsense']);
        assert.equal(removed, 2);
        assert.deepEqual(await tokens(storage, {}), getTokens(5, 3, 2, 0));
        assert.deepEqual((await storage.find(query({ limit: 1 }))).matched, { count: 4, exact: true });
        assert.equal(await storage.remove([]), 0);
      }),
    );

    it(
      'does not overwrite a profile: a second one with the same token is dropped and counted',
      using({}, async (storage) => {
        await storage.write([profile(0, { status: 200 })]);
        assert.equal(await storage.write([profile(0, { status: 500 }), profile(1)]), true);
        assert.equal((await storage.read(profile(0).summary.token))?.summary.status, 200);
        assert.deepEqual(storage.health, { written: 2, dropped: 1, trouble: undefined });
      }),
    );

    it(
      'returns the number of tokens leased since a token, and Infinity for one that was never leased',
      using({}, async (storage) => {
        const names = (await storage.lease(40))!.map(toProfileToken);
        const since = (token: string | undefined) => storage.leasedSince!(token!);
        assert.deepEqual(await Promise.all([names.at(-1), names[0]].map(since)), [1, 40]);
        const [next] = (await storage.lease(1))!.map(toProfileToken);
        assert.deepEqual(await Promise.all([next, names.at(-1), names[0]].map(since)), [1, 2, 41]);
        const never = Array.from({ length: 100 }, (_, number) => toProfileToken(number)).filter(
          (token) => token !== next && !names.includes(token),
        );
        for (const token of never) assert.equal(await since(token), Infinity);
        for (const none of ['', 'abc', 'ABCDEF', 'zzzzzz']) assert.equal(await since(none), undefined);
      }),
    );

    it(
      'leases every token once before it repeats any, and never one of a stored profile',
      using({ profiles: 4 }, async (storage) => {
        const first = (await storage.lease(16))!;
        assert.equal(new Set(first).size, 16);
        const [leased, gone, ...others] = first.map((token, index) => profile(index, { token: toProfileToken(token) }));
        await storage.write([leased!, gone!]);
        await storage.write([leased!]);
        await storage.unpin(gone!.summary.token);
        await storage.write(others.slice(0, 3));
        const seen = new Uint8Array(2 ** 24);
        for (const token of first) seen[token]! += 1;
        for (let block = 0; block < 15; block++) for (const token of (await storage.lease(2 ** 20))!) seen[token]! += 1;
        for (const token of (await storage.lease(2 ** 20 - 16))!) seen[token]! += 1;
        assert.equal(
          seen.every((times) => times === 1),
          true,
        );
        const again = new Set(await storage.lease(12));
        const stored = new Set((await tokens(storage, { limit: 100 })).map((token) => Number.parseInt(token, 16)));
        assert.equal(stored.size, 4);
        assert.deepEqual(
          [...again].filter((token) => stored.has(token)),
          [],
        );
        assert.equal(again.size, 12);
      }),
    );
  });
}

/** Creates a profile for tests. Each index is a millisecond later than the one before. */
export function profile(index: number, part: Partial<ProfileSummary> = {}): Profile {
  const summary: ProfileSummary = {
    token: toProfileToken(index + 0x10),
    time: NOW + index,
    duration: 12.5,
    ip: '127.0.0.1',
    method: 'GET',
    url: `http://localhost:8000/api/cities/${index}`,
    path: `/api/cities/${index}`,
    host: 'localhost:8000',
    status: 200,
    route: 'cities_read',
    bytes: 1234,
    requestBytes: 0,
    contentType: 'application/json',
    dbCount: 3,
    dbTime: 1.5,
    httpCount: 0,
    httpTime: 0,
    warnings: 0,
    errors: 0,
    exception: undefined,
    findings: [],
    aborted: false,
    cost: 12,
    app: 'shop',
    boot: 'b00t',
    pid: 1,
    weight: 1,
    requestId: `request-${index}`,
    traceId: undefined,
    visitor: undefined,
    pinned: false,
    note: undefined,
    ...part,
  };
  return { summary, data: DATA };
}

/** Creates profiles from an index on, each with data of about the given number of characters. */
export function batch(from: number, count: number, characters = 0): Profile[] {
  const data =
    characters === 0 ? DATA : { ...DATA, response: { ...DATA.response, body: getBody('x'.repeat(characters)) } };
  return Array.from({ length: count }, (_, index) => ({ ...profile(from + index), data }));
}

/** Creates a query for tests; by default all profiles, the newest first. */
export function query(part: Partial<ProfileQuery>): ProfileQuery {
  return { terms: [], sort: { by: 'time', descending: true }, limit: 10, cursor: undefined, ...part };
}

/** Creates a condition for tests. */
export function term(
  field: QueryTerm['field'],
  operator: QueryTerm['operator'],
  value: string | number | boolean,
): QueryTerm {
  return { field, operator, value, negated: false };
}

const NOW = Date.now() - 10_000;

const DATA = {
  request: { method: 'GET', url: '/', version: '1.1', headers: [], query: [], cookies: [], params: {}, attributes: {} },
  response: { status: 200, reason: 'OK', headers: [], lastByte: 1, aborted: false },
  logs: [],
  pipeline: [],
  decisions: [],
  spans: [],
  findings: [],
  config: {},
  panels: {},
  dropped: {},
} as unknown as ProfileData;

function getBody(content: string): RecordedBody {
  const size = content.length;
  return { type: 'text/plain', encoding: 'text', content, size, kept: size, digest: 'none', redacted: false };
}

// A storage that several machines share adds the name of this one.
function withoutMachine(found: Profile | undefined): Profile | undefined {
  if (found === undefined) return undefined;
  const { machine: _machine, ...summary } = found.summary;
  return { ...found, summary };
}

const tokens = async (storage: ProfileStorage, part: Partial<ProfileQuery>): Promise<string[]> =>
  (await storage.find(query(part))).rows.map(({ token }) => token);
const found = (storage: ProfileStorage, text: string): Promise<string[]> => tokens(storage, { terms: parsed(text) });
const parsed = (text: string): readonly QueryTerm[] => {
  const result = parseQueryText(text);
  assert.ok('terms' in result, text);
  return result.terms;
};
const getTokens = (...indexes: number[]): string[] => indexes.map((index) => profile(index).summary.token);

async function allPages(storage: ProfileStorage, part: Partial<ProfileQuery>): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { rows, next }: FoundProfiles = await storage.find(query({ ...part, cursor }));
    pages.push(rows.map(({ token }) => token));
    cursor = next;
    assert.ok(pages.length < 100, 'there are too many pages');
  } while (cursor !== undefined);
  return pages;
}
