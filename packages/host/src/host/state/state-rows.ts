import type { HostConfig } from '../config.ts';
import { listSharedState } from '../check-shared-state.ts';
import type { StatePart } from './state-config.ts';
import { coveredParts } from './apply-state.ts';
import { describeSource, stateSources } from './state-source.ts';

/** One row of the start-up table. */
export interface StateRow {
  /** What is stored, such as `sessions`. */
  readonly name: string;
  readonly sharedBy: 'all machines' | 'this machine' | 'this process';
  /** The address of the server, or the setting. */
  readonly where: string;
}

/** Returns which state of a host is shared, and by what. */
export function stateRows(config: HostConfig): StateRow[] {
  const sources = stateSources(config.state ?? {});
  const covered = coveredParts(config);
  return listSharedState(config, 'machines').map(({ name, code, shared, place, where = place }) => {
    const part = PARTS[code];
    const source = part !== undefined && covered.has(part) ? sources[part] : undefined;
    return {
      name,
      sharedBy: shared === true ? 'all machines' : shared === 'machine' ? 'this machine' : 'this process',
      where: source === undefined ? where : describeSource(source),
    };
  });
}

/** Returns the rows as lines of aligned text. */
export function formatStateRows(rows: readonly StateRow[]): string[] {
  const width = (key: 'name' | 'sharedBy'): number => Math.max(...rows.map((row) => row[key].length));
  return rows.map(({ name, sharedBy, where }) =>
    [name.padEnd(width('name')), sharedBy.padEnd(width('sharedBy')), where].join('  '),
  );
}

const PARTS: Readonly<Record<string, StatePart>> = {
  SESSIONS: 'sessions',
  IDEMPOTENCY: 'idempotency',
  LIMITS: 'rateLimits',
  LOGINS: 'rateLimits',
  HUB: 'hub',
  PROFILER: 'profiles',
};
