import assert from 'node:assert/strict';
import { test } from 'node:test';
import { route, span, trace } from '../../src/index.ts';
import { hashPassword } from '../../src/features/security/passwords.ts';
import { sessionLogin } from '../../src/features/security/authenticators/session-login.ts';
import { MemorySessionStorage } from '../../src/features/session/memory-session-storage.ts';
import type { SessionStorage } from '../../src/features/session/session-storage.ts';
import { startRecorded } from './support/recorded-host.ts';
import type { RecordedHost } from './support/recorded-host.ts';
import { Seeded } from './support/seeded.ts';

const REQUESTS = 10_000;
const VISITORS = 500;
const AT_ONCE = 64;
const TONGUES = ['en', 'fr', 'de', 'ja'];
const BROKEN: Readonly<Record<string, string>> = {
  en: 'Internal Server Error',
  fr: 'Erreur interne du serveur',
  de: 'Interner Serverfehler',
  ja: 'サーバー内部エラー',
};

/** What a visitor has, each with their number in it. The last one of ten never logs in. */
interface Visitor {
  readonly number: string;
  readonly user: string | null;
  readonly host: string;
  readonly tongue: string;
  cookie: string | undefined;
  /** What their session has counted so far. */
  readonly visits: Set<number>;
}

const VISITOR = Array.from({ length: VISITORS }, (_, index): Visitor => {
  const number = String(index).padStart(4, '0');
  const user = index % 10 === 9 ? null : `user${number}`;
  const tongue = TONGUES[(index * 7) % 4]!;
  return { number, user, host: `host${number}.localhost`, tongue, cookie: undefined, visits: new Set() };
});

const random = new Seeded(5);
const pause = (): Promise<void> =>
  new Promise((resolve) => (random.next() < 0.5 ? setImmediate(resolve) : setTimeout(resolve, random.below(4))));

test(`${REQUESTS} requests of ${VISITORS} visitors that run through each other: no user, session, language or host of another`, async () => {
  const password = await hashPassword('pass', { memory: 64, passes: 1 });
  const look = route('look', 'GET /look/{id}', {
    handle: async ({ user, locale, host, session, context, params }) => {
      const seen = [];
      for (let round = 0; round < 3; round++) {
        const secret = session.hasCookie ? await session.get('secret') : null;
        seen.push({ user: context.user?.id ?? null, secret, locale: context.locale, host: context.host });
        await span(`saw ${context.user?.id} ${String(secret)} speaks-${context.locale}`, pause);
      }
      seen.push({ user: user?.id ?? null, secret: seen[0]!.secret, locale, host });
      const visits = session.hasCookie ? await session.update('visits', (n) => Number(n ?? 0) + 1) : 0;
      trace.log('info', `left ${user?.id}`, { locale: `speaks-${locale}` });
      if (params.id.endsWith('7')) throw new TypeError(`broken for ${user?.id}`);
      return { seen, visits };
    },
  });
  await using recorded = await startRecorded({
    sessions: { storage: slow(new MemorySessionStorage()) },
    locales: { supported: TONGUES, sessionKey: 'tongue' },
    security: {
      users: (id) => pause().then(() => (/^user\d{4}$/.test(id) ? { user: { id, roles: [] }, password } : undefined)),
      throttle: false,
      firewalls: [{ name: 'all', authenticators: [sessionLogin({ refresh: 0 })], anonymous: true }],
    },
    routes: [
      look,
      route('around', 'GET /around/{id}', { handle: ({ forward, params }) => forward(`GET /look/${params.id}`) }),
      route('remember', 'GET /remember/{number}/{tongue}', {
        handle: async ({ session, params: { number, tongue } }) => {
          await session.set('secret', `secret${number}`);
          await session.set('tongue', tongue);
          return 'kept';
        },
      }),
    ],
  });
  const shift = async (jobs: readonly (() => Promise<void>)[]): Promise<void> => {
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < jobs.length) await jobs[next++]!();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };

  await shift(VISITOR.filter(({ user }) => user !== null).map((visitor) => () => enter(recorded, visitor)));
  const entered = VISITOR.filter(({ user }) => user !== null).length * 2;
  await shift(Array.from({ length: REQUESTS }, (_, id) => () => ask(recorded, random.pick(VISITOR), id)));
  await recorded.settled(entered + REQUESTS);

  const owners = new Map(VISITOR.map((visitor) => [visitor.number, visitor]));
  let [foreign, complete] = [0, 0];
  for (const { summary, data: object } of recorded.pushed) {
    const data = JSON.stringify(object);
    if (!/^\/(?:look|around)\//.test(summary.path)) continue;
    const visitor = owners.get(/host(\d{4})\.localhost/.exec(data)![1]!)!;
    const markers = [...data.matchAll(/\b(?:user|host|secret)(\d{4})\b/g)];
    foreign += markers.filter(([, number]) => number !== visitor.number).length;
    const tongues = [...data.matchAll(/speaks-(\w+)/g)];
    foreign += tongues.filter(([, tongue]) => tongue !== visitor.tongue).length;
    if (data.includes(visitor.user ?? 'saw undefined') && tongues.length >= 3) complete++;
  }
  assert.deepEqual({ foreign, complete }, { foreign: 0, complete: REQUESTS });
});

