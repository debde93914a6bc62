import assert from 'node:assert/strict';
import { test } from 'node:test';
import { route, span, trace } from '../../packages/host/src/index.ts';
import { hashPassword } from '../../packages/host/src/features/security/passwords.ts';
import { SessionLogin } from '../../packages/host/src/features/security/authenticators/session-login.ts';
import { MemorySessionStorage } from '../../packages/host/src/features/session/memory-session-storage.ts';
import type { SessionStorage } from '../../packages/host/src/features/session/session-storage.ts';
import { startRecordedHost } from './support/recorded-host.ts';
import type { RecordedHost } from './support/recorded-host.ts';
import { SeededRandom } from '../lib/seeded-random.ts';

const REQUESTS = 10_000;
const VISITOR_COUNT = 500;
const CONCURRENCY = 64;
const LANGUAGES = ['en', 'fr', 'de', 'ja'];
const ERROR_TITLES: Readonly<Record<string, string>> = {
  en: 'Internal Server Error',
  fr: 'Erreur interne du serveur',
  de: 'Interner Serverfehler',
  ja: 'サーバー内部エラー',
};

/** A visitor, whose values contain the number of the visitor. One in ten never logs in. */
interface Visitor {
  readonly number: string;
  readonly user: string | null;
  readonly host: string;
  readonly language: string;
  cookie: string | undefined;
  /** The counts that the session has returned so far. */
  readonly visits: Set<number>;
}

const VISITOR_LIST = Array.from({ length: VISITOR_COUNT }, (_, index): Visitor => {
  const number = String(index).padStart(4, '0');
  const user = index % 10 === 9 ? null : `user${number}`;
  const language = LANGUAGES[(index * 7) % 4]!;
  return { number, user, host: `host${number}.localhost`, language: language, cookie: undefined, visits: new Set() };
});

const random = new SeededRandom(5);
const pause = (): Promise<void> =>
  new Promise((resolve) => (random.next() < 0.5 ? setImmediate(resolve) : setTimeout(resolve, random.below(4))));

test(`${REQUESTS} concurrent requests of ${VISITOR_COUNT} visitors have no user, session, language or host of another`, async () => {
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
  await using recorded = await startRecordedHost({
    sessions: { storage: slow(new MemorySessionStorage()) },
    locales: { supported: LANGUAGES, sessionKey: 'language' },
    security: {
      users: (id) => pause().then(() => (/^user\d{4}$/.test(id) ? { user: { id, roles: [] }, password } : undefined)),
      throttle: false,
      firewalls: [{ name: 'all', authenticators: [new SessionLogin({}, 0)], anonymous: true }],
    },
    routes: [
      look,
      route('around', 'GET /around/{id}', { handle: ({ forward, params }) => forward(`GET /look/${params.id}`) }),
      route('remember', 'GET /remember/{number}/{language}', {
        handle: async ({ session, params: { number, language } }) => {
          await session.set('secret', `secret${number}`);
          await session.set('language', language);
          return 'kept';
        },
      }),
    ],
  });
  const runAll = async (jobs: readonly (() => Promise<void>)[]): Promise<void> => {
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < jobs.length) await jobs[next++]!();
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  };

  await runAll(VISITOR_LIST.filter(({ user }) => user !== null).map((visitor) => () => logIn(recorded, visitor)));
  const loginRequests = VISITOR_LIST.filter(({ user }) => user !== null).length * 2;
  await runAll(Array.from({ length: REQUESTS }, (_, id) => () => sendLook(recorded, random.pick(VISITOR_LIST), id)));
  await recorded.waitForProfiles(loginRequests + REQUESTS);

  const owners = new Map(VISITOR_LIST.map((visitor) => [visitor.number, visitor]));
  let [foreign, complete] = [0, 0];
  for (const { summary, data: object } of recorded.queued) {
    const data = JSON.stringify(object);
    if (!/^\/(?:look|around)\//.test(summary.path)) continue;
    const visitor = owners.get(/host(\d{4})\.localhost/.exec(data)![1]!)!;
    const markers = [...data.matchAll(/\b(?:user|host|secret)(\d{4})\b/g)];
    foreign += markers.filter(([, number]) => number !== visitor.number).length;
    const languages = [...data.matchAll(/speaks-(\w+)/g)];
    foreign += languages.filter(([, language]) => language !== visitor.language).length;
    if (data.includes(visitor.user ?? 'saw undefined') && languages.length >= 3) complete++;
  }
  assert.deepEqual({ foreign, complete }, { foreign: 0, complete: REQUESTS });
});

/** Delays every operation of a storage, so that requests interleave. */
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

/** Logs in and stores a secret and a language in the session. */
async function logIn({ client, port }: RecordedHost, visitor: Visitor): Promise<void> {
  const Host = `${visitor.host}:${port}`;
  const headers = { Host, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ username: visitor.user, password: 'pass' });
  const entered = await client.send('POST /login', { headers, body });
  assert.equal(entered.status, 200, entered.text);
  visitor.cookie = entered.get('Set-Cookie')!.split(';')[0]!;
  const line = `GET /remember/${visitor.number}/${visitor.language}`;
  assert.equal((await client.send(line, { headers: { Host, Cookie: visitor.cookie } })).status, 200);
}

async function sendLook({ client, port }: RecordedHost, visitor: Visitor, id: number): Promise<void> {
  const { user, language, cookie } = visitor;
  const Host = `${visitor.host}:${port}`;
  // Only visitors without a session use the header. For others it must be ignored.
  const others = { 'Accept-Language': cookie === undefined ? language : random.pick(LANGUAGES) };
  const headers = { Host, ...others, ...(cookie === undefined ? {} : { Cookie: cookie }) };
  const response = await client.send(`GET /${random.pick(['look', 'look', 'around'])}/${id}`, { headers });
  assert.equal(response.get('Content-Language'), language);
  const markers = [...response.text.matchAll(/\b(?:user|host|secret)(\d{4})\b/g)];
  assert.ok(
    markers.every(([, number]) => number === visitor.number),
    response.text,
  );
  const body = JSON.parse(response.text) as { title?: string; seen: unknown[]; visits: number };
  if (id % 10 === 7) return assert.equal(body.title, ERROR_TITLES[language]);
  const secret = user === null ? null : `secret${visitor.number}`;
  assert.deepEqual(
    body.seen,
    Array.from({ length: 4 }, () => ({ user, secret, locale: language, host: visitor.host })),
  );
  if (cookie === undefined) return assert.equal(body.visits, 0);
  assert.ok(!visitor.visits.has(body.visits), `${body.visits} visits were counted twice`);
  visitor.visits.add(body.visits);
}
