import { readQueryParameters, writeQueryParameters } from '../../search/query-parameters.ts';
import type { FoundProfiles, ProfileQuery } from '../../search/profile-query.ts';
import type { ParameterIssue } from '../../search/query-parameters.ts';
import type { ProfileStorage } from '../../store/profile-storage.ts';
import type { ProfileSummary } from '../../profile.ts';
import { classifyBackgroundRequest } from './background-requests.ts';
import type { BackgroundRequest } from './background-requests.ts';

/** A page of the list, before anybody decides how it looks. */
export interface SearchResults {
  readonly query: ProfileQuery;
  /** The search in the search language. */
  readonly text: string;
  readonly rows: readonly ProfileSummary[];
  readonly matched: FoundProfiles['matched'];
  /** Noise between the rows that was folded away, by kind. */
  readonly hidden: Readonly<Partial<Record<BackgroundRequest, number>>>;
  readonly showsBackgroundRequests: boolean;
  readonly next: string | undefined;
  /** Where the pages before this one began, the nearest last; the first page begins nowhere. */
  readonly previousCursors: readonly string[];
  readonly lookedBackTo: number | undefined;
}

/** A search that cannot be read. */
export interface InvalidSearch {
  readonly text: string;
  readonly issues: readonly ParameterIssue[];
}

/** Reads a search and carries it out. */
export function findSearchResults(storage: ProfileStorage, parameters: URLSearchParams): SearchResults | InvalidSearch {
  const read = readQueryParameters(parameters);
  if ('issues' in read) return { text: parameters.get('q') ?? '', issues: read.issues };
  const { query } = read;
  // Whoever searches wants to see what there is.
  const showsNoise = query.terms.length > 0 || parameters.get('noise') === 'show';
  const before = parameters.getAll('before').slice(-MOST_BEFORE);
  const text = writeQueryParameters({ ...query, cursor: undefined }).get('q') ?? '';
  try {
    return {
      query,
      text,
      showsBackgroundRequests: showsNoise,
      previousCursors: before,
      ...(showsNoise ? plain(storage, query) : folded(storage, query)),
    };
  } catch (error) {
    // A cursor is the store's own word, and only the store can tell that this is none.
    if (query.cursor === undefined) throw error;
    return {
      text,
      issues: [
        {
          parameter: 'cursor',
          column: 1,
          length: 1,
          message: 'This is no place where a page ended; begin at the first page',
        },
      ],
    };
  }
}

type Found = Pick<SearchResults, 'rows' | 'matched' | 'hidden' | 'next' | 'lookedBackTo'>;

const MOST_BEFORE = 12;
// A night of health checks must not keep the page waiting.
const MOST_ROUNDS = 12;

function plain(storage: ProfileStorage, query: ProfileQuery): Found {
  return { ...storage.find(query), hidden: {} };
}

/** Looks on until the page is full of what is no noise. */
function folded(storage: ProfileStorage, query: ProfileQuery): Found {
  const rows: ProfileSummary[] = [];
  const hidden: Partial<Record<BackgroundRequest, number>> = {};
  let found = storage.find(query);
  const { matched } = found;
  for (let round = 1; ; round++) {
    for (const row of found.rows) {
      const noise = classifyBackgroundRequest(row);
      if (noise === undefined) rows.push(row);
      else hidden[noise] = (hidden[noise] ?? 0) + 1;
    }
    const missing = query.limit - rows.length;
    if (missing <= 0 || found.next === undefined || round === MOST_ROUNDS) break;
    found = storage.find({ ...query, limit: missing, cursor: found.next });
  }
  return { rows, matched, hidden, next: found.next, lookedBackTo: found.lookedBackTo };
}