/** Every question takes its time, so that others get in between. */
function slow(storage: SessionStorage): SessionStorage {
  return {
    shared: false,
    read: (key) => pause().then(() => storage.read(key)),
    create: (...of) => pause().then(() => storage.create(...of)),
    replace: (...of) => pause().then(() => storage.replace(...of)),
    touch: (...of) => pause().then(() => storage.touch(...of)),
    remove: (key) => pause().then(() => storage.remove(key)),
  };
}

/** Logs in, and leaves a secret and a language in the session. */
async function enter({ client, port }: RecordedHost, visitor: Visitor): Promise<void> {
  const Host = `${visitor.host}:${port}`;
  const headers = { Host, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ username: visitor.user, password: 'pass' });
  const entered = await client.ask('POST /login', { headers, body });
  assert.equal(entered.status, 200, entered.text);
  visitor.cookie = entered.get('Set-Cookie')!.split(';')[0]!;
  const line = `GET /remember/${visitor.number}/${visitor.tongue}`;
  assert.equal((await client.ask(line, { headers: { Host, Cookie: visitor.cookie } })).status, 200);
}

async function ask({ client, port }: RecordedHost, visitor: Visitor, id: number): Promise<void> {
  const { user, tongue, cookie } = visitor;
  const Host = `${visitor.host}:${port}`;
  // Whoever has no session says it in a header; to all others it is a trap.
  const others = { 'Accept-Language': cookie === undefined ? tongue : random.pick(TONGUES) };
  const headers = { Host, ...others, ...(cookie === undefined ? {} : { Cookie: cookie }) };
  const answer = await client.ask(`GET /${random.pick(['look', 'look', 'around'])}/${id}`, { headers });
  assert.equal(answer.get('Content-Language'), tongue);
  const markers = [...answer.text.matchAll(/\b(?:user|host|secret)(\d{4})\b/g)];
  assert.ok(
    markers.every(([, number]) => number === visitor.number),
    answer.text,
  );
  const told = JSON.parse(answer.text) as { title?: string; seen: unknown[]; visits: number };
  if (id % 10 === 7) return assert.equal(told.title, BROKEN[tongue]);
  const secret = user === null ? null : `secret${visitor.number}`;
  assert.deepEqual(
    told.seen,
    Array.from({ length: 4 }, () => ({ user, secret, locale: tongue, host: visitor.host })),
  );
  if (cookie === undefined) return assert.equal(told.visits, 0);
  assert.ok(!visitor.visits.has(told.visits), `${told.visits} visits were counted twice`);
  visitor.visits.add(told.visits);
}
