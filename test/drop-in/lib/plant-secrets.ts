import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { POSTGRES_URL } from '../../contracts/postgres.ts';
import { Client } from '../../safety/support/client.ts';
import { excerptOfSecret } from '../../safety/support/leaks.ts';
import type { Leak } from '../../safety/support/leaks.ts';
import { createPlanter } from '../../safety/support/planter.ts';
import { SECRET_REQUESTS } from '../../safety/support/secret-requests.ts';
import type { Planter, SecretRequest } from '../../safety/support/secret-requests.ts';
import { startApplication } from './application.ts';
import { startCollector } from './otlp-collector.ts';
import { REDIS_URL, whyNoRedis } from './redis.ts';
import { SECRET_WORK } from './secret-work.ts';
import { skipWithout } from './skip-without.ts';
import { mariaBoats, sqliteBoats } from './sql-databases.ts';

/** The applications in `apps/secrets`. */
export const SECRET_APPLICATIONS: readonly string[] = ['node-http', 'express', 'fastify', 'koa', 'hono'];

export interface PlantResult {
  readonly planted: number;
  readonly requests: number;
  readonly profiles: number;
  readonly leaks: readonly Leak[];
  /** Values that are no secrets and were not found, such as `harmless-pg`. Without them, the work was not recorded. */
  readonly missing: readonly string[];
}

/** What the applications use, started once for all of them. */
export interface Services {
  readonly env: Readonly<Record<string, string>>;
  /** The drivers that have a database on this machine. */
  readonly drivers: readonly string[];
}

/**
 * Sends requests with secrets to an application that is recorded by `oriel/register`, and searches for them in the store:
 * `node --conditions=oriel:source test/drop-in/lib/plant-secrets.ts <seed>`.
 *
 * @param t closes what was started
 */
export async function plantSecrets(
  t: { after(work: () => unknown): void },
  application: string,
  seed: number,
  minimum: number,
  { env: services, drivers }: Services,
): Promise<PlantResult> {
  const { planter, secrets } = createPlanter(seed);
  const requests: SecretRequest[] = [];
  const work: (readonly [string, unknown])[] = [];
  while (secrets.length < minimum) {
    for (const create of Object.values(REQUESTS)) requests.push(create(planter));
    for (const [kind, create] of Object.entries(SECRET_WORK)) {
      requests.push({ line: `GET /entries/${work.length}` });
      work.push([kind, create(planter)]);
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'oriel-secrets-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'profiler.sqlite');
  const env = { ...services, SECRET_WORK: join(folder, 'work.json'), ORIEL_PROFILER_FILE: file };
  writeFileSync(env.SECRET_WORK, JSON.stringify(work));
  const collector = await startCollector(t);
  const app = await startApplication(t, `secrets/${application}.mjs`, {
    env: { ...env, ORIEL_PROFILER_OTLP: collector.url },
  });
  const client = new Client(Number(new URL(app.url).port));
  t.after(() => client.close());
  for (const { line, headers, body } of requests) await client.send(line, { headers, body });
  const harmless = await client.send('POST /echo?page=harmless-value', { body: 'harmless-value' });
  await app.profile(harmless.get('x-debug-token')!);
  const profiles = await app.profiles(requests.length + 1);
  await collector.until(() => collector.spans.filter(({ kind }) => kind === SERVER).length > requests.length);
  const places = [
    ...collector.received.map(({ path, body }) => [`exported to ${path}`, body] as const),
    ...profiles.map(
      (profile) => [`${profile.summary.method} ${profile.summary.url}`, JSON.stringify(profile)] as const,
    ),
    ...['', '-wal', '-shm'].map((part) => [`store${part}`, getContent(file + part)] as const),
  ];
  const leaks = places.flatMap(([location, content]) => {
    const excerpt = excerptOfSecret(content);
    return excerpt === undefined ? [] : [{ place: location, excerpt }];
  });
  return {
    ...{ planted: secrets.length, requests: requests.length + 1, profiles: profiles.length, leaks },
    missing: ['value', ...drivers]
      .map((name) => `harmless-${name}`)
      .filter((value) => !places.some(([, content]) => content.includes(value))),
  };
}

/** The kind of a span of a request. */
const SERVER = 2;

const { 'a name that only this application redacts': _, ...GENERAL_REQUESTS } = SECRET_REQUESTS;

const REQUESTS: Readonly<Record<string, (planter: Planter) => SecretRequest>> = {
  ...GENERAL_REQUESTS,
  'a compressed body': (planter) => {
    const { headers = {}, body = '' } = SECRET_REQUESTS['a JSON body']!(planter);
    return { line: 'POST /echo', headers: { ...headers, 'Content-Encoding': 'gzip' }, body: gzipSync(body) };
  },
};

function getContent(file: string): string {
  return existsSync(file) ? readFileSync(file, 'latin1') : '';
}

/** Starts the server that the applications call and the databases, and finds those that run already. */
export async function startServices(t: { after(work: () => unknown): void }): Promise<Services> {
  const server = createServer((request, response) => request.resume().on('end', () => response.end('{}')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => void server.close());
  const [maria, hasPrisma, hasRedis, hasPostgres] = [
    await mariaBoats(t),
    skipWithout('@prisma/client') === false,
    (await whyNoRedis()) === false,
    await isPostgresReachable(),
  ];
  return {
    env: {
      TARGET_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...(await sqliteBoats(t)),
      ...(typeof maria === 'string' ? { SQL_SOCKET: '' } : maria),
      ...{
        HAS_PRISMA: hasPrisma ? '1' : '',
        REDIS_URL: hasRedis ? REDIS_URL : '',
        SQL_URL: hasPostgres ? POSTGRES_URL : '',
      },
    },
    drivers: [
      ...['sqlite', 'better-sqlite3', 'mongodb'],
      ...(hasPrisma ? ['prisma'] : []),
      ...(typeof maria === 'string' ? [] : ['mysql2']),
      ...(hasRedis ? ['redis', 'ioredis'] : []),
      ...(hasPostgres ? ['pg', 'postgres'] : []),
    ],
  };
}

async function isPostgresReachable(): Promise<boolean> {
  const { Client: PostgresClient } = await import('pg');
  const client = new PostgresClient({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 20_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

if (import.meta.main) {
  const seed = Number(process.argv[2] ?? Date.now() % 1_000_000);
  const work: (() => unknown)[] = [];
  const t = { after: (callback: () => unknown) => void work.push(callback) };
  const services = await startServices(t);
  console.log(`Drivers: ${services.drivers.join(', ')}.`);
  for (const [index, application] of SECRET_APPLICATIONS.entries()) {
    const { planted, requests, leaks, missing } = await plantSecrets(t, application, seed + index, 500, services);
    console.log(`Seed ${seed + index}, ${application}: ${planted} secrets in ${requests} requests.`);
    for (const { place, excerpt } of leaks) console.log(`  ${place}\n    … ${excerpt} …`);
    if (missing.length > 0) console.log(`Not recorded: ${missing.join(', ')}.`);
    console.log(leaks.length === 0 ? 'No secret was found.' : `Secrets in ${leaks.length} places.`);
    if (leaks.length + missing.length > 0) process.exitCode = 1;
  }
  for (const callback of work) await callback();
}
