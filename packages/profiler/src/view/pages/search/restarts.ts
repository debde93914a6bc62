import type { ProfileSummary } from '../../../profile/profile.ts';

type Process = Pick<ProfileSummary, 'app' | 'machine' | 'boot'>;

/** Returns the name of the group of processes that replace each other: those of an application on a machine. */
export function getProcessGroup({ app, machine = '' }: Process): string {
  return `${app}\n${machine}`;
}

/**
 * Returns the indexes of the rows that follow a restart of the process. Rows of concurrent processes alternate, so a restart is
 * reported only where all rows of one process precede all rows of the other. Applications and machines are independent.
 */
export function findRestarts(rows: readonly Process[]): ReadonlyMap<number, number> {
  const last = new Map(rows.map(({ boot }, index) => [boot, index]));
  const groups = new Map<string, { previous: number; lastIndex: number }>();
  const restarts = new Map<number, number>();
  rows.forEach((row, index) => {
    const name = getProcessGroup(row);
    const group = groups.get(name);
    if (group !== undefined && group.lastIndex < index) restarts.set(index, group.previous);
    groups.set(name, { previous: index, lastIndex: Math.max(group?.lastIndex ?? -1, last.get(row.boot)!) });
  });
  return restarts;
}

/** Returns the processes of each group, the newest first, for the script that adds live rows. */
export function listBoots(rows: readonly Process[]): Readonly<Record<string, readonly string[]>> {
  const groups = Map.groupBy(rows, getProcessGroup);
  return Object.fromEntries([...groups].map(([name, group]) => [name, [...new Set(group.map(({ boot }) => boot))]]));
}
