import { findHiddenQueries } from '../node/drivers/find-hidden-queries.ts';
import type { QueryTerm } from '../store/search/profile-query.ts';
import { DEFAULT_QUERY } from '../store/search/profile-query.ts';
import type { ProfileStorage } from '../store/profile-storage.ts';
import { LoadError } from 'oriel-core/cli';
import type { ReadOptions } from './options.ts';
import { findPath } from './query.ts';
import { findStore } from './store.ts';

/**
 * Checks that a search without results has searched something: there are profiles of the same time and application, and the recorder has
 * watched their drivers. Otherwise, a run in CI would succeed that has checked nothing.
 *
 * @param terms the terms of the search
 * @param options select the store, for the message
 * @param option the option that needs the requests, for the message
 * @throws {LoadError} with the reason; the exit code is 2
 */
export async function assertRecorded(
  storage: ProfileStorage,
  terms: readonly QueryTerm[],
  options: ReadOptions,
  option = '--fail-if',
): Promise<void> {
  const period = terms.filter(({ field }) => PERIOD.has(field));
  const { rows } = await storage.find({ ...DEFAULT_QUERY, terms: period, limit: 200 });
  const searched = period.map(({ text }) => text ?? '').join(' ');
  if (rows.length === 0)
    throw nothingChecked(
      options,
      `No request was recorded${searched === '' ? '' : ` for ${searched}`}`,
      'Start the application or its tests with `node --import oriel/register`, and pass the store that it writes with --store',
      option,
    );
  const newest = new Map(rows.toReversed().map(({ boot, token }) => [boot, token]));
  for (const token of [...newest.values()].slice(0, MAX_PROCESSES)) {
    const unwatched = (await storage.read(token))?.data.config?.['unwatched'];
    const reason = findHiddenQueries(unwatched);
    if (reason !== undefined)
      throw nothingChecked(options, reason, 'Use a version or a test runner that the recorder can watch', option);
  }
}

const PERIOD: ReadonlySet<QueryTerm['field']> = new Set(['time', 'app', 'boot', 'machine']);
const MAX_PROCESSES = 20;
/** Returns the error of a check that has nothing to check; the exit code is 2. */
export function nothingChecked({ store }: ReadOptions, reason: string, fix: string, option: string): LoadError {
  const issue = { code: 'ORIEL_CLI_NOTHING_CHECKED', place: findPath(store ?? findStore()), reason, fix };
  return new LoadError(`${option} has ${option === '--save' ? 'measured' : 'checked'} nothing`, [issue], 2);
}
