/**
 * Returns whether a package sends queries for others: a driver, a pool, a query builder, an object-relational mapper, or a
 * helper of them. Their frames on a stack are never the origin of a query.
 *
 * @param name the name in its package.json
 */
export function isDatabasePackage(name: string): boolean {
  return PACKAGES.has(name) || SCOPES.has(name.slice(0, name.indexOf('/')));
}

const PACKAGES: ReadonlySet<string> = new Set([
  ...['pg', 'pg-pool', 'pg-cursor', 'pg-query-stream', 'pg-native', 'pg-promise', 'pg-protocol', 'pg-minify', 'spex'],
  ...['postgres', 'slonik', 'massive', 'mysql', 'mysql2', 'promise-mysql', 'mariadb', 'sqlstring', 'sql-escaper'],
  ...['sqlite3', 'sqlite', 'better-sqlite3', 'libsql', 'sql.js', 'tedious', 'mssql', 'oracledb', 'cassandra-driver'],
  ...['knex', 'kysely', 'drizzle-orm', 'sequelize', 'sequelize-typescript', 'typeorm', 'objection', 'bookshelf'],
  ...['waterline', 'waterline-sql-builder', 'machinepack-mysql', 'machinepack-postgresql', 'sails-mysql'],
  ...['sails-postgresql', 'mongodb', 'mongodb-core', 'mongoose', 'mquery', 'kareem', 'mpath', 'monk'],
  ...['redis', 'ioredis', 'standard-as-callback', 'redis-parser', 'cluster-key-slot', 'handy-redis'],
  ...['generic-pool', 'tarn', 'sequelize-pool', 'retry-as-promised', 'named-placeholders', 'denque', 'lru-cache'],
  // These call functions of others.
  ...['bluebird', 'async', 'dataloader', 'fastq', 'p-queue', 'p-limit', 'p-map', 'bottleneck', 'tslib', 'rxjs'],
  ...['core-js', 'regenerator-runtime', 'reflect-metadata', 'zone.js', 'cls-hooked', 'eventemitter3', 'next-tick'],
]);

const SCOPES: ReadonlySet<string> = new Set([
  ...['@prisma', '@libsql', '@mikro-orm', '@neondatabase', '@planetscale', '@redis', '@sequelize', '@vlcn.io'],
  ...['@electric-sql', '@kysely', '@databases', '@babel', '@swc'],
]);
