/**
 * An application whose exports have inferred types. `declarations.test.ts` compiles it with `declaration`, as packages of a
 * workspace do: the compiler fails if it cannot name a type because no entry point exports it.
 */
import {
  connect,
  defineHost,
  deny,
  diskStorage,
  env,
  file,
  filter,
  group,
  memoryStore,
  mount,
  on,
  pinoSink,
  plugin,
  problem,
  receiveUploads,
  redirect,
  reply,
  resource,
  route,
  s3Storage,
  span,
  subscriber,
  trace,
  voter,
  where,
} from 'oriel-host';
import type { AccessInput } from 'oriel-host';
import { client } from 'oriel-client';
import {
  Negotiator,
  parseAccept,
  parseEntityTags,
  parseMediaType,
  parsePrefer,
  parseTraceparent,
} from 'oriel-host/http';
import { MemoryTransport } from 'oriel-host/hub';
import { explainQuery, sqlMigrations, sqlSessionStorage, sqlStore, sqlUsers } from 'oriel-host/kysely';
import { profiler } from 'oriel';
import { MemoryProfileStorage, PostgresProfileStorage, SqlProfileStorage, panel } from 'oriel';
import { redisHubTransport, redisLimitStore, redisSessionStorage } from 'oriel-host/redis';
import { MemoryIdempotencyStore, jsonldFormat, listInMemory, matchFilter } from 'oriel-host/resources';
import { RouteCollection, UrlGenerator, UrlMatcher } from 'oriel-host/routing';
import {
  MemoryLimitStore,
  apiKey,
  basic,
  bearer,
  keySet,
  oidcLogin,
  refuse,
  sessionLogin,
  tokenIssuer,
} from 'oriel-host/security';
import { superviseWorkers } from 'oriel-host/server';
import { MemorySessionStorage } from 'oriel-host/session';
import { createContext, createProfile, createTestHost } from 'oriel-host/testing';
import { Kysely } from 'kysely';
import { z } from 'zod';

declare const anything: never;

export const showBook = route('showBook', 'GET /books/{id<\\d+>}', {
  query: z.object({ page: z.int() }),
  replies: { 200: z.object({ id: z.string() }), 404: z.object({ missing: z.string() }) },
  handle: ({ params }) => reply(200, { id: params.id }),
});
export const sendBook = route('sendBook', 'POST /sent/{id}', {
  body: z.object({ title: z.string() }),
  handle: ({ body, urlFor }) => ({ ...body, at: new Date(), url: urlFor('showBook', { id: 1 }) }),
});
export const people = resource('people', z.object({ id: z.int(), name: z.string() }), {
  id: 'id',
  filters: { name: filter.partial() },
  operations: { get: { status: 200 } },
  store: memoryStore([{ id: 1, name: 'Ada' }]),
});
export const books = resource('books', z.object({ id: z.int(), title: z.string(), author: z.int() }), {
  id: 'id',
  links: { author: 'people' },
  filters: { title: filter.partial(), 'author.name': filter.exact() },
  store: memoryStore(),
});
export const routes = group({ prefix: '/admin', name: 'admin.' }, [showBook, sendBook]);
export const mounted = mount('/old', () => new Response('old'));
export const listener = on('kernel.request', { before: 'router' }, 'log', () => undefined);
export const timing = subscriber('timing', {});
export const added = plugin({ name: 'added', create: () => ({ listeners: [listener, timing] }) });
export const legacy = connect(anything);
export const settings = env(z.object({ PORT: z.string().default('80') }));
export const sink = pinoSink(anything);
export const editors = voter('editors', ['publish'], () => undefined);
export const denied = deny('closed');
export const rowFilter = where<{ owner: string }>({ owner: 'me' });
export const disk = diskStorage('uploads');
export const bucket = s3Storage(anything);
export const receive = (input: never) => receiveUploads(input, { storage: disk });
export const download = file('report.pdf');
export const moved = redirect('/new');
export const closed = problem(409, '/problems/closed');
export const current = trace;
export const measured = span('work', () => 1);
export const rule = ({ user }: AccessInput) => user?.roles.includes('editor') === true || deny('no editor');

export const host = defineHost({ routes: [...routes, mounted], resources: [people, books], plugins: [added] });
export const { fetch, node, listen } = host;
export const api = client<typeof host>('http://localhost/api');
export const peopleClient = api.people;
export const listPeople = () => api.people.list();
export const eachPerson = () => api.people.each();
export const getPerson = () => api.people.get(1, { fields: ['name'] });
export const refreshPerson = () => api.people.refresh(1, '"tag"');
export const patchPerson = () => api.people.patch(1, { name: 'Grace' });
export const deletePerson = () => api.people.delete(1);
export const createBook = () => api.books.create({ id: 1, title: 'Notes', author: '/api/people/1' });
export const clientRoutes = api.routes;
export const callRoute = () => api.routes['admin.showBook']({ params: { id: 1 } } as never);
export const { send } = createTestHost({});
export const tested = createTestHost({});
export const context = createContext();
export const profile = createProfile();

export const authenticators = [
  apiKey(anything),
  basic(),
  bearer(anything),
  oidcLogin(anything),
  sessionLogin({ login: 'POST /login', logout: 'POST /logout' }),
];
export const login = sessionLogin({ login: 'POST /login', logout: 'POST /logout' });
export const oidc = oidcLogin(anything);
export const tokens = tokenIssuer(anything);
export const issue = () => tokens.issueToken(anything);
export const keys = keySet(anything);
export const refused = () => refuse('no', anything);
export const limits = [new MemoryLimitStore(), redisLimitStore(anything)];

export const database = new Kysely<never>(anything);
export const table = sqlStore(database, anything);
export const sessions = [sqlSessionStorage(database), redisSessionStorage(anything), new MemorySessionStorage()];
export const users = sqlUsers(database, anything);
export const migrations = sqlMigrations(database, anything);
export const explained = explainQuery(anything);
export const transports = [new MemoryTransport(), redisHubTransport(anything)];
export const storages = [
  new MemoryProfileStorage(),
  new SqlProfileStorage(anything),
  new PostgresProfileStorage(anything),
];
export const pathPanel = panel(anything);
export const pages = profiler();

export const ranges = parseAccept('text/html');
export const negotiated = new Negotiator([{ name: 'html', type: 'text/html' }] as never).negotiate('text/html');
export const tags = parseEntityTags('"a"');
export const type = parseMediaType('text/html');
export const preferences = parsePrefer('return=minimal');
export const parent = parseTraceparent('');
export const collection = new RouteCollection();
export const matched = new UrlMatcher(collection).match(anything);
export const generator = new UrlGenerator(collection);
export const list = listInMemory([{ id: 1 }], anything, anything);
export const match = matchFilter(anything, anything);
export const format = jsonldFormat;
export const responses = new MemoryIdempotencyStore();
export const workers = superviseWorkers(anything);
