/** The page by cursor of the example Atlas: its rows, headers and links. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Sample } from './workloads.ts';

const HOST = join(import.meta.dirname, '../examples/atlas/host.ts');
const FILE = process.env['ATLAS_DB'] || join(import.meta.dirname, '../var/atlas.sqlite');
const PAGE_COUNT = 400;
const COLUMNS = `id, name, '/api/countries/' || country as country, admin, feature, latitude, longitude, population, owner`;

/** The number of cities on a page. */
export const CITIES_PER_PAGE = 20;
export const CITIES_PATH = '/api/cities';

export const ATLAS_HEADERS = {
  'accept-post':
    'application/json, application/ld+json, application/vnd.api+json, application/hal+json, application/prs.hal-forms+json, text/csv',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Content-Location, Deprecation, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Sunset, X-Request-Id, X-Total-Count',
  'cache-control': 'no-cache, private',
  vary: 'Accept',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'deny',
} as const;

/** Opens the database of Atlas, which is built if it does not exist. */
export function openAtlas(): DatabaseSync {
  const build = `const { ready } = await import(${JSON.stringify(HOST)}); await ready();`;
  if (!existsSync(FILE)) execFileSync(process.execPath, ['--input-type=module', '--eval', build]);
  const database = new DatabaseSync(FILE);
  database.exec('pragma cache_size = -16384');
  return database;
}

/** Returns the query of cities, with the folded name for cursors, and a condition and an order. */
export function writeCityQuery(rest: string): string {
  return `select ${COLUMNS}, folded from cities ${rest}`;
}

/** Returns the pages of cities by name. Their paths are found by following links. */
export function atlasPages(): readonly Sample[] {
  const database = openAtlas();
  const rows = database
    .prepare(writeCityQuery(`order by folded, id limit ${PAGE_COUNT * CITIES_PER_PAGE}`))
    .all()
    .map(({ folded: _folded, ...city }) => city);
  database.close();
  return Array.from({ length: PAGE_COUNT }, (_, index) => {
    const text = JSON.stringify(rows.slice(index * CITIES_PER_PAGE, (index + 1) * CITIES_PER_PAGE));
    return { path: CITIES_PATH, answer: () => text };
  });
}
