import { join } from 'node:path';
import { after } from 'node:test';
import { defineHost } from 'oriel';
import { checkedFetch } from '../../test/openapi/contract.ts';
import { ensureDatabase } from './build-database.ts';
import { silent, temporaryFolder } from './test-data.ts';

/** Sends a request to the atlas: a path, and what `fetch` takes. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** The whole atlas in a folder of its own, asked in memory and over a socket. */
export async function openTestAtlas(): Promise<{
  readonly ways: readonly (readonly [name: string, ask: Ask])[];
  /** Where it is served. */
  readonly url: string;
}> {
  const folder = temporaryFolder();
  process.env['ATLAS_DB'] = join(folder, 'atlas.sqlite');
  await ensureDatabase(process.env['ATLAS_DB'], silent);
  const { default: atlas, database } = await import('./host.ts');
  const host = defineHost({ ...atlas.config, log: false });
  const checked = await checkedFetch(host);
  const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
  after(async () => {
    await host.close();
    await database.destroy();
  });
  return {
    url,
    ways: [
      // What is asked and answered here is held against the published document as well.
      ['in memory', (path, init) => checked(new Request(new URL(path, 'http://127.0.0.1'), init))],
      ['over a socket', (path, init) => fetch(new URL(path, url), init)],
    ],
  };
}

/** Sends JSON. */
export function json(body: unknown, method = 'POST'): RequestInit {
  return { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}
