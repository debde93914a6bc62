/**
 * Oriel as an application would have it: declared routes, production mode, everything else left at its default. Each
 * work loads what its application would and no more: what an import leaves behind makes the heap larger for good.
 */
import { defineHost, route } from 'oriel';
import type { HostConfig } from 'oriel';
import { HELLO, PATHS } from '../workloads.ts';
import type { WorkloadName } from '../workloads.ts';
import { ADDRESS, PORT, WORKLOAD } from './setting.ts';

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

const page = async (): Promise<HostConfig> => (await import('./oriel-page.ts')).page('offset');
const cursor = async (): Promise<HostConfig> => (await import('./oriel-page.ts')).page('cursor');

const WORKS: Readonly<Record<WorkloadName, () => HostConfig | Promise<HostConfig>>> = {
  hello,
  bare: () => ({ ...hello(), requestId: false }),
  log: () => ({ ...hello(), log: true }),
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
  full,
  'full-5000': full,
  'full-50000': full,
  full304: full,
};

const host = defineHost({ log: false, ...(await WORKS[WORKLOAD]()) });
await host.listen({ port: PORT, host: ADDRESS });
