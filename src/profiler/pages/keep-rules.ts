import type { ProfileSummary } from '../profile.ts';
import { DEFAULT_QUERY } from '../search/profile-query.ts';
import type { ProfileStorage } from '../store/profile-storage.ts';

/**
 * Returns which profiles the applications keep, one sentence for each that does not keep all. Each profile names the rule of
 * its application, so the pages can state it in another process.
 *
 * @param rows the profiles of a list; by default the newest profiles
 */
export function describeKeepRules(
  storage: ProfileStorage,
  rows: readonly Pick<ProfileSummary, 'app' | 'token'>[] = storage.find({ ...DEFAULT_QUERY, limit: 50 }).rows,
): readonly string[] {
  const newest = new Map<string, string>();
  for (const { app, token } of rows) if (newest.size < MOST_APPLICATIONS && !newest.has(app)) newest.set(app, token);
  return [...newest].flatMap(([app, token]) => {
    const rule = storage.read(token)?.data.config?.['keep'];
    return typeof rule === 'string' ? [`"${app}" keeps ${rule}`] : [];
  });
}

const MOST_APPLICATIONS = 8;
