/**
 * Oriel like in an application: declared routes, production mode, and default settings. Each workload imports only what it
 * needs, because imported code increases the heap.
 */
import { defineHost, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { HELLO, PATHS } from '../workloads.ts';
import type { WorkloadName } from '../workloads.ts';
import { ADDRESS, PORT, WORKLOAD } from './environment.ts';

const hello = (): HostConfig => ({ routes: [route('hello', 'GET /api/hello', { handle: () => HELLO })] });

const many = (): HostConfig => ({
  routes: PATHS.map((path) =>
    route(path, `GET ${path}`, {
      handle: ({ params: { id, itemId } }: { params: Readonly<Record<string, string>> }) => ({ id, itemId }),
    }),
  ),
});

const full = async (): Promise<HostConfig> => (await import('../lib/full-host.ts')).FULL_HOST;
const item = async (): Promise<HostConfig> => (await import('./oriel-item.ts')).item();

const page = async (): Promise<HostConfig> => (await import('./oriel-page.ts')).page('offset', false);
const cursor = async (): Promise<HostConfig> => (await import('./oriel-page.ts')).page('cursor', false);

const WORKS: Readonly<Record<WorkloadName, () => HostConfig | Promise<HostConfig>>> = {
  hello,
  log: () => ({ ...hello(), log: {} }),
  routes: many,
  missing: many,
  post: async () => (await import('./oriel-post.ts')).post(),
  item,
  unchanged: item,
  create: async () => (await import('./oriel-item.ts')).create(),
  page,
  'page-coded': page,
  cursor,
  'cursor-coded': cursor,
  // The host of the example itself, with its log.
  atlas: async () => ({ ...(await import('../../examples/atlas/host.ts')).default.config, log: {} }),
  'page-postgres': async () => (await import('./oriel-page.ts')).page('offset', true),
  'cursor-postgres': async () => (await import('./oriel-page.ts')).page('cursor', true),
  full,
  'full-5000': full,
  'full-50000': full,
  full304: full,
};

const host = defineHost({ log: false, ...(await WORKS[WORKLOAD]()) });
await host.listen({ port: PORT, host: ADDRESS });
