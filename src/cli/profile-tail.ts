import type { ProfileQuery } from '../profiler/search/profile-query.ts';
import type { ProfileStorage } from '../profiler/store/profile-storage.ts';
import type { ProfileSummary } from '../profiler/profile.ts';
import { UsageError } from './command.ts';
import { print } from './print.ts';
import { profileJsonText, profileQuery } from './profile-query.ts';
import { formatOf, rejectOptions } from './profile-options.ts';
import type { ProfileAction } from './profile-options.ts';
import { profileCells } from './profile-row.ts';
import { withStore } from './profile-store.ts';

/** `oriel profile tail`: prints a line for each profile as it is recorded, until it is stopped. */
export const tailProfiles: ProfileAction = async (options, args) => {
  rejectOptions(options, 'tail', ['panel', 'as', 'all', 'limit', 'sort', 'fail-if']);
  const format = formatOf(options);
  if (format === 'md') throw new UsageError('tail does not support --format md; use --format human or json');
  const query: ProfileQuery = { ...profileQuery({}, args), limit: BATCH_SIZE };
  await withStore(options, (storage) =>
    follow(storage, query, (row) =>
      print(
        format === 'json'
          ? profileJsonText(row, 0)
          : profileCells(row)
              .filter((cell) => cell !== '')
              .join('  '),
      ),
    ),
  );
  return 0;
};

const BATCH_SIZE = 200;
const INTERVAL_MS = 300;

async function follow(
  storage: ProfileStorage,
  query: ProfileQuery,
  printRow: (row: ProfileSummary) => void,
): Promise<void> {
  const began = Date.now();
  let seen = new Set((await storage.find({ ...query, limit: 1_000 })).rows.map(({ token }) => token));
  let stopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (stopped = true));
  process.stdout.once('close', () => (stopped = true));
  while (!stopped) {
    const { rows } = await storage.find(query);
    // Profiles are stored when a request ends but sorted by its start, so new profiles are not always first.
    const fresh = rows.filter((row) => !seen.has(row.token) && row.time + row.duration >= began - QUEUE_DELAY_MS);
    for (const row of fresh.toReversed()) printRow(row);
    seen =
      seen.size > 5_000
        ? new Set(rows.map(({ token }) => token))
        : new Set([...seen, ...fresh.map(({ token }) => token)]);
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}

// Requests answered just before the start may still be in the queue of the host.
const QUEUE_DELAY_MS = 2_000;
