import type { Decision } from 'oriel-core/trace';
import type { HeaderLine, Profile, ProfileSummary } from './profile.ts';

/**
 * Returns a recorded list, or an empty list if its collector failed or the stored format differs. Another process may have
 * stored anything, so entries without a value are left out.
 */
export function toList<T>(value: readonly T[] | undefined): readonly T[] {
  if (!Array.isArray(value)) return [];
  const list = value as readonly (T | null)[];
  return list.includes(null) ? list.filter((element) => element !== null) : (list as readonly T[]);
}

/** Returns the entries of a recorded object, or none if it is not an object. */
export function toEntries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

/** Returns the error that a failed collector stored instead of its data. */
export function findFailure(value: unknown): string | undefined {
  const failed = typeof value === 'object' && value !== null && 'failed' in value ? value.failed : undefined;
  return typeof failed === 'string' ? failed : undefined;
}

/** Returns whether a profile is that of a job, and not of a request: its method is `JOB` and its URL is `job:send-mail`. */
export function isWork({ method, url }: Pick<ProfileSummary, 'method' | 'url'>): boolean {
  return url.startsWith(`${method.toLowerCase()}:`);
}

/** Returns the first decision on a subject. Decisions of forwarded requests come later. */
export function findDecision(data: Profile['data'], subject: string): Decision | undefined {
  return toList(data.decisions).find((decision) => decision.subject === subject);
}

/** Returns the value of a header (lower-case name); multiple lines are joined by commas. */
export function findHeader(lines: readonly HeaderLine[] | undefined, name: string): string | undefined {
  const found = toList(lines).filter(([other]) => other.toLowerCase() === name);
  return found.length === 0 ? undefined : found.map(([, value]) => value).join(', ');
}
