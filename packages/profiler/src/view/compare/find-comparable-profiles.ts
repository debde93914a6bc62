import type { ProfileSummary } from '../../profile/profile.ts';
import type { ProfileStorage } from '../../store/profile-storage.ts';
import { DEFAULT_QUERY } from '../../store/search/profile-query.ts';
import { findAdjacentProfiles, findSameRoute } from '../pages/profile/related-profiles.ts';
import { findSimilar, findTypicalToken } from '../routes/typical.ts';

export interface ComparableProfile {
  /** What it is; completes "Compare with the …". */
  readonly name: 'previous of this route' | 'last that worked' | 'typical one';
  readonly token: string;
}

/**
 * Finds the profiles of the same application, method and route to compare a profile with: the previous one, the newest older one without
 * an error, and the one whose duration is the median of the newest 200 with such a status. Each is returned once.
 */
export async function findComparableProfiles(
  storage: ProfileStorage,
  summary: ProfileSummary,
): Promise<readonly ComparableProfile[]> {
  const { older } = await findAdjacentProfiles(storage, summary);
  const found: readonly [ComparableProfile['name'], string | undefined][] = [
    ['previous of this route', older],
    ['last that worked', await findLastSuccess(storage, summary)],
    ['typical one', findTypicalToken(await findSimilar(storage, summary))],
  ];
  const tokens = found.map(([, token]) => token);
  return found.flatMap(([name, token], index) =>
    token === undefined || tokens.indexOf(token) < index ? [] : [{ name, token }],
  );
}

async function findLastSuccess(storage: ProfileStorage, summary: ProfileSummary): Promise<string | undefined> {
  const { rows } = await storage.find({
    ...DEFAULT_QUERY,
    terms: [
      ...findSameRoute(summary),
      { field: 'status', operator: 'between', value: 100, to: 399, negated: false },
      // Matches profiles with any exception.
      { field: 'exception', operator: 'contains', value: '', negated: true },
      { field: 'time', operator: 'at-most', value: summary.time, negated: false },
    ],
    limit: 2,
  });
  return rows.find(({ token }) => token !== summary.token)?.token;
}
