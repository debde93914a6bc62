import { formatDateTime } from '../../render/format.ts';
import { printableLine } from 'oriel-core/errors';
import type { StorageOverview } from '../../../store/profile-storage.ts';

/** Returns a sentence for each range of time in which profiles were lost. */
export function describeLosses(overview: StorageOverview | undefined): readonly string[] {
  return (overview?.lost ?? []).map(({ machine, app, from, to, count }) => {
    const what = count === 1 ? '1 profile was lost' : `${count} profiles were lost`;
    const where = `"${printableLine(app, 60)}" on ${printableLine(machine, 60)}`;
    return `${what} between ${formatDateTime(from)} and ${formatDateTime(to)}: ${where} could not write them`;
  });
}

/** Returns whether the list has a column for the machine. */
export function hasSeveralMachines(overview: StorageOverview | undefined): boolean {
  return (overview?.machines.length ?? 0) > 1;
}
