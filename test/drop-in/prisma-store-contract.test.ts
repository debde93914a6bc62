import { after, describe, test } from 'node:test';
import { resourceStoreContract } from '../contracts/resource-store.ts';
import { openStores, POSTGRES_TYPES, SQLITE_TYPES } from '../contracts/store-tables.ts';
import type { ContractLibrary, ContractTypes } from '../contracts/store-tables.ts';
import { compareStores } from '../contracts/memory-comparison.ts';
import { columnTypesContract } from '../contracts/column-types.ts';
import { storedValuesContract } from '../contracts/stored-values.ts';
import { POSTGRES_VALUES, SQLITE_VALUES } from '../contracts/stored-values-cases.ts';
import { connectPostgres, POSTGRES_URL } from '../contracts/postgres.ts';
import { prismaStore } from '../../packages/host/src/integrations/prisma/prisma-store.ts';
import { openPostgres, openSqlite } from './lib/prisma-clients.ts';
import type { TestClient } from './lib/prisma-clients.ts';
import { skipWithout } from './lib/skip-without.ts';

describe('the contract of prismaStore', { skip: skipWithout('@prisma/client') }, async () => {
  const { schema, skip, close } = await connectPostgres('prisma');
  const postgres = await openPostgres({ connectionString: POSTGRES_URL, options: `-c search_path=${schema}` }, schema);
  after(async () => {
    await postgres.$disconnect();
    await close();
  });

  // The names of the tables in the contract, and those of the models.
  const MODELS = {
    authors: 'author',
    books: 'book',
    owners: 'owner',
    papers: 'paper',
    seats: 'seat',
    things: 'thing',
  } as const;

  // The models declare the columns, so only the second columns of text and exact numbers are options.
  function getLibrary(client: TestClient, types: ContractTypes): ContractLibrary {
    return {
      types,
      run: (sql) => client.$executeRawUnsafe(sql),
      store: (table, { columns = {} } = {}) => {
        const { folded } = columns;
        return prismaStore(
          client,
          MODELS[table as keyof typeof MODELS],
          folded ? { columns: { folded, money: 'money', big: 'big' } } : {},
        );
      },
    };
  }

  resourceStoreContract('prismaStore on SQLite', {
    constraints: true,
    open: async () => openStores(getLibrary(await openSqlite(), SQLITE_TYPES)),
  });
  resourceStoreContract('prismaStore on PostgreSQL', {
    constraints: true,
    skip,
    open: () => openStores(getLibrary(postgres, POSTGRES_TYPES)),
  });

  // The types that `prisma migrate` declares. Its adapter converts values by them.
  const PRISMA_TYPES = { ...SQLITE_TYPES, boolean: 'boolean', integer: 'bigint', json: 'jsonb', time: 'datetime' };

  test('prismaStore on SQLite filters, sorts and pages like memoryStore', async () => {
    await compareStores(getLibrary(await openSqlite(), PRISMA_TYPES), 1500);
  });
  test('prismaStore on PostgreSQL filters, sorts and pages like memoryStore', { skip }, async () => {
    await compareStores(getLibrary(postgres, POSTGRES_TYPES), 500);
  });

  storedValuesContract('prismaStore on PostgreSQL', () => getLibrary(postgres, POSTGRES_TYPES), POSTGRES_VALUES, skip);
  // The adapter of Prisma reads neither text nor bytes in a column of numbers, and has another format of times.
  const PRISMA_VALUES = SQLITE_VALUES.filter(
    ({ field, sorted }) => field !== 'time' && !sorted.flat().some((text) => /seven|x'/.test(text)),
  );
  storedValuesContract(
    'prismaStore on SQLite',
    async () => getLibrary(await openSqlite(), SQLITE_TYPES),
    PRISMA_VALUES,
  );
  columnTypesContract('prismaStore on PostgreSQL', () => getLibrary(postgres, POSTGRES_TYPES), skip);
});
