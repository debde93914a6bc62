import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { ConflictError, memoryStore } from 'oriel-host';
import type { ResourceStore } from 'oriel-host/resources';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { listInMemory } from 'oriel-host/resources';
import type { ListRequest } from 'oriel-host/resources';
import { SCHEMAS } from './tenant-rows.ts';
import type { ResourceName, Row, Rows } from './tenant-rows.ts';

/** What provides the rows: a store, functions that return arrays, or functions that return pages. */
export type ProviderKind = 'memory' | 'sqlite' | 'postgres' | 'arrays' | 'pages';

/** The providers of all resources over the same rows. */
export interface Providers {
  /** The options `store`, or `provide` and `process`, of a resource. */
  readonly options: (name: ResourceName) => object;
  /** The store of a resource, or an object with the same methods over the functions. */
  readonly store: (name: ResourceName) => Required<Pick<ResourceStore, 'list' | 'create'>>;
  /** Returns all rows, without a limit. */
  readonly rows: () => Promise<Record<ResourceName, Row[]>>;
  readonly close: () => Promise<void>;
}

const NAMES = Object.keys(SCHEMAS) as ResourceName[];
const KEYS: Partial<Record<ResourceName, readonly string[]>> = { labels: ['tenant', 'slug'] };
export const keysOf = (name: ResourceName): readonly string[] => KEYS[name] ?? ['id'];

/** Creates the providers. @param database the database for `postgres`, with an empty schema */
export async function createProviders(kind: ProviderKind, rows: Rows, database?: Kysely<never>): Promise<Providers> {
  if (kind === 'memory') return memoryProviders(rows);
  if (kind === 'arrays' || kind === 'pages') return functionProviders(kind, rows);
  const opened = kind === 'postgres' ? database! : openSqlite();
  return sqlProviders(opened as unknown as Kysely<Record<string, Row>>, rows, kind === 'sqlite');
}

function memoryProviders(rows: Rows): Providers {
  const stores = new Map(NAMES.map((name) => [name, memoryStore(rows[name])]));
  const all = { where: undefined, order: [], window: { by: 'all' as const }, count: false, fields: undefined };
  return {
    options: (name) => ({ store: stores.get(name) }),
    store: (name) => stores.get(name)!,
    rows: async () => readEach(async (name) => [...(await stores.get(name)!.list(all, {} as never)).items] as Row[]),
    close: async () => {},
  };
}

function openSqlite(): Kysely<never> {
  const file = new DatabaseSync(':memory:');
  return new Kysely<never>({ dialect: new NodeSqliteDialect({ database: file }) });
}

async function sqlProviders(database: Kysely<Record<string, Row>>, rows: Rows, closes: boolean): Promise<Providers> {
  await sql.raw('create table teams (id text primary key, org text not null, name text not null)').execute(database);
  await sql
    .raw('create table authors (id text primary key, tenant text not null, name text not null, team text)')
    .execute(database);
  await sql
    .raw(
      `create table notes (id text primary key, tenant text not null, title text not null, stars integer not null,
       author text, reviewer text references authors, country text)`,
    )
    .execute(database);
  await sql
    .raw('create table comments (id text primary key, tenant text not null, note text not null, text text not null)')
    .execute(database);
  await sql
    .raw(
      'create table entries (id text primary key, tenant text not null, title text not null, at integer not null, note text)',
    )
    .execute(database);
  await sql
    .raw(
      'create table labels (tenant text not null, slug text not null, text text not null, primary key (tenant, slug))',
    )
    .execute(database);
  await sql.raw('create table pins (id text primary key, label text not null, note text)').execute(database);
  await sql.raw('create table countries (id text primary key, name text not null)').execute(database);
  for (const name of NAMES) for (const row of rows[name]) await database.insertInto(name).values(row).execute();
  const stores = new Map(NAMES.map((name) => [name, sqlStore(database, name)]));
  return {
    options: (name) => ({ store: stores.get(name) }),
    store: (name) => stores.get(name)!,
    rows: async () => readEach(async (name) => database.selectFrom(name).selectAll().execute()),
    close: async () => (closes ? database.destroy() : undefined),
  };
}

// The functions know nothing of tenants: each returns and changes the rows of all.
function functionProviders(kind: 'arrays' | 'pages', rows: Rows): Providers {
  const maps = new Map(
    NAMES.map((name) => [name, new Map(rows[name].map((row) => [getKey(name, row), structuredClone(row)]))]),
  );
  const valueAt = (row: Row, path: string): unknown => valueThroughLinks(maps, row, path);
  const page = (name: ResourceName, request: ListRequest) =>
    listInMemory(
      [...maps.get(name)!.values()],
      request,
      (path) => (/stars|at$/.test(path) ? 'integer' : 'string'),
      valueAt,
    );
  const create = (name: ResourceName, row: Row): Row => {
    const map = maps.get(name)!;
    const key = getKey(name, row);
    if (map.has(key)) throw new ConflictError('It exists');
    map.set(key, row);
    return row;
  };
  const options = (name: ResourceName): object => {
    const map = maps.get(name)!;
    const put = (id: unknown, row: Row): Row => {
      const key = getKey(name, typeof id === 'object' ? (id as Row) : { id });
      const merged = { ...map.get(key), ...row };
      map.set(key, merged);
      return merged;
    };
    return {
      provide: {
        list: ({ request }: { request: ListRequest }) => (kind === 'pages' ? page(name, request) : [...map.values()]),
        get: ({ id }: { id: unknown }) => map.get(getKey(name, typeof id === 'object' ? (id as Row) : { id })) ?? null,
      },
      process: {
        create: ({ body }: { body: Row }) => create(name, { ...body }),
        replace: ({ id, body }: { id: unknown; body: Row }) => put(id, body),
        patch: ({ id, changes }: { id: unknown; changes: Row }) => put(id, changes),
        delete: ({ id }: { id: unknown }) => {
          map.delete(getKey(name, typeof id === 'object' ? (id as Row) : { id }));
        },
      },
    };
  };
  return {
    options,
    store: (name) => ({
      list: (request, { scope = {} }) => {
        const { items } = page(name, { ...request, window: { by: 'all' } });
        return { items: items.filter((row) => Object.entries(scope).every(([field, value]) => row[field] === value)) };
      },
      create: (row, { scope }) => create(name, { ...row, ...scope }),
    }),
    rows: async () => readEach(async (name) => [...maps.get(name)!.values()]),
    close: async () => {},
  };
}

const LINKS: Readonly<Record<string, ResourceName>> = { author: 'authors', team: 'teams', note: 'notes' };

function valueThroughLinks(maps: ReadonlyMap<ResourceName, ReadonlyMap<string, Row>>, row: Row, path: string): unknown {
  const [first, ...rest] = path.split('.');
  if (rest.length === 0) return row[first!];
  const to = LINKS[first!]!;
  const linked = maps.get(to)!.get(getKey(to, { id: row[first!] }));
  return linked && valueThroughLinks(maps, linked, rest.join('.'));
}

function getKey(name: ResourceName, row: Row): string {
  return JSON.stringify(keysOf(name).map((key) => row[key]));
}

async function readEach(read: (name: ResourceName) => Promise<Row[]>): Promise<Record<ResourceName, Row[]>> {
  const found = {} as Record<ResourceName, Row[]>;
  for (const name of NAMES) found[name] = (await read(name)).map((row) => ({ ...row }));
  return found;
}
