import type { ProfileSummary } from '../../profile/profile.ts';
import { DEFAULT_QUERY } from '../../store/search/profile-query.ts';
import type { ProfileStorage } from '../../store/profile-storage.ts';

/**
 * Returns which profiles the applications keep, one sentence for each that does not keep all. Each profile names the rule of
 * its application, so the pages can state it in another process.
 *
 * @param rows the profiles of a list; by default the newest profiles
 */
export async function describeKeepRules(
  storage: ProfileStorage,
  rows?: readonly Pick<ProfileSummary, 'app' | 'token'>[],
): Promise<readonly string[]> {
  const newest = new Map<string, string>();
  const listed = rows ?? (await storage.find({ ...DEFAULT_QUERY, limit: 50 })).rows;
  for (const { app, token } of listed) if (newest.size < MAX_APPLICATIONS && !newest.has(app)) newest.set(app, token);
  const rules: string[] = [];
  for (const [app, token] of newest) {
    const rule = (await storage.read(token))?.data.config?.['keep'];
    if (typeof rule === 'string') rules.push(`"${app}" keeps ${rule}`);
  }
  return rules;
}

const MAX_APPLICATIONS = 8;
