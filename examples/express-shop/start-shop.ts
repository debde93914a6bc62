import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The running shop and the pages of the profiler. */
export interface RunningShop {
  readonly shop: string;
  readonly pages: string;
  /** The file of the store. */
  readonly file: string;
  /** Ends both processes, and removes their store. */
  readonly stop: () => Promise<void>;
}

/** Starts the shop and the pages with one command, as `npm start` does, on free ports and with a store of their own. */
export async function startShop(env: Readonly<Record<string, string>> = {}): Promise<RunningShop> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-shop-'));
  const file = join(folder, 'profiler.sqlite');
  const child = spawn(process.execPath, ['tools/run.mjs', 'shop', '--port', '0'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...{ ...process.env, NODE_ENV: '', NODE_OPTIONS: '', DATABASE_URL: '', SHIPPING_URL: '', PORT: '0', ...env },
      ORIEL_PROFILER_FILE: file,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Both processes close their output when they end.
  const exit = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exit;
    rmSync(folder, { recursive: true, force: true });
  };
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: unknown): void => {
      output += String(chunk);
      const [, shop] = /listens on (http:\S+)/.exec(output) ?? [];
      const [, pages] = /Profiler on (http:\S+)\/_profiler\/\n/.exec(output) ?? [];
      if (shop !== undefined && pages !== undefined) resolve({ shop, pages, file, stop });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exit.then(() => reject(new Error(`The shop ended: ${output}`)));
  });
}

/** Reads the profile of a response from the pages, once it is stored. */
export async function readProfile({ pages }: RunningShop, response: Response): Promise<ShopProfile> {
  await response.arrayBuffer();
  const url = `${pages}/_profiler/${response.headers.get('x-debug-token')}.json`;
  for (let attempt = 0; attempt < 200; attempt++) {
    const profile = await fetch(url);
    if (profile.status === 200) return (await profile.json()) as ShopProfile;
    await profile.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} did not appear`);
}

export interface ShopProfile {
  readonly findings: readonly { readonly code: string; readonly text: string }[];
  readonly summary: {
    readonly token: string;
    readonly status: number;
    readonly duration: number;
    readonly route: string;
    readonly httpCount: number;
  };
  readonly data: { readonly logs: readonly { readonly message: string }[] };
}
