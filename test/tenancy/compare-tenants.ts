import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Kysely } from 'kysely';
import type { Host } from 'oriel-host';
import { RandomRequests } from './random-requests.ts';
import type { Stolen, TestRequest } from './random-requests.ts';
import { createTenantHost } from './tenant-host.ts';
import { createProviders } from './tenant-providers.ts';
import type { ProviderKind, Providers } from './tenant-providers.ts';
import { createRows, MARKER, TENANT_FIELDS } from './tenant-rows.ts';
import type { ResourceName, Row } from './tenant-rows.ts';

/** A host with the rows of two tenants, and one where tenant `b` does not exist. */
interface Compared {
  readonly both: Host;
  readonly alone: Host;
  readonly rows: Providers['rows'];
}

/** The number of requests of a test for each kind of provider. */
export const REQUESTS = Number(process.env['ORIEL_TENANT_REQUESTS'] ?? 5_000);

/** Databases with empty schemas, for `postgres`. */
export type Databases = readonly [both: Kysely<never>, alone: Kysely<never>];

/**
 * Sends the same random requests as tenant `a`, or without a tenant, to a host with the rows of two tenants and to one without
 * the rows of tenant `b`. All responses must be equal, byte for byte, and the rows of tenant `b` must not change.
 *
 * @param count the number of requests; `ORIEL_TENANT_SEED` sets the seed
 * @returns how many requests got each status
 */
export async function compareTenants(
  kind: ProviderKind,
  count: number,
  databases?: Databases,
): Promise<Readonly<Record<number, number>>> {
  const [both, alone] = [
    await createProviders(kind, createRows('both'), databases?.[0]),
    await createProviders(kind, createRows('a'), databases?.[1]),
  ];
  const compared = { both: createTenantHost(kind, both), alone: createTenantHost(kind, alone), rows: both.rows };
  try {
    return await compare(compared, count);
  } finally {
    for (const value of [both, alone]) await value.close();
  }
}

async function compare({ both, alone, rows }: Compared, count: number): Promise<Record<number, number>> {
  const stolen = await actAsOtherTenant(both, alone);
  const before = await rows();
  const requests = new RandomRequests(Number(process.env['ORIEL_TENANT_SEED'] ?? 21), stolen);
  const statuses: Record<number, number> = {};
  for (let index = 0; index < count; index++) {
    const request = requests.next();
    // One request in 20 has no tenant.
    const tenant = index % 20 === 19 ? {} : { 'X-Tenant': 'a' };
    const [seen, expected] = await Promise.all([exchange(both, request, tenant), exchange(alone, request, tenant)]);
    const line = `${index}: ${JSON.stringify({ ...request, ...tenant })}`;
    deepEqual(seen, expected, line);
    ok(!seen.text.includes(MARKER) || request.path.includes(MARKER), `a row of another tenant in ${line}`);
    ok(seen.status < 500, `${seen.status} ${seen.text} in ${line}`);
    statuses[seen.status] = (statuses[seen.status] ?? 0) + 1;
  }
  assertRows(before, await rows());
  return statuses;
}

// Returns what the same user received as tenant b, so that requests of tenant a can contain it.
async function actAsOtherTenant(both: Host, alone: Host): Promise<Stolen> {
  const asOther = { 'X-Tenant': 'b' };
  const get = (path: string) => exchange(both, { method: 'GET', path, headers: {} }, asOther);
  const tags: string[] = ['"other"'];
  for (const path of ['/api/notes/b1', '/api/notes', '/api/authors/b2', '/api/entries'])
    tags.push(...headersNamed('etag', await get(path)));
  const cursors: string[] = ['none'];
  for (const path of ['/api/entries', '/api/entries?itemsPerPage=3'])
    cursors.push(
      ...headersNamed('link', await get(path)).flatMap((link) =>
        [...link.matchAll(/cursor=([^>&]+)/g)].map(([, text]) => text!),
      ),
    );
  const idempotencyKeys = ['key-1', 'key-2', 'key-3', 'key-4'];
  for (const key of idempotencyKeys.slice(2)) {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
    const note = { id: `b-${key}`, title: `note ${MARKER}`, stars: 0, author: null, reviewer: null, country: null };
    const request = { method: 'POST', path: '/api/notes', headers, body: JSON.stringify(note) };
    equal((await exchange(both, request, asOther)).status, 201);
  }
  // The other host has other rows, but the same tags and cursors of tenant a.
  equal(
    (await exchange(alone, { method: 'GET', path: '/api/notes/b1', headers: {} }, { 'X-Tenant': 'a' })).status,
    404,
  );
  return { tags, cursors, idempotencyKeys };
}

interface Exchanged {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
}

async function exchange(host: Host, { method, path, headers, body }: TestRequest, tenant: object): Promise<Exchanged> {
  const sent = { 'X-User': 'ada', ...headers, ...tenant };
  const response = await host.fetch(
    new Request(`http://localhost${path}`, { method, headers: sent, ...(body === undefined ? {} : { body }) }),
  );
  const text = await response.text();
  const received = [...response.headers].filter(([name]) => !VARYING.has(name));
  return { status: response.status, headers: received, text };
}

// Headers that differ between two equal requests.
const VARYING: ReadonlySet<string> = new Set(['date', 'x-request-id']);

function headersNamed(name: string, { headers }: Exchanged): string[] {
  return headers.filter(([other]) => other === name).map(([, value]) => value);
}

/** Fails if the requests were not varied: some reach rows, miss rows, are denied, conflict and are invalid. */
export function assertVaried(statuses: Readonly<Record<number, number>>): void {
  for (const status of [200, 201, 204, 207, 400, 403, 404, 409, 412, 422])
    ok((statuses[status] ?? 0) >= REQUESTS / 1_000, `status ${status}: ${JSON.stringify(statuses)}`);
}

/** Fails if rows of tenant `b` changed, or new rows belong to neither tenant. */
function assertRows(before: Record<ResourceName, Row[]>, after: Record<ResourceName, Row[]>): void {
  for (const [name, field] of Object.entries(TENANT_FIELDS) as [ResourceName, string | undefined][]) {
    if (field === undefined) continue;
    const ofOther = (rows: readonly Row[]) =>
      rows.filter((row) => row[field] !== 'a').map((row) => JSON.stringify(row));
    deepEqual(ofOther(after[name]).sort(), ofOther(before[name]).sort(), `rows of ${name}`);
  }
}
