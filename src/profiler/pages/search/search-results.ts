import { readQueryParameters, writeQueryParameters } from '../../search/query-parameters.ts';
import type { FoundProfiles, ProfileQuery } from '../../search/profile-query.ts';
import type { ParameterIssue } from '../../search/query-parameters.ts';
import type { ProfileStorage, StorageOverview } from '../../store/profile-storage.ts';
import type { ProfileSummary } from '../../profile.ts';
import { describeKeepRules } from '../keep-rules.ts';
import { classifyBackgroundRequest } from './background-requests.ts';
import type { BackgroundRequest } from './background-requests.ts';

/** One page of the list, independent of its representation. */
export interface SearchResults {
  readonly query: ProfileQuery;
  /** The search in the search language. */
  readonly text: string;
  readonly rows: readonly ProfileSummary[];
  readonly matched: FoundProfiles['matched'];
  /** Numbers of background requests hidden between the rows, by kind. */
  readonly hidden: Readonly<Partial<Record<BackgroundRequest, number>>>;
  readonly showsBackgroundRequests: boolean;
  readonly next: string | undefined;
  /** Cursors of the previous pages, the nearest last; the first page has an empty cursor. */
  readonly previousCursors: readonly string[];
  /** Time of the oldest profile searched, in milliseconds since the epoch, if the search stopped at its time limit. */
  readonly lookedBackTo: number | undefined;
  /** Which profiles the applications of the rows keep, if they do not keep all. */
  readonly keepRules: readonly string[];
  /** The machines that share the store and what they lost; undefined if it belongs to one machine. */
  readonly overview: StorageOverview | undefined;
}

/** A search that could not be parsed. */
export interface InvalidSearch {
  readonly text: string;
  readonly issues: readonly ParameterIssue[];
}

/** Parses a search and finds its results. */
export async function findSearchResults(
  storage: ProfileStorage,
  parameters: URLSearchParams,
): Promise<SearchResults | InvalidSearch> {
  const read = readQueryParameters(parameters);
  if ('issues' in read) return { text: parameters.get('q') ?? '', issues: read.issues };
  const { query } = read;
  // A search shows all matches, background requests included.
  const showsBackgroundRequests = query.terms.length > 0 || parameters.get('background') === 'show';
  const previousCursors = parameters.getAll('before').slice(-MAX_PREVIOUS_CURSORS);
  const text = writeQueryParameters({ ...query, cursor: undefined }).get('q') ?? '';
  try {
    const page = await (showsBackgroundRequests ? findAll(storage, query) : findWithoutBackground(storage, query));
    const keepRules = await describeKeepRules(storage, page.rows);
    const overview = await storage.overview?.();
    return { query, text, showsBackgroundRequests, previousCursors, keepRules, overview, ...page };
  } catch (error) {
    // Only the store can validate its cursors.
    if (query.cursor === undefined) throw error;
    return {
      text,
      issues: [
        {
          parameter: 'cursor',
          column: 1,
          length: 1,
          message: 'Invalid cursor; start at the first page',
        },
      ],
    };
  }
}

type ResultPage = Pick<SearchResults, 'rows' | 'matched' | 'hidden' | 'next' | 'lookedBackTo'>;

const MAX_PREVIOUS_CURSORS = 12;
// Bounds the response time when a store has thousands of health checks.
const MAX_ROUNDS = 12;

async function findAll(storage: ProfileStorage, query: ProfileQuery): Promise<ResultPage> {
  return { ...(await storage.find(query)), hidden: {} };
}

/** Searches until the page is full or the round limit is reached. */
async function findWithoutBackground(storage: ProfileStorage, query: ProfileQuery): Promise<ResultPage> {
  const rows: ProfileSummary[] = [];
  const hidden: Partial<Record<BackgroundRequest, number>> = {};
  let found = await storage.find(query);
  const { matched } = found;
  for (let round = 1; ; round++) {
    for (const row of found.rows) {
      const kind = classifyBackgroundRequest(row);
      if (kind === undefined) rows.push(row);
      else hidden[kind] = (hidden[kind] ?? 0) + 1;
    }
    const missing = query.limit - rows.length;
    if (missing <= 0 || found.next === undefined || round === MAX_ROUNDS) break;
    found = await storage.find({ ...query, limit: missing, cursor: found.next });
  }
  return { rows, matched, hidden, next: found.next, lookedBackTo: found.lookedBackTo };
}
