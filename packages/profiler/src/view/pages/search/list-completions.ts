import { FINDING_CODES } from '../../../profile/finding-codes.ts';
import type { ProfileSummary } from '../../../profile/profile.ts';
import { DEFAULT_QUERY } from '../../../store/search/profile-query.ts';
import type { QueryField } from '../../../store/search/profile-query.ts';
import { FEATURES, FIELDS, nameOfField } from '../../../store/search/query-fields.ts';
import { quoteQueryValue } from '../../../store/search/query-language.ts';
import type { ProfileStorage } from '../../../store/profile-storage.ts';

/**
 * Returns the terms that the search box proposes: the fields, the values of fields with few values, and the applications, routes,
 * methods and exceptions of the newest profiles.
 */
export async function listCompletions(storage: ProfileStorage): Promise<readonly string[]> {
  const { rows } = await storage.find({ ...DEFAULT_QUERY, limit: MAX_PROFILES });
  const recorded = (field: QueryField, read: (row: ProfileSummary) => string | undefined): string[] => {
    const values = new Set(rows.map((row) => read(row) ?? ''));
    return [...values]
      .filter((value) => value !== '' && value.length <= MAX_LENGTH)
      .slice(0, MAX_VALUES)
      .map((value) => `${nameOfField(field)}:${quoteQueryValue(value)}`);
  };
  return [
    ...FIELDS.map(({ name, kind }) => (kind === 'header' ? `${name}.` : `${name}:`)),
    ...['status:2xx', 'status:3xx', 'status:4xx', 'status:5xx', 'log:warning', 'log:error', 'dur:>1s'],
    ...['since:5m', 'since:1h', 'since:today'],
    ...FEATURES.map(({ name }) => `has:${name}`),
    ...FINDING_CODES.map((code) => `finding:${code}`),
    ...recorded('app', ({ app }) => app),
    ...recorded('method', ({ method }) => method),
    ...recorded('route', ({ route }) => route),
    ...recorded('exception', ({ exception }) => exception),
  ];
}

const MAX_PROFILES = 500;
const MAX_VALUES = 50;
const MAX_LENGTH = 100;
