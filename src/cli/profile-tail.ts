import type { ProfileQuery } from '../profiler/search/profile-query.ts';
import type { ProfileStorage } from '../profiler/store/profile-storage.ts';
import type { ProfileSummary } from '../profiler/profile.ts';
import { MisuseError } from './misuse.ts';
import { print } from './print.ts';
import { profileJsonText } from './profile-json.ts';
import { formatOf, refuse } from './profile-options.ts';
import type { ProfileAction } from './profile-options.ts';
import { profileQuery } from './profile-query.ts';
import { profileCells } from './profile-row.ts';
import { withStore } from './profile-store.ts';

/** `oriel profile tail`: one line per profile as it is recorded, until it is stopped. */
export const tailProfiles: ProfileAction = async (options, words) => {
  refuse(options, 'tail', ['panel', 'as', 'all', 'limit', 'sort', 'fail-if']);
  const format = formatOf(options);
  if (format === 'md') throw new MisuseError('A tail has no end, so it is no Markdown; take --format human or json');
  const query: ProfileQuery = { ...profileQuery({}, words), limit: AT_ONCE };
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

const AT_ONCE = 200;
const EVERY = 300;

async function follow(
  storage: ProfileStorage,
  query: ProfileQuery,
  tell: (row: ProfileSummary) => void,
): Promise<void> {
  const began = Date.now();
  let seen = new Set(storage.find({ ...query, limit: 1_000 }).rows.map(({ token }) => token));
  let stopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (stopped = true));
  process.stdout.once('close', () => (stopped = true));
  while (!stopped) {
    const { rows } = storage.find(query);
    // A request is stored when it has ended, under the time it began: the newest is not always the last to come.
    const fresh = rows.filter((row) => !seen.has(row.token) && row.time + row.duration >= began - SLACK);
    for (const row of fresh.toReversed()) tell(row);
    seen =
      seen.size > 5_000
        ? new Set(rows.map(({ token }) => token))
        : new Set([...seen, ...fresh.map(({ token }) => token)]);
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  }
}

// What was answered just before is still in the queue of the host.
const SLACK = 2_000;
