import { readFileSync, statSync } from 'oriel-core/builtins';

/**
 * Returns what a developer reads about a database library that a bundler copied into a file, where it cannot be watched;
 * undefined if the file contains none. Bundlers rename variables, but not the texts of errors.
 *
 * @param file a file that has opened a connection to a database
 */
export function findBundledLibrary(file: string): string | undefined {
  if (statSync(file).size > MAX_BYTES) return undefined;
  const source = readFileSync(file, 'utf8');
  const name = Object.keys(TEXTS).find((key) => source.includes(TEXTS[key]!));
  return name === undefined
    ? undefined
    : `${name} is in a bundle, so its queries are not recorded: ${adviceFor(name, file)}`;
}

function adviceFor(name: string, file: string): string {
  if (file.includes('/.next/')) return `add it to serverExternalPackages in the configuration of Next.js`;
  return `mark it as external in the bundler, such as --external:${name}`;
}

const MAX_BYTES = 64_000_000;

const TEXTS: Readonly<Record<string, string>> = {
  postgres: 'MAX_PARAMETERS_EXCEEDED',
  pg: 'Client has encountered a connection error and is not queryable',
  mysql2: 'got packets out of order. Expected',
  mysql: 'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  mariadb: 'ER_SOCKET_UNEXPECTED_CLOSE',
  tedious: '`.connect` can not be called on a Connection in',
  mongodb: 'MongoServerSelectionError',
  ioredis: 'MaxRetriesPerRequestError',
  redis: 'ClientClosedError',
  'cassandra-driver': 'NoHostAvailableError',
  'neo4j-driver': 'Neo4jError',
};

/** Database libraries that are not watched. */
export const UNWATCHED_DATABASES: ReadonlySet<string> = new Set(
  `tedious oracledb cassandra-driver neo4j-driver pg-native libpq sql.js @neondatabase/serverless
  @planetscale/database @vercel/postgres @electric-sql/pglite duckdb @duckdb/node-api @clickhouse/client couchbase
  snowflake-sdk ibm_db node-firebird @google-cloud/spanner @google-cloud/firestore rethinkdb edgedb gel memcached`.split(
    /\s+/,
  ),
);
