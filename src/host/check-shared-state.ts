import { issue } from '../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../core/configuration/config-issue.ts';
import type { SharedState, Spread } from '../features/feature.ts';
import type { HostConfig } from './config.ts';
import { featuresOf } from './features.ts';

/**
 * Reports every part of a configuration whose state is local to a process or machine although all must share it.
 * @returns one issue for each part, with its place and the fix
 */
export function validateSharedState(config: HostConfig, spread: Spread): ConfigIssue[] {
  const owner = spread === 'workers' ? 'Each worker' : 'Each machine';
  const states = [
    ...featuresOf(config).flatMap((feature) => [...(feature.sharedState?.(config as never, spread) ?? [])]),
    ...profiles(config),
  ];
  return states
    .filter(({ shared }) => shared !== true && !(shared === 'machine' && spread === 'workers'))
    .map(({ code, place, effect, fix }) => {
      const remedy = spread === 'workers' ? `${fix}, or start one process: --workers 1` : fix;
      return issue(`ORIEL_WORKERS_${code}`, place, `${owner} would ${effect}`, remedy);
    });
}

// A file is enough: profiles describe what one machine did.
function profiles({ profiler }: HostConfig): SharedState[] {
  if (!profiler || profiler.storage === undefined) return [];
  const { shared } = profiler.storage;
  return [
    {
      shared: shared === 'machine' ? true : shared,
      code: 'PROFILER',
      place: 'profiler.storage',
      effect: 'store its own profiles, and links to a profile would fail on the others',
      fix: 'Name a file with profiler: { file }, or leave the storage out',
    },
  ];
}
