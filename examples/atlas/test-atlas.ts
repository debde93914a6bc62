import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { defineHost } from 'oriel-host';
import type { Host } from 'oriel-host';
import { createApiKey, hashPassword } from 'oriel-host/security';
import { checkedHost, checkExchange } from '../../test/lib/checked-host.ts';
import { builtAtlas } from './test-built.ts';
import { temporaryFolder } from './test-data.ts';

/** Sends a request to the atlas. Takes a path and the options of `fetch`. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** Opens a copy of the atlas in a temporary folder, to which tests send requests in memory and over a socket. */
export async function openTestAtlas(): Promise<{
  readonly transports: readonly (readonly [name: string, send: Send])[];
  /** The URL of the server. */
  readonly url: string;
  readonly host: Host;
}> {
  const folder = temporaryFolder();
  process.env['ATLAS_DB'] = join(folder, 'atlas.sqlite');
  process.env['ATLAS_USERS'] = JSON.stringify(ACCOUNTS);
  copyFileSync(await builtAtlas(), process.env['ATLAS_DB']);
  const { default: atlas, database } = await import('./host.ts');
  const host = defineHost({ ...atlas.config, log: false });
  const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
  after(async () => {
    await host.close();
    await database.destroy();
  });
  return {
    ...{ url, host },
    transports: [
      // Requests and responses are also checked against the OpenAPI document.
      ['in memory', (path, init) => checkedHost(host).fetch(new Request(new URL(path, 'http://127.0.0.1'), init))],
      [
        'over a socket',
        async (path, init = {}) => {
          const response = await fetch(new URL(path, url), init);
          return checkExchange(host, `${init.method ?? 'GET'} ${path}`, init, response);
        },
      ],
    ],
  };
}

/** The credentials of a user. */
export interface TestAccount {
  readonly username: string;
  readonly password: string;
  readonly headers: { readonly 'X-Api-Key': string };
}

const ACCOUNTS: unknown[] = [];

async function account(username: string, roles: readonly string[]): Promise<TestAccount> {
  const { key, ...entry } = createApiKey(username);
  const password = `password of ${username}`;
  ACCOUNTS.push({ id: username, roles, password: await hashPassword(password, { memory: 64, passes: 1 }), key: entry });
  return { username, password, headers: { 'X-Api-Key': key } };
}

export const ADA = await account('ada', ['editor']);
export const BEN = await account('ben', ['editor']);
export const GRACE = await account('grace', ['admin']);
/** An account without a role. */
export const READER = await account('reader', []);

/** Returns the options of `fetch` for a JSON body. */
export function json(body: unknown, method = 'POST', headers: Readonly<Record<string, string>> = {}): RequestInit {
  return { method, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
