import { freePort } from '../lib/free-port.ts';
import { createDatabase, SERVER_URL } from './database.ts';
import type { PublicApplication, Step } from './public-application.ts';

const DATABASE = 'oriel_applications_meta';
const TABLES = `
  create table author (id int primary key, name text not null);
  create table book (id int primary key, title text, author_id int references author(id), price numeric);
  insert into author values (1, 'Ada'), (2, 'Bob');
  insert into book values (1, 'One', 1, 12.50), (2, 'Two', 2, 9);
`;

let adminPort = 0;

/** Fastify and pg; an application below `node_modules`. */
export const postgresMeta: PublicApplication = {
  name: 'postgres-meta (Fastify, pg)',
  packages: { '@supabase/postgres-meta': '0.99.0' },
  async prepare() {
    // By default it is the next port, which a connection may have.
    adminPort = await freePort();
    await createDatabase(DATABASE, TABLES);
  },
  start(port) {
    const { hostname, port: databasePort, username, password } = new URL(SERVER_URL);
    return {
      args: ['node_modules/@supabase/postgres-meta/dist/server/server.js'],
      env: {
        PG_META_HOST: '127.0.0.1',
        PG_META_PORT: String(port),
        PG_META_DB_HOST: hostname,
        PG_META_DB_PORT: databasePort || '5432',
        PG_META_DB_NAME: DATABASE,
        PG_META_DB_USER: username,
        PG_META_DB_PASSWORD: password || 'planted-meta-1',
        PG_META_ADMIN_PORT: String(adminPort),
      },
    };
  },
  readyPath: '/health',
  session: [
    ...[
      'schemas',
      'tables',
      'columns',
      'types',
      'extensions',
      'functions',
      'publications',
      'triggers',
      'views',
      'policies',
    ].map((name): Step => ({ request: { path: `/${name}?limit=3` }, route: `/${name}`, queries: true })),
    ...['roles', 'indexes', 'materialized-views', 'foreign-tables', 'schemas'].map((name): Step => ({
      request: { path: `/${name}?limit=2` },
      route: `/${name}`,
      queries: true,
    })),
    { request: { path: '/config/version' }, route: '/config/version', queries: true },
    ...[1, 2].map((id): Step => query(`select title from book where id = ${id}`)),
    query('select name from author order by id'),
    query("insert into book (id, title) values (3, 'Three')"),
    query('selec wrong', ['failed-query', 'logged-errors']),
    query('select * from missing', ['failed-query', 'logged-errors']),
    { request: { path: '/tables/999999' }, route: '/tables/:id(\\d+)', queries: true, findings: ['logged-errors'] },
    { request: { path: '/schemas/2200' }, route: '/schemas/:id(\\d+)', queries: true },
    { request: { path: '/health' }, route: '/health' },
    { request: { path: '/missing' }, findings: ['logged-errors'] },
    {
      request: { method: 'POST', path: '/query', headers: { 'Content-Type': 'text/plain' }, body: 'x' },
      route: '/query',
      findings: ['exception'],
    },
    { request: { path: '/tables?limit=2', headers: { 'Accept-Encoding': 'gzip' } }, route: '/tables', queries: true },
    { request: { method: 'HEAD', path: '/schemas' }, route: '/schemas', queries: true },
    { request: { path: '/generators/typescript' }, route: '/generators/typescript', queries: true },
  ],
  variable: [
    /"(?:live|dead)_rows_estimate":\d+/g,
    /"(?:bytes|size)":[^,]+/g,
    /"(?:id|oid|table_id|relation_id|type_id|return_type_id|\w+_table_id)":"?[\d.]+"?/g,
    /"date":"[^"]+"/g,
  ],
  secrets: ['planted-meta-1'],
};

function query(sql: string, findings: readonly string[] = []): Step {
  const headers = { 'Content-Type': 'application/json' };
  return {
    request: { method: 'POST', path: '/query', headers, body: JSON.stringify({ query: sql }) },
    route: '/query',
    queries: true,
    findings,
  };
}
