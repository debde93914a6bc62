/**
 * An application that exports members of hosts, clients and inputs with inferred types, compiled with `declaration` like
 * `inferred-types.ts`. A new kind of function that an application passes, and a new member of a result, get a line here.
 */
import {
  HttpResponse,
  defineHost,
  diskStorage,
  file,
  filter,
  memoryStore,
  problem,
  receiveUploads,
  resource,
  route,
  where,
} from 'oriel-host';
import type {
  AccessInput,
  ExceptionEvent,
  HostConfig,
  PluginServices,
  RequestContext,
  ResponseEvent,
  RouteInput,
  TerminateEvent,
} from 'oriel-host';
import { client } from 'oriel-client';
import { connectionOf, drizzleStore } from 'oriel-host/drizzle';
import { formatLink, formatSetCookie, cacheControl } from 'oriel-host/http';
import type { EmbeddedHubConfig, HubPublisher } from 'oriel-host/hub';
import { NodeSqliteDialect, sqlMigrations, sqlStore } from 'oriel-host/kysely';
import { prismaStore } from 'oriel-host/prisma';
import type { ProfileData } from 'oriel';
import type { ListRequest, Page, ResourceStore, StoreContext, StoreShape } from 'oriel-host/resources';
import { Route, RouteCollection, UrlGenerator } from 'oriel-host/routing';
import { keySet, sessionLogin, tokenIssuer } from 'oriel-host/security';
import type { RateLimitConfig, SecurityConfig, SecurityServices } from 'oriel-host/security';
import type { Session, SessionConfig } from 'oriel-host/session';
import { createContext, createProfile, createTestHost } from 'oriel-host/testing';
import { Kysely } from 'kysely';
import { z } from 'zod';

declare const anything: never;

const Person = z.object({
  id: z.int(),
  name: z.string(),
  born: z.iso.datetime(),
  team: z.int().nullable(),
  friends: z.array(z.int()),
});

export const filters = {
  exact: filter.exact('name'),
  number: filter.exact<number>('id'),
  start: filter.start('name'),
  end: filter.end('name'),
  word: filter.word('name'),
  range: filter.range('id'),
  date: filter.date('born'),
  exists: filter.exists(['team']),
  boolean: filter.boolean('id'),
  order: filter.order(['name', 'id']),
  q: filter.search(['name']),
  sql: filter.sql(z.coerce.number(), (builder: unknown, value, context) => [builder, value, context]),
};
export const { range, date, order, exists, sql } = filters;
export const { range: createRange, date: createDate, order: createOrder, sql: createSql } = filter;
export const store = memoryStore([{ id: 1, name: 'Ada' }]);

export const people = resource('people', Person, {
  id: 'id',
  path: '/teams/{team}/people',
  filters,
  search: ['name'],
  links: { team: 'teams', friends: { to: 'people', as: 'id' } },
  access: { read: 'public', create: ({ user, body }) => user !== null && body.name !== '' },
  fields: { name: { read: ({ user }) => user !== null, write: 'public' } },
  bulk: { max: 5, atomic: false },
  cache: { maxAge: '1 min' },
  deprecated: { since: '2026-01-01' },
  webLinks: [{ rel: 'help', href: '/help' }],
  operations: {
    list: { query: z.object({ deep: z.boolean() }) },
    create: { status: 201, uploads: true, throws: [problem(409, '/problems/taken')] },
  },
  custom: {
    publish: {
      line: 'POST /{id}/publish',
      input: z.object({ reason: z.string() }),
      output: z.object({ done: z.boolean() }),
      access: ({ user }) => user !== null,
      handle: ({ item, body, id }) => ({ done: item.name !== body.reason && item.id === id }),
    },
    stats: { line: 'GET /stats', output: false, handle: () => new HttpResponse(200) },
    echo: {
      line: 'GET /echo',
      query: z.object({ n: z.coerce.number() }),
      output: z.unknown(),
      handle: (input) => input,
    },
    members: {
      line: 'POST /members',
      uploads: true,
      output: z.unknown(),
      cache: { public: true, maxAge: 1000 },
      deprecated: { since: '2026-01-01' },
      handle: async ({ user, uri, scope, query, context, headers }) => ({ user, uri, scope, query, context, headers }),
    },
  },
  provide: {
    list: ({ filters: values, request }) => (values.exact === undefined && request.window ? [] : []),
    get: ({ id }) => (id === 1 ? null : undefined),
  },
  process: {
    create: () => anything,
    replace: () => anything,
    patch: ({ previous }) => previous,
    delete: () => undefined,
  },
  live: true,
});
export const { definition, at, schema } = people;
export const teams = resource('teams', z.object({ id: z.int(), name: z.string() }), { id: 'id', store });
export const createResource = (name: 'a' | 'b') =>
  resource(name, Person, {
    id: 'id',
    filters: { born: filter.date(), order: filter.order(['name']) },
    store: anything,
  });

