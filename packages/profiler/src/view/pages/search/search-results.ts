import { readQueryParameters, writeQueryParameters } from '../../../store/search/query-parameters.ts';
import type { ProfileQuery } from '../../../store/search/profile-query.ts';
import type { ParameterIssue } from '../../../store/search/query-parameters.ts';
import type { ProfileStorage } from '../../../store/profile-storage.ts';
import { describeKeepRules } from '../keep-rules.ts';
import { findForeground } from './find-foreground.ts';
import type { ResultPage } from './find-foreground.ts';
import { findGaps } from './recorder-gaps.ts';
import { summarizeSearch } from './search-summary.ts';
import { suggestSearches } from './suggest-searches.ts';

/** One page of the list, independent of its representation. */
export type SearchResults = Exclude<Awaited<ReturnType<typeof findSearchResults>>, InvalidSearch>;

export interface InvalidSearch {
  readonly text: string;
  readonly issues: readonly ParameterIssue[];
}

/** Parses a search and finds its results. */
export async function findSearchResults(storage: ProfileStorage, parameters: URLSearchParams) {
  const read = readQueryParameters(parameters);
  if ('issues' in read) return { text: parameters.get('q') ?? '', issues: read.issues } as InvalidSearch;
  const { query } = read;
  // A search shows all matches, background requests included.
  const showsBackgroundRequests = query.terms.length > 0 || parameters.get('background') === 'show';
  const text = writeQueryParameters({ ...query, cursor: undefined }).get('q') ?? '';
  try {
    const page = await (showsBackgroundRequests ? findAll(storage, query) : findForeground(storage, query));
    // Which profiles the applications of the rows keep, and when requests were not recorded.
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
    } as InvalidSearch;
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
