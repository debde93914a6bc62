import { issue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import type { SharedState, Spread } from '../features/feature.ts';
import type { HostConfig } from './config.ts';
import { getFeatures } from './features.ts';
import { applyState } from './state/apply-state.ts';
import type { CreateStore } from './state/apply-state.ts';

/**
 * Reports every part of a configuration whose state is local to a process or machine although all must share it.
 * @returns one issue for each part, with its place and the fix
 */
export function validateSharedState(config: HostConfig, spread: Spread): ConfigIssue[] {
  const owner = spread === 'workers' ? 'Each worker' : 'Each machine';
  return listSharedState(config, spread)
    .filter(
      ({ shared, isAccepted }) => !isAccepted && shared !== true && !(shared === 'machine' && spread === 'workers'),
    )
    .map(({ code, place, effect, fix }) => {
      const remedy = spread === 'workers' ? `${fix}, or start one process: --workers 1` : fix;
      return issue(`ORIEL_WORKERS_${code}`, place, `${owner} would ${effect}`, remedy);
    });
}

/** Returns the state of a host, and what shares each part of it. */
export function listSharedState(config: HostConfig, spread: Spread): SharedState[] {
  const shared = applyState(config, SHARED_STORE);
  return [
    ...getFeatures(shared).flatMap((feature) => [...(feature.sharedState?.(shared as never, spread) ?? [])]),
    ...profiles(shared),
  ];
}

// The storages that `state` chooses are shared by all machines.
const SHARED_STORE = (() => ({ shared: true })) as unknown as CreateStore;

// A file is enough: profiles describe what one machine did.
function profiles({ profiler, state }: HostConfig): SharedState[] {
  if (!profiler) return [];
  const { storage, file, key } = profiler;
  // With a URL, they would be in the database. The connections of Kysely are those of the application's requests, and have no COPY.
  if (storage === undefined && file === undefined && key !== undefined && typeof state?.database === 'object')
    return [
      {
        name: 'profiles',
        shared: 'machine',
        code: 'PROFILER',
        place: 'state.profiles',
        where: 'a file, because state.database is Kysely; set state.profiles to share them',
        effect: 'store its own profiles, because state.database is Kysely, which profiles cannot use',
        fix: "Set state: { profiles: process.env['DATABASE_URL'] }, or name a file on each machine with profiler: { file }",
      },
    ];
  const shared = profiler.storage === undefined ? 'machine' : profiler.storage.shared;
  return [
    {
      name: 'profiles',
      shared,
      isAccepted: shared === 'machine',
      code: 'PROFILER',
      place: 'profiler.storage',
      ...(storage === undefined ? { where: file ?? 'var/profiler.sqlite' } : {}),
      effect: 'store its own profiles, and links to a profile would fail on the others',
      fix: 'Name a file with profiler: { file }, or leave the storage out',
    },
  ];
}