export const signIn = route('signIn', 'POST /sign-in', {
  body: z.object({ name: z.string() }),
  replies: { 200: z.object({ token: z.string() }), 401: z.object({ reason: z.string() }) },
  handle: ({ body }) => Response.json(body),
});
export const declared: Record<number, z.ZodType> = { 200: z.string() };
export const widened = route('widened', 'GET /widened', { replies: declared, handle: () => anything });
export const { options, operation } = signIn;

export const host = defineHost({ resources: [people, teams], routes: [signIn, widened] });
export const { config, node, fetch, listen, log, hub, close, assembly, inspect } = host;
export const listening = await host.listen();
export const { server, close: stop, url, port } = listening;
export const closed = await listening.close();
export const settings = ({ access, cors, files, profiler, proxies, limits, compression, health, mcp }: HostConfig) => ({
  ...{ access, cors, files, profiler, proxies, limits, compression, health, mcp },
});
export const otherSettings = ({ securityHeaders, state, plugins, hosts, api, security, sessions }: HostConfig) => ({
  ...{ securityHeaders, state, plugins, hosts, api, security, sessions },
});

export const api = client<typeof host>('http://localhost/api', { paths: { people: '/teams/{team}/people' } });
export const inTeam = api.people.in({ team: 1 });
export const { list, each, get, refresh, create, replace, patch, delete: remove, createAll, patchAll } = inTeam;
export const { publish, stats, echo, members } = inTeam;
export const listed = await inTeam.list({ order: { name: 'asc' } });
export const page = listed.ok && listed.data;
export const failed = !listed.ok && listed.problem;
export const found = await inTeam.get(1, { fields: ['name'] });
export const created = await inTeam.createAll([]);
export const published = await inTeam.publish({ id: 1, body: { reason: '' } });
export const { signIn: callSignIn } = api.routes;
export const signedIn = await api.routes.signIn({ body: { name: '' } });

export const routeMembers = (input: RouteInput<{ id: string }, {}, {}>) => ({ ...input });
export const contextMembers = (context: RequestContext) => ({ ...context });
export const accessMembers = (input: AccessInput) => ({ ...input });
export const getRule = ({ user, headers }: AccessInput) => [user, headers];
export const events = (response: ResponseEvent, exception: ExceptionEvent, end: TerminateEvent) => ({
  ...{ response: response.response, error: exception.error, delivery: end.delivery, context: end.context },
});
export const services = (given: PluginServices) => ({ ...given });
export const received = (input: RouteInput<{}, {}, {}>) =>
  receiveUploads(input, { storage: diskStorage('uploads'), onProgress: (progress) => void progress });
export const createFile = file;
export const condition = where<{ owner: number }>({ owner: [1, 2] });
export const { body, headers } = new HttpResponse(200);

export const database = new Kysely<{ notes: { id: number } }>({ dialect: new NodeSqliteDialect(anything) });
export const adapter = new NodeSqliteDialect(anything).createAdapter();
export const notes = sqlStore(database, 'notes');
export const { trash } = notes;
export const drizzleNotes = drizzleStore(anything, anything);
export const drizzleTrash = drizzleNotes.trash;
export const prismaTrash = prismaStore(anything, anything).trash;
export const connection = connectionOf;
export const states = await sqlMigrations(database, anything).list();
export const login = sessionLogin({ login: 'POST /login', logout: 'POST /logout' });
export const loginRoutes = login['~routes'];
export const { find } = keySet(anything);
export const { issueToken } = tokenIssuer(anything);
export const securitySettings = (given: SecurityConfig) => ({ ...given });
export const securityServices = (given: SecurityServices) => ({ ...given });
export const limits = (given: RateLimitConfig) => given;
export const sessionSettings = (given: SessionConfig) => ({ ...given });
export const sessionMembers = (given: Session) => ({ get: given.get, set: given.set });
export const hubSettings = (given: EmbeddedHubConfig) => ({ ...given });
export const publisher = (given: HubPublisher) => ({ publish: given.publish });
export const request = (given: ListRequest) => ({ ...given });
export const shape = (given: StoreShape) => ({ ...given });
export const storeContext = (given: StoreContext) => ({ ...given });
export const storeMembers = (given: ResourceStore<{ id: number }>) => ({ ...given });
export const pageMembers = (given: Page<{ id: number }>) => ({ ...given });
export const { trace, incoming, route: matched, input, response, language } = createContext();
export const { data } = createProfile();
export const recorded = ({ request: head, response: answer, logs, routing }: ProfileData) => ({
  ...{ head, answer, logs, routing },
});
export const sent = await createTestHost({}).send('GET /');
export const { options: routeOptions, compiled } = new Route({ name: 'home', path: '/' });
export const { generate } = new UrlGenerator(new RouteCollection());
export const writeHeaders = { cacheControl, formatLink, formatSetCookie };
