import { SQL_LIBRARIES } from './sql-libraries.ts';

/**
 * Returns the first reason why queries of a process are not recorded, of the member `unwatched` of the configuration of its profiles;
 * undefined if they are.
 */
export function findHiddenQueries(unwatched: unknown): string | undefined {
  return String(unwatched ?? '')
    .split('\n')
    .find((line) => HIDES_QUERIES.test(line));
}

const DRIVERS = [...SQL_LIBRARIES.map(({ name }) => name), 'mongodb', 'redis', '@redis/client', 'ioredis'];
const HIDES_QUERIES = new RegExp(`queries are not recorded|^(?:${DRIVERS.join('|')}) .*is not watched`);
