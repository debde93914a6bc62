import { MASK } from 'oriel-core/redaction';
import type { ProfileData } from '../../profile/profile.ts';
import { collectLeaves } from './collect-leaves.ts';

/**
 * Returns the texts that identify the user of a request: those of the user that a framework reported, of the session, and the ID
 * that a firewall authenticated. The first is the one to show, such as the e-mail address.
 */
export function getUserTexts({ framework, session, decisions }: ProfileData): readonly string[] {
  const user = framework?.user;
  const members = typeof user === 'object' && user !== null ? (user as Readonly<Record<string, unknown>>) : {};
  const names = NAMES.map((name) => members[name]).filter((value) => typeof value === 'string' && value !== MASK);
  const authenticated = (Array.isArray(decisions) ? (decisions as ProfileData['decisions']) : []).filter(
    ({ subject, outcome }) => subject === 'user' && !NO_USER.has(outcome),
  );
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
