import { mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { route } from '../../../packages/host/src/index.ts';
import type { ProfileStorage } from '../../../packages/profiler/src/store/profile-storage.ts';
import { SqlProfileStorage } from '../../../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import { startApplication } from '../../drop-in/lib/application.ts';
import { startPages } from '../../drop-in/lib/pages.ts';
import { Client } from './client.ts';
import type { ReceivedResponse, RequestOptions } from './client.ts';
import { startRecordedHost, until } from './recorded-host.ts';
import type { RecordedHost } from './recorded-host.ts';

/** Pages of the profiler that are attacked, and a store with the profiles of an application. */
export interface ProfilerTarget extends AsyncDisposable {
  /** Requests the pages from this machine. */
  readonly pages: Client;
  /** Requests the pages from another address than that of this machine; undefined if it has no other. */
  readonly remote: Client | undefined;
  readonly port: number;
  readonly storage: ProfileStorage;
  /** Sends a request to the application. Returns the token of its profile, once it is stored. */
  readonly record: () => Promise<string>;
}

/** The places where the pages are served. Each target answers `GET /hello` and records it. */
export const PROFILER_TARGETS: Readonly<Record<string, (key: string) => Promise<ProfilerTarget>>> = {
  'a host': async (key) => {
    const routes = [route('hello', 'GET /hello', { handle: () => 'hello' })];
    const recorded = await startRecordedHost({ routes, profiler: { key } });
    const { client, port, storage } = recorded;
    return {
      ...{ pages: client, remote: undefined, port, storage },
      record: () => recordWith(client, storage),
      [Symbol.asyncDispose]: () => recorded[Symbol.asyncDispose](),
    };
  },
  oriel: (key) =>
    startTarget(async (t, env) => {
      const app = await startApplication(t, 'node-http.ts', { env });
      const pages = await startPages(t, env['ORIEL_PROFILER_FILE']!, {
        ...{ host: '0.0.0.0', env: { ORIEL_PROFILER_KEY: key } },
      });
      return { application: getPort(app.url), pages: getPort(pages) };
    }, key),
  'profiler() in Express': (key) =>
    startTarget(async (t, env) => {
      const { url } = await startApplication(t, 'embedded-express.mjs', {
        env: { ...env, HOST: '0.0.0.0' },
        cwd: ROOT,
      });
      return { application: getPort(url), pages: getPort(url) };
    }, key),
  'profiler({ path }) in Express': (key) =>
    startTarget(
      async (t, env) => {
        const { url } = await startApplication(t, 'embedded-express.mjs', {
          env: { ...env, HOST: '0.0.0.0', PAGES: OTHER_PATH },
          cwd: ROOT,
        });
        return { application: getPort(url), pages: getPort(url) };
      },
      key,
      OTHER_PATH,
    ),
};

/** Serves the pages with the profiles that a host has recorded, at the same places. */
export const PAGES_OF_STORE: Readonly<Record<string, (recorded: RecordedHost, t: PagesCleanup) => Promise<Client>>> = {
  'a host': ({ client }) => Promise.resolve(client),
  oriel: async ({ file }, t) => getClient(await startPages(t, file), t),
  'profiler() in Express': async ({ file }, t) =>
    getClient((await startApplication(t, 'embedded-express.mjs', { env: { ORIEL_PROFILER_FILE: file } })).url, t),
};

function getClient(url: string, t: PagesCleanup): Client {
  const client = new Client(getPort(url));
  t.after(() => client.close());
  return client;
}

const OTHER_PATH = '/debug/profiler';
const ROOT = join(import.meta.dirname, '../../..');

/** Where to put what is to be done after the tests. */
export interface PagesCleanup {
  after(work: () => unknown): void;
}

type Start = (
  t: PagesCleanup,
  env: Readonly<Record<string, string>>,
) => Promise<{ readonly application: number; readonly pages: number }>;

async function startTarget(start: Start, key: string, path = '/_profiler'): Promise<ProfilerTarget> {
  const work: (() => unknown)[] = [];
  const t: PagesCleanup = { after: (callback) => void work.push(callback) };
  const folder = mkdtempSync(join(tmpdir(), 'oriel-target-'));
  const file = join(folder, 'profiler.sqlite');
  const ports = await start(t, { ORIEL_PROFILER_FILE: file, ORIEL_PROFILER_KEY: key });
  const storage = new SqlProfileStorage({ file });
  const application = new Client(ports.application);
  const pages = new PagesClient(path, ports.pages);
  const address = externalAddress();
  const remote = address === undefined ? undefined : new PagesClient(path, ports.pages, address);
  return {
    ...{ pages, remote, port: ports.pages, storage },
    record: () => recordWith(application, storage),
    async [Symbol.asyncDispose]() {
      for (const value of [application, pages, remote]) value?.close();
      for (const callback of work) await callback();
      storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A client that sends requests for `/_profiler` to the path of the pages. */
class PagesClient extends Client {
  readonly #path: string;

  constructor(path: string, ...address: ConstructorParameters<typeof Client>) {
    super(...address);
    this.#path = path;
  }

  override send(line: string, options?: RequestOptions): Promise<ReceivedResponse> {
    return super.send(line.replace(' /_profiler', ` ${this.#path}`), options);
  }
}

async function recordWith(client: Client, storage: ProfileStorage): Promise<string> {
  const token = (await client.send('GET /hello')).get('x-debug-token')!;
  await until(() => storage.read(token), `profile ${token}`);
  return token;
}

function getPort(url: string): number {
  return Number(new URL(url).port);
}

/** Returns an address of this machine that is not a loopback address. */
export function externalAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((networkInterface) => networkInterface ?? []);
  return addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
}
