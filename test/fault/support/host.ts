/**
 * The host that the scenarios start with `oriel-host start`. `DATABASE` is a URL of PostgreSQL or a file of SQLite; `REDIS`, `HUB_URL` and
 * `PROFILES`, a URL of PostgreSQL or a file for profiles, are optional. The prefix of its state is `PREFIX`, and `LIMITS` has limits of the server as JSON.
 */
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { defineHost, resource, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import {
  NodeSqliteDialect,
  handlePoolErrors,
  sqlIdempotencyStore,
  sqlSessionStorage,
  sqlStore,
  tracedDialect,
} from 'oriel-host/kysely';
import { Pool } from 'pg';
import { z } from 'zod';
import { PROFILER_KEY, SECRET, downloadPiece } from './host-values.ts';

const { env } = process;
const location = env['DATABASE']!;
const isPostgres = location.startsWith('postgres:');
const profiles = env['PROFILES'];
const areProfilesShared = profiles?.startsWith('postgres:') === true;
const database = new Kysely<{ notes: { id: string; text: string } }>({
  dialect: isPostgres
    ? tracedDialect(new PostgresDialect({ pool: createPool() }))
    : new NodeSqliteDialect({ database: new DatabaseSync(location), busyTimeout: 500 }),
});

export default defineHost({
  secret: SECRET,
  access: 'public',
  proxies: ['127.0.0.1'],
  limits: JSON.parse(env['LIMITS'] ?? '{}') as NonNullable<HostConfig['limits']>,
  log: { access: false },
  health: true,
  metrics: true,
  compression: false,
  ...(isPostgres || env['REDIS'] !== undefined
    ? {
        state: {
          ...(isPostgres ? { database } : {}),
          redis: env['REDIS'],
          ...(areProfilesShared ? { profiles } : {}),
          prefix: env['PREFIX'] ?? 'oriel',
        },
      }
    : {}),
  ...(isPostgres ? {} : { api: { idempotency: { store: sqlIdempotencyStore(database) } } }),
  sessions: {
    csrf: false,
    anonymous: false,
    ...(isPostgres || env['REDIS'] !== undefined ? {} : { storage: sqlSessionStorage(database) }),
  },
  ...(env['REDIS'] === undefined
    ? {}
    : { rateLimits: [{ name: 'plain', limit: 1_000_000, per: '1 h', routes: ['plain'] }] }),
  ...createHub(),
  profiler:
    profiles === undefined
      ? false
      : { key: PROFILER_KEY, exposeToken: true, ...(areProfilesShared ? {} : { file: profiles }) },
  resources: [
    resource('notes', z.object({ id: z.string(), text: z.string() }), {
      id: 'id',
      store: sqlStore(database, 'notes'),
      idempotency: 'accept',
      ...(env['REDIS'] === undefined && env['HUB_URL'] === undefined ? {} : { live: true }),
    }),
  ],
  routes: [
    route('plain', 'GET /plain', { handle: () => 'plain' }),
    route('process', 'GET /process', { handle: () => ({ id: process.pid, memory: process.memoryUsage.rss() }) }),
    route('visit', 'POST /visits', {
      handle: async ({ session }) => ({
        visits: await session.update('visits', (visits) => ((visits as number | undefined) ?? 0) + 1),
      }),
    }),
    route('visits', 'GET /visits', {
      handle: async ({ session }) => ({ visits: (await session.get('visits')) ?? 0 }),
    }),
    route('wait', 'GET /wait/{ms<\\d+>}', {
      handle: async ({ params }) => {
        await sleep(Number(params.ms));
        return { waited: Number(params.ms) };
      },
    }),
    route('block', 'POST /block/{ms<\\d+>}', { handle: ({ params }) => block(Number(params.ms)) }),
    // Holds a connection of the pool.
    route('hold', 'GET /hold/{ms<\\d+>}', {
      handle: async ({ params }) => {
        await sql`select pg_sleep(${Number(params.ms) / 1000})`.execute(database);
        return { held: Number(params.ms) };
      },
    }),
    route('count', 'GET /count', {
      handle: async () =>
        (await sql<{ count: number }>`select count(*) as count from notes`.execute(database)).rows[0]!,
    }),
    route('upload', 'POST /upload', {
      bodyLimit: 100_000_000,
      handle: async ({ payload }) => {
        const digest = createHash('sha256');
        let bytes = 0;
        for await (const piece of payload.stream() as AsyncIterable<Uint8Array>) {
          digest.update(piece);
          bytes += piece.length;
        }
        return { bytes, sha256: digest.digest('hex') };
      },
    }),
    route('download', 'GET /download/{pieces<\\d+>}/{ms<\\d+>}', {
      handle: ({ params }) =>
        new Response(pieces(Number(params.pieces), Number(params.ms)), {
          headers: { 'Content-Type': 'application/octet-stream' },
        }),
    }),
  ],
});

function createPool(): Pool {
  return handlePoolErrors(
    new Pool({
      connectionString: location,
      max: Number(env['POOL'] ?? 10),
      connectionTimeoutMillis: 1_000,
      query_timeout: 3_000,
      keepAlive: true,
    }),
    () => {},
  );
}

function createHub(): Partial<HostConfig> {
  const publicUrl = 'http://localhost/.well-known/mercure';
  const identity = { secret: SECRET, publicUrl };
  if (env['HUB_URL'] !== undefined) return { hub: { ...identity, url: env['HUB_URL'], retries: 1_000 } };
  return env['REDIS'] === undefined ? {} : { hub: { ...identity, anonymous: true } };
}

function block(milliseconds: number): { blocked: number } {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
  return { blocked: milliseconds };
}

async function* createPieces(count: number, ms: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index++) {
    if (ms > 0) await sleep(ms);
    yield downloadPiece(index);
  }
}

function pieces(count: number, ms: number): ReadableStream<Uint8Array> {
  return ReadableStream.from<Uint8Array>(createPieces(count, ms));
}
