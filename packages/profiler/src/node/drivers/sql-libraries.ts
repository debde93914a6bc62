import { betterSqliteLibrary } from './better-sqlite3.ts';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { drizzleLibrary } from './drizzle.ts';
import { libsqlLibrary } from './libsql.ts';
import { MAPPER_LIBRARIES } from './mappers.ts';
import { mariadbLibrary } from './mariadb.ts';
import { mysqlLibrary } from './mysql.ts';
import { sqlite3Library } from './sqlite3.ts';
import { POOL_LIBRARIES } from './pools.ts';
import { knexLibrary } from './knex.ts';
import { mysql2Library } from './mysql2.ts';
import { pgLibrary, pgPoolLibrary } from './pg.ts';
import { postgresLibrary } from './postgres.ts';
import { prismaLibrary } from './prisma.ts';

/** The drivers of SQL databases and the query builders and mappers that are watched. */
export const SQL_LIBRARIES: readonly LibraryWatch[] = [
  pgLibrary,
  pgPoolLibrary,
  mysql2Library,
  mysqlLibrary,
  mariadbLibrary,
  sqlite3Library,
  libsqlLibrary,
  postgresLibrary,
  betterSqliteLibrary,
  ...POOL_LIBRARIES,
  knexLibrary,
  drizzleLibrary,
  prismaLibrary,
  ...MAPPER_LIBRARIES,
];
