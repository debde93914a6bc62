import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The counters of a host whose profiles are in PostgreSQL. */
export interface ProfilesState {
  readonly waiting: number;
  readonly written: number;
  /** Profiles that did not fit into the queue. */
  readonly dropped: number;
  /** Requests that were not recorded, because no token was available. */
  readonly unrecorded: number;
  /** Resident memory in bytes. */
  readonly rss: number;
  readonly isAway: boolean;
}

/** The part of the list that shows what was lost. */
export interface ProfilesList {
  readonly lost: readonly { readonly machine: string; readonly count: number }[];
}

/** A process that runs `servers/profiles-in-postgres.ts`. */
export interface ProfilesHost {
  readonly machine: string;
  readonly port: number;
  readonly state: () => Promise<ProfilesState>;
  readonly list: () => Promise<ProfilesList>;
  /** Returns whether the page of the list has a sentence about profiles that this machine lost. */
  readonly showsLoss: () => Promise<boolean>;
  readonly stop: () => void;
}

/** Starts a host. @param index its number, from 1 */
export async function startProfilesHost(url: string, index: number): Promise<ProfilesHost> {
  const machine = `bench-${index}`;
  const child = fork(join(import.meta.dirname, '../servers/profiles-in-postgres.ts'), {
    env: { ...process.env, ORIEL_MACHINE: machine, PROFILES_URL: url },
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const get = (path: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { Authorization: `Bearer ${PROFILER_KEY}`, Connection: 'close' },
    });
  return {
    machine,
    port,
    state: async () => (await (await get('/_bench/state')).json()) as ProfilesState,
    list: async () => (await (await get('/_profiler/empty/search/results.json')).json()) as ProfilesList,
    showsLoss: async () => {
      const page = await (await get('/_profiler/empty/search/results')).text();
      return new RegExp(`profiles? (?:was|were) lost between [^<]* on ${machine} could not write them`).test(page);
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

/** The key of the profiler of these hosts. */
export const PROFILER_KEY = 'the-key-of-the-profiler-of-the-benchmark';
