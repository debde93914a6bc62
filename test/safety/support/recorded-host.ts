import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqlProfileStorage } from '../../../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import { defineHost } from '../../../packages/host/src/index.ts';
import type { Host, HostConfig } from '../../../packages/host/src/index.ts';
import type { Profile } from '../../../packages/profiler/src/profile/profile.ts';
import type { ProfileStorage } from '../../../packages/profiler/src/store/profile-storage.ts';
import { Client } from './client.ts';

/** A listening host in development that records into its own SQLite file. */
export interface RecordedHost extends AsyncDisposable {
  readonly host: Host;
  readonly client: Client;
  readonly port: number;
  readonly file: string;
  readonly storage: ProfileStorage;
  /** All profiles that the queue has passed to the storage. */
  readonly queued: readonly Profile[];
  /** Returns a profile as soon as it is written. */
  readonly profile: (token: string) => Promise<Profile>;
  /** Waits until this number of profiles is written. */
  readonly waitForProfiles: (count: number) => Promise<void>;
}

/** Options of a recorded host. */
export interface RecordedOptions {
  /** A file that the caller deletes. */
  readonly file?: string;
  /** Does not collect `queued`, for tests with many requests. */
  readonly discard?: boolean;
}

type Configuration = Omit<HostConfig, 'profiler'> & { readonly profiler?: Exclude<HostConfig['profiler'], false> };

/** Starts a recorded host. */
export async function startRecordedHost(config: Configuration, options: RecordedOptions = {}): Promise<RecordedHost> {
  const folder = options.file === undefined ? mkdtempSync(join(tmpdir(), 'recorded-')) : undefined;
  const file = options.file ?? join(folder!, 'profiler.sqlite');
  const queued: Profile[] = [];
  const storage = watched(new SqlProfileStorage({ file }), options.discard === true ? undefined : queued);
  const host = defineHost({ log: false, ...config, profiler: { ...config.profiler, storage } });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
  const client = new Client(port);
  return {
    ...{ host, client, port, file, storage, queued },
    profile: (token) => until(() => storage.read(token), `profile ${token}`),
    waitForProfiles: async (count) => {
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

/** Polls until a function returns a value, and returns this value. */
export async function until<T>(look: () => T | undefined | PromiseLike<T | undefined>, what: string): Promise<T> {
  for (let round = 0; round < 3_000; round++) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`Timed out waiting for ${what}`);
}

// The storage receives every profile of the queue.
function watched(storage: SqlProfileStorage, queued: Profile[] | undefined): ProfileStorage {
  return {
    lease: (count) => storage.lease(count),
    write(batch) {
      queued?.push(...batch);
      return storage.write(batch);
    },
    read: (token) => storage.read(token),
    find: (query) => storage.find(query),
    pin: (token, note) => storage.pin(token, note),
    unpin: (token) => storage.unpin(token),
    clear: (all) => storage.clear(all),
    remove: (tokens) => storage.remove(tokens),
    get health() {
      return storage.health;
    },
    close: () => storage.close(),
  };
}
