import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqlProfileStorage } from '../../../src/profiler/store/sqlite/sql-profile-storage.ts';
import { defineHost } from '../../../src/index.ts';
import type { Host, HostConfig } from '../../../src/index.ts';
import type { Profile } from '../../../src/profiler/profile.ts';
import type { ProfileStorage } from '../../../src/profiler/store/profile-storage.ts';
import { Client } from './client.ts';

/** A host in development that listens, records into a SQLite file of its own, and lets a test see what is pushed. */
export interface RecordedHost extends AsyncDisposable {
  readonly host: Host;
  readonly client: Client;
  readonly port: number;
  readonly file: string;
  readonly storage: ProfileStorage;
  /** All profiles that were added to the queue. */
  readonly pushed: readonly Profile[];
  /** The profile, as soon as it is written. */
  readonly profile: (token: string) => Promise<Profile>;
  /** Waits until as many were written as there were pushed. */
  readonly settled: (count: number) => Promise<void>;
}

export interface RecordedOptions {
  /** In a folder that somebody else clears away. */
  readonly file?: string;
  /** Keeps nothing of what was pushed, for many requests. */
  readonly forget?: boolean;
}

type Configuration = Omit<HostConfig, 'profiler'> & { readonly profiler?: Exclude<HostConfig['profiler'], false> };

/** Starts one. */
export async function startRecorded(config: Configuration, options: RecordedOptions = {}): Promise<RecordedHost> {
  const folder = options.file === undefined ? mkdtempSync(join(tmpdir(), 'recorded-')) : undefined;
  const file = options.file ?? join(folder!, 'profiler.sqlite');
  const pushed: Profile[] = [];
  const storage = watched(new SqlProfileStorage({ file }), options.forget === true ? undefined : pushed);
  const host = defineHost({ log: false, ...config, profiler: { ...config.profiler, storage } });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
  const client = new Client(port);
  return {
    ...{ host, client, port, file, storage, pushed },
    profile: (token) => until(() => storage.read(token), `profile ${token}`),
    settled: async (count) => {
      await until(() => (storage.health.written >= count ? true : undefined), `${count} profiles`);
    },
    async [Symbol.asyncDispose]() {
      client.close();
      await host.close();
      storage.close();
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits for something to be there. */
export async function until<T>(look: () => T | undefined, what: string): Promise<T> {
  for (let round = 0; round < 3_000; round++) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`Waited for ${what}, and it never came`);
}

// What the storage is given is what stood in the queue.
function watched(storage: SqlProfileStorage, pushed: Profile[] | undefined): ProfileStorage {
  return {
    lease: (count) => storage.lease(count),
    write(batch) {
      pushed?.push(...batch);
      return storage.write(batch);
    },
    read: (token) => storage.read(token),
    find: (query) => storage.find(query),
    pin: (token, note) => storage.pin(token, note),
    unpin: (token) => storage.unpin(token),
    clear: (all) => storage.clear(all),
    get health() {
      return storage.health;
    },
    close: () => storage.close(),
  };
}
