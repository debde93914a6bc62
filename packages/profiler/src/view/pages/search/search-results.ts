import { readQueryParameters, writeQueryParameters } from '../../../store/search/query-parameters.ts';
import type { FoundProfiles, ProfileQuery } from '../../../store/search/profile-query.ts';
import type { ParameterIssue } from '../../../store/search/query-parameters.ts';
import type { ProfileStorage, StorageOverview } from '../../../store/profile-storage.ts';
import type { ProfileSummary } from '../../../profile/profile.ts';
import { describeKeepRules } from '../keep-rules.ts';
import type { BackgroundRequest } from './background-requests.ts';
import { findForeground } from './find-foreground.ts';
import type { ResultPage } from './find-foreground.ts';
import { findGaps } from './recorder-gaps.ts';
import type { RecorderGap } from './recorder-gaps.ts';
import { summarizeSearch } from './search-summary.ts';
import type { SearchSummary } from './search-summary.ts';
import { suggestSearches } from './suggest-searches.ts';
import type { SuggestedSearch } from './suggest-searches.ts';

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
  /** The cursor of the previous page, empty for the first page; undefined on the first page, or if the store only reads forwards. */
  readonly previous: string | undefined;
  /** Time of the oldest profile searched, in milliseconds since the epoch, if the search stopped at its time limit. */
  readonly lookedBackTo: number | undefined;
  /** Which profiles the applications of the rows keep, if they do not keep all. */
  readonly keepRules: readonly string[];
  /** The times before rows in which requests were not recorded. */
  readonly gaps: readonly RecorderGap[];
  /** The machines that share the store and what they lost; undefined if it belongs to one machine. */
  readonly overview: StorageOverview | undefined;
  /** The figures above the rows. */
  readonly summary: SearchSummary;
  /** Searches that find something, if this one finds nothing. */
  readonly suggestions: readonly SuggestedSearch[];
  /** The number of matching profiles that are pinned. */
  readonly pinned: number;
}

export interface InvalidSearch {
  readonly text: string;
  readonly issues: readonly ParameterIssue[];
}

export async function findSearchResults(
  storage: ProfileStorage,
  parameters: URLSearchParams,
): Promise<SearchResults | InvalidSearch> {
  const read = readQueryParameters(parameters);
  if ('issues' in read) return { text: parameters.get('q') ?? '', issues: read.issues };
  const { query } = read;
  // A search shows all matches, background requests included.
  const showsBackgroundRequests = query.terms.length > 0 || parameters.get('background') === 'show';
  const text = writeQueryParameters({ ...query, cursor: undefined }).get('q') ?? '';
  try {
    const page = await (showsBackgroundRequests ? findAll(storage, query) : findForeground(storage, query));
    const keepRules = await describeKeepRules(storage, page.rows);
    const gaps = await findGaps(storage, page.rows);
    const overview = await storage.overview?.();
    const summary = await summarizeSearch(storage, query, page);
    const pinned = await countPinned(storage, query);
    const isEmpty = page.matched.count === 0 && page.lookedBackTo === undefined;
    const suggestions = isEmpty ? await suggestSearches(storage, query) : [];
    return { text, showsBackgroundRequests, keepRules, gaps, overview, summary, suggestions, pinned, ...page };
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

async function countPinned(storage: ProfileStorage, { terms, sort }: ProfileQuery): Promise<number> {
  const isPinned = { field: 'pinned', operator: 'is', value: true, negated: false } as const;
  const found = await storage.find({ terms: [...terms, isPinned], sort, limit: 1, cursor: undefined });
  return found.matched.count;
}

async function findAll(storage: ProfileStorage, query: ProfileQuery): Promise<ResultPage> {
  const { previous, ...found } = await storage.find(query);
  return { ...found, query, previous, hidden: {} };
}
