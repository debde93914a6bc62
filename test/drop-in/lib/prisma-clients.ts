import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PrismaDatabase } from '../../../packages/host/src/integrations/prisma/prisma-client.ts';
import { APPS } from './application.ts';
import { prismaAdapter } from '../../../packages/host/src/integrations/prisma/prisma-adapter.ts';

/** A client of Prisma with the models of `apps/sql/prisma`. */
export interface TestClient extends PrismaDatabase {
  readonly author: object;
  readonly boat: {
    create(options: { data: object }): PromiseLike<object>;
    findMany(options?: object): PromiseLike<object[]>;
  };
  readonly book: object;
  readonly owner: object;
  readonly paper: object;
  readonly seat: object;
  readonly task: object;
  readonly thing: {
    findMany(options?: object): PromiseLike<object[]>;
    create(options: { data: object }): PromiseLike<object>;
  };
  $executeRawUnsafe(text: string): PromiseLike<number>;
  $disconnect(): Promise<void>;
  $extends(extension: object): TestClient;
}

type Adapter = { connect(): Promise<object> };
type AdapterClass = new (config: object, options?: object) => Adapter;

/** Opens a SQLite database. `prepare` returns the adapter of the client. */
export async function openSqlite(
  url = ':memory:',
  prepare: (adapter: Adapter) => Adapter = prismaAdapter,
): Promise<TestClient> {
  const { PrismaBetterSqlite3 } = (await load('adapters.mjs')) as {
    PrismaBetterSqlite3: AdapterClass;
  };
  return open('sqlite', prepare(new PrismaBetterSqlite3({ url })));
}

/** Opens PostgreSQL with the settings of a pool. The tables are in the schema. */
export async function openPostgres(settings: object, schema?: string): Promise<TestClient> {
  const { PrismaPg } = (await load('adapters.mjs')) as { PrismaPg: AdapterClass };
  return open('postgres', new PrismaPg(settings, { schema }));
}

interface PrismaExpression {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

/** The functions of Prisma that write conditions. */
interface PrismaSql {
  readonly sql: (strings: TemplateStringsArray, ...values: unknown[]) => PrismaExpression;
  readonly join: (values: readonly unknown[]) => object;
}

/** Returns `Prisma.sql` and `Prisma.join`. */
export async function prismaSql(): Promise<PrismaSql> {
  return ((await load('sqlite/client/client.ts')) as { Prisma: PrismaSql }).Prisma;
}

async function open(folder: string, adapter: Adapter): Promise<TestClient> {
  const { PrismaClient } = (await load(`${folder}/client/client.ts`)) as {
    PrismaClient: new (options: { adapter: Adapter }) => TestClient;
  };
  return new PrismaClient({ adapter });
}

// The types are checked before the packages of this folder are installed.
function load(file: string): Promise<unknown> {
  return import(pathToFileURL(join(APPS, 'sql/prisma', file)).href);
}
