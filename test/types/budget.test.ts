import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MAX_INSTANTIATIONS = 40_000;
const ROUTES = 200;
const RESOURCES = 200;
const MAX_WITH_CLIENT = 60_000;
const MAX_OF_HOST = 80_000;

test(`${ROUTES} routes with params, query, body and replies cost at most ${MAX_INSTANTIATIONS} type instantiations`, async (t) => {
  const folder = await mkdtemp(path.join(ROOT, 'test/types/.budget-'));
  t.after(() => rm(folder, { recursive: true }));
  const none = await compile(folder, 'routes-0', routesSource(0));
  const all = await compile(folder, 'routes', routesSource(ROUTES));
  t.diagnostic(
    `without a route ${describeCost(none)}, with ${ROUTES} ${describeCost(all)}: ${describeCost(all, none)} for the routes`,
  );
  const instantiations = all.instantiations - none.instantiations;
  assert.ok(instantiations > 0, 'the routes were not counted');
  assert.ok(instantiations <= MAX_INSTANTIATIONS, `${instantiations} instantiations`);
});

test(`${RESOURCES} resources, each called by a typed client, cost at most ${MAX_WITH_CLIENT} type instantiations`, async (t) => {
  const folder = await mkdtemp(path.join(ROOT, 'test/types/.budget-'));
  t.after(() => rm(folder, { recursive: true }));
  const one = await compile(folder, 'resources-1', resourcesSource(1));
  const all = await compile(folder, 'resources', resourcesSource(RESOURCES));
  t.diagnostic(
    `with one resource ${describeCost(one)}, with ${RESOURCES} ${describeCost(all)}: ${describeCost(all, one)} for the others`,
  );
  const others = all.instantiations - one.instantiations;
  assert.ok(others > 0, 'the resources were not counted');
  assert.ok(others <= MAX_WITH_CLIENT, `${others} instantiations`);
});

test(`a host of ${RESOURCES} resources and ${ROUTES} routes, and its client, cost at most ${MAX_OF_HOST} type instantiations`, async (t) => {
  const folder = await mkdtemp(path.join(ROOT, 'test/types/.budget-'));
  t.after(() => rm(folder, { recursive: true }));
  const one = await compile(folder, 'host-1', hostSource(1));
  const all = await compile(folder, 'host', hostSource(ROUTES));
  t.diagnostic(
    `with one of each ${describeCost(one)}, with ${ROUTES} of each ${describeCost(all)}: ${describeCost(all, one)} for the others`,
  );
  const others = all.instantiations - one.instantiations;
  assert.ok(others > 0, 'the host was not counted');
  assert.ok(others <= MAX_OF_HOST, `${others} instantiations`);
});

/** What the compiler needed for a program. The number of instantiations is deterministic; the time is only reported. */
interface Cost {
  readonly instantiations: number;
  readonly checkSeconds: number;
}

const NO_COST: Cost = { instantiations: 0, checkSeconds: 0 };

function describeCost(cost: Cost, without: Cost = NO_COST): string {
  const seconds = cost.checkSeconds - without.checkSeconds;
  return `${cost.instantiations - without.instantiations} instantiations in ${seconds.toFixed(2)} s of checking`;
}

// Single-threaded, because several threads would check and count shared types several times.
async function compile(folder: string, name: string, source: string): Promise<Cost> {
  const program = path.join(folder, `${name}.ts`);
  const project = path.join(folder, `tsconfig-${name}.json`);
  await writeFile(program, source);
  await writeFile(project, JSON.stringify({ extends: path.join(ROOT, 'tsconfig.json'), include: [program] }));
  const compiler = path.join(
    path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  );
  const { stdout } = await promisify(execFile)(process.execPath, [
    compiler,
    '-p',
    project,
    '--noEmit',
    '--singleThreaded',
    '--extendedDiagnostics',
  ]).catch((error: { stdout?: string }) => {
    throw new Error(`The program "${name}" does not compile:\n${error.stdout}`);
  });
  return {
    instantiations: Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1]),
    checkSeconds: Number(/^Check time:\s+([\d.]+)/m.exec(stdout)?.[1]),
  };
}

