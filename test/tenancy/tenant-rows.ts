import { z } from 'zod';

/** The schemas and rows of a small application with two tenants. Some rows link to rows of the other tenant. */
export const SCHEMAS = {
  teams: z.object({ id: z.string(), org: z.string(), name: z.string() }),
  authors: z.object({ id: z.string(), tenant: z.string(), name: z.string(), team: z.string().nullable() }),
  notes: z.object({
    id: z.string(),
    tenant: z.string(),
    title: z.string(),
    stars: z.int(),
    author: z.string().nullable(),
    reviewer: z.string().nullable(),
    country: z.string().nullable(),
  }),
  comments: z.object({ id: z.string(), tenant: z.string(), note: z.string(), text: z.string() }),
  entries: z.object({
    id: z.string(),
    tenant: z.string(),
    title: z.string(),
    at: z.int(),
    note: z.string().nullable(),
  }),
  labels: z.object({ tenant: z.string(), slug: z.string(), text: z.string() }),
  pins: z.object({ id: z.string(), label: z.string(), note: z.string().nullable() }),
  countries: z.object({ id: z.string(), name: z.string() }),
};

export type ResourceName = keyof typeof SCHEMAS;
export type Row = Record<string, unknown>;
export type Rows = Readonly<Record<ResourceName, readonly Row[]>>;

/** The fields that contain the tenant. Global resources have none. */
export const TENANT_FIELDS: Readonly<Record<ResourceName, string | undefined>> = {
  ...{ teams: 'org', authors: 'tenant', notes: 'tenant', comments: 'tenant', entries: 'tenant', labels: 'tenant' },
  ...{ pins: undefined, countries: undefined },
};

/** A text in every row of tenant `b`. No response to tenant `a` may contain it. */
export const MARKER = 'of-b';

const NUMBERS = [0, 1, 2, 3, 4, 5, 6];

function getRows(tenant: 'a' | 'b'): Record<Exclude<ResourceName, 'pins' | 'countries'>, Row[]> {
  const other = tenant === 'a' ? 'b' : 'a';
  const text = (name: string, n: number): string => `${name} ${n} of-${tenant}`;
  // The rows with the number 0 link to the other tenant. No request of the tests writes them.
  const linked = (n: number, many: number): string => (n === 0 ? `${other}0` : `${tenant}${(n % many) + 1}`);
  return {
    teams: NUMBERS.slice(0, 3).map((n) => ({ id: `${tenant}${n}`, org: tenant, name: text('team', n) })),
    authors: NUMBERS.slice(0, 4).map((n) => ({
      ...{ id: `${tenant}${n}`, tenant, name: text(n === 2 ? 'zoe' : n === 0 ? 'kim' : 'bea', n), team: linked(n, 2) },
    })),
    notes: NUMBERS.map((n) => ({
      ...{ id: `${tenant}${n}`, tenant, title: text('note', n), stars: n % 3 },
      ...{ author: linked(n, 3), reviewer: n === 2 ? `${tenant}2` : null, country: n % 2 === 0 ? 'fr' : null },
    })),
    comments: NUMBERS.map((n) => ({ id: `${tenant}${n}`, tenant, note: linked(n, 3), text: text('comment', n) })),
    entries: NUMBERS.map((n) => ({
      ...{ id: `${tenant}${n}`, tenant, title: text('entry', n), at: n % 4, note: linked(n, 3) },
    })),
    labels: [1, 2].map((n) => ({ tenant, slug: `s${n}`, text: text('label', n) })),
  };
}

/** Returns the rows of both tenants, or those of tenant `a` as if the other tenant did not exist. */
export function createRows(tenants: 'both' | 'a'): Rows {
  const [a, b] = [getRows('a'), tenants === 'both' ? getRows('b') : undefined];
  const merged = Object.fromEntries(
    Object.entries(a).map(([name, rows]) => [name, [...(b?.[name as keyof typeof a] ?? []), ...rows]]),
  ) as unknown as Rows;
  return {
    ...merged,
    pins: ['a0', 'b0', 'a2', 'b2', null].map((note, n) => ({ id: `p${n}`, label: `pin ${n % 2}`, note })),
    countries: [
      { id: 'fr', name: 'France' },
      { id: 'de', name: 'Germany' },
    ],
  };
}
