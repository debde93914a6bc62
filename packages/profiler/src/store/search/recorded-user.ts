import { MASK } from 'oriel-core/redaction';
import type { ProfileData } from '../../profile/profile.ts';
import { toList } from '../../profile/recorded-values.ts';

/**
 * Returns the texts that identify the user of a request: those of the user that a framework reported, of the session, and the ID
 * that a firewall authenticated. The first is the one to show, such as the e-mail address.
 */
export function getUserTexts({ framework, session, decisions }: ProfileData): readonly string[] {
  const user = framework?.user;
  const members = typeof user === 'object' && user !== null ? (user as Readonly<Record<string, unknown>>) : {};
  const names = NAMES.map((name) => members[name]).filter((value) => typeof value === 'string' && value !== MASK);
  const authenticated = toList(decisions).filter(({ subject, outcome }) => subject === 'user' && !NO_USER.has(outcome));
  const texts = [
    ...names,
    ...authenticated.map(({ outcome }) => outcome),
    session?.stored?.user?.id,
    ...collectLeaves(user),
  ].filter((value) => value !== undefined && value !== MASK && typeof value !== 'boolean');
  return [...new Set(texts.map(String))];
}

const NAMES = ['email', 'username', 'userName', 'login', 'name', 'id', 'sub'];
const NO_USER: ReadonlySet<string> = new Set(['anonymous', 'refused', 'no']);
const MAX_LEAVES = 10_000;
const MAX_DEPTH = 8;

/** Returns the texts, numbers and booleans in a recorded value, such as the parameters of a query, at most 10,000. */
export function collectLeaves(value: unknown, found: (string | number | boolean)[] = [], depth = 0): typeof found {
  if (found.length >= MAX_LEAVES || depth > MAX_DEPTH) return found;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') found.push(value);
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) collectLeaves(member, found, depth + 1);
  return found;
}