// The schemas are declared once, so that the routes are counted and not the schema library.
function routesSource(routes: number): string {
  const head = `
import { z } from 'zod';
import { reply, route } from 'oriel-host';
${ROUTE_SCHEMAS}export const schemas = { Id, Page, City, Made, Taken };
export { reply, route };
`;
  return Array.from({ length: routes }, (_, n) => n).reduce((text, n) => text + routeSource(n), head);
}

const ROUTE_SCHEMAS = `const Id = z.object({ id: z.coerce.number().int() });
const Page = z.object({ page: z.coerce.number().default(1), tags: z.array(z.string()).default([]) });
const City = z.object({ name: z.string(), population: z.number(), twins: z.array(z.string()) });
const Made = z.object({ id: z.number(), name: z.string() });
const Taken = z.object({ name: z.string() });
`;

function routeSource(n: number): string {
  return `
export const r${n} = route('r${n}', 'POST /r${n}/{id<\\\\d+>}/{part}', {
  params: Id,
  query: Page,
  body: City,
  replies: { 201: Made, 409: Taken },
  handle: ({ params, query, body, urlFor }) =>
    query.page > ${n} ? reply(409, { name: body.name }) : reply(201, { id: params.id, name: body.twins.join() }, { Location: urlFor('r${n}') }),
});
`;
}

// Every resource has its own filters, search, links and functions. The client creates an item of each, the most expensive call.
function resourcesSource(resources: number): string {
  const names = Array.from({ length: resources }, (_, n) => `r${n}`);
  return `
import { z } from 'zod';
import { client } from 'oriel-client';
import { defineHost, filter, resource } from 'oriel-host';

const City = z.object({ id: z.number(), name: z.string(), population: z.number(), twin: z.number().nullable() });
const NewCity = z.object({ name: z.string(), population: z.number(), twin: z.number().nullable() });
${names.map((name) => resourceSource(name)).join('')}
export const host = defineHost({ resources: [${names.join(', ')}] });
const api = client<typeof host>('http://localhost/api');
export const read = async () => {
  const found = await api.r0.list({ name: 'x' });
  if (found.ok) found.data.items[0]?.twin satisfies string | null | undefined;
${names.map(callSource).join('')}};
`;
}

function callSource(name: string): string {
  return `
  const ${name}Made = await api.${name}.create({ name: 'x', population: 1, twin: null });
  if (${name}Made.ok) ${name}Made.data.name satisfies string;
`;
}

function resourceSource(name: string, schema = 'City', twin = 'r0'): string {
  return `
export const ${name} = resource('${name}', ${schema}, {
  id: 'id',
  links: { twin: '${twin}' },
  input: { create: NewCity },
  filters: { name: filter.partial(), population: filter.range(), order: filter.order(['name', 'population']) },
  search: ['name'],
  provide: { list: ({ filters }) => (filters.name === '' ? [] : { items: [] }), get: ({ id }) => (id > 1 ? null : null) },
  process: { create: ({ body }) => ({ id: 1, ...body }), patch: ({ previous, next }) => ({ ...previous, ...next }), delete: () => {} },
});
`;
}

// The client calls one operation and one route.
function hostSource(count: number): string {
  const numbers = Array.from({ length: count }, (_, n) => n);
  return `
import { z } from 'zod';
import { client } from 'oriel-client';
import { defineHost, filter, reply, resource, route } from 'oriel-host';
${ROUTE_SCHEMAS}
const Town = z.object({ id: z.number(), name: z.string(), population: z.number(), twin: z.number().nullable() });
const NewCity = z.object({ name: z.string(), population: z.number(), twin: z.number().nullable() });
${numbers.map((n) => resourceSource(`t${n}`, 'Town', 't0') + routeSource(n)).join('')}
export const host = defineHost({
  resources: [${numbers.map((n) => `t${n}`).join(', ')}],
  routes: [${numbers.map((n) => `r${n}`).join(', ')}],
});
const api = client<typeof host>('http://localhost/api');
export const read = async () => {
  const found = await api.t0.get(1, { fields: ['twin'] });
  if (found.ok) found.data.twin satisfies string | null;
  const made = await api.routes.r0({ params: { id: 1, part: 'x' }, body: { name: 'x', population: 1, twins: [] } });
  if (made.ok) made.data.id satisfies number;
};
`;
}
