import type { ProfileQuery } from '../store/search/profile-query.ts';
import type { ProfileStorage } from '../store/profile-storage.ts';
import type { ProfileSummary } from '../profile/profile.ts';
import { toShownSummary } from '../profile/visitor.ts';
import { UsageError, defineCommand, print } from 'oriel-core/cli';
import { profileJsonText, profileQuery } from './query.ts';
import { QUERY_ARGUMENTS, STORE_HELP, getFormat } from './options.ts';
import { profileCells } from './row.ts';
import { withStore } from './store.ts';

/** `oriel tail`: prints a line for each profile as it is recorded, until it is stopped. */
export const command = defineCommand({
  name: 'tail',
  summary: 'print profiles as they are recorded, until stopped',
  usage: 'tail [query] [options]',
  help: [['[query]', 'only the profiles that match'], ['--format human', 'human or json'], STORE_HELP],
  examples: ['oriel tail', "oriel tail 'status:5xx'"],
  options: { store: { type: 'string' }, format: { type: 'string' } },
  ...QUERY_ARGUMENTS,
  run: async (options, args) => {
    const format = getFormat(options);
    if (format === 'md') throw new UsageError('tail does not support --format md; use --format human or json');
    const query: ProfileQuery = { ...profileQuery({}, args), limit: BATCH_SIZE };
    await withStore(options, (storage) =>
      follow(storage, query, (row) =>
        print(
          format === 'json'
            ? profileJsonText(toShownSummary(row), 0)
            : profileCells(row)
                .filter((cell) => cell !== '')
                .join('  '),
        ),
      ),
    );
    return 0;
  },
});

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
