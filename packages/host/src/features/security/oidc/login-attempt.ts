import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Session } from 'oriel-core/http';

/** A login at an issuer that was started in a session. Only the same session can complete it. */
export interface LoginAttempt {
  /** Returned with the code: proves that the response belongs to this login. */
  readonly state: string;
  /** Returned in the ID token: proves that the token belongs to this login. */
  readonly nonce: string;
  /** Sent with the code: a stolen code alone is useless (RFC 7636). */
  readonly verifier: string;
  /** The callback URL of this host. */
  readonly redirect: string;
  /** The path where the login ends. */
  readonly back: string;
  /** Milliseconds since the epoch. */
  readonly began: number;
}

/** Starts a login. It replaces an earlier one of the same session. */
export async function beginAttempt(session: Session, redirect: string, back: string): Promise<LoginAttempt> {
  const random = (): string => randomBytes(32).toString('base64url');
  const attempt = { state: random(), nonce: random(), verifier: random(), redirect, back, began: Date.now() };
  await session.set(KEY, attempt);
  return attempt;
}

/** Removes the login that has this state from the session and returns it; undefined if there is none, or if it has expired. */
export async function takeAttempt(session: Session, state: string | null): Promise<LoginAttempt | undefined> {
  let taken: LoginAttempt | undefined;
  await session.update(KEY, (stored) => {
    const attempt = stored as LoginAttempt | undefined;
    taken = attempt !== undefined && state !== null && isSame(attempt.state, state) ? attempt : undefined;
    return taken === undefined ? stored : undefined;
  });
  return taken !== undefined && Date.now() - taken.began < MAX_AGE_MS ? taken : undefined;
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1'));
}

const KEY = '@oidc';
const MAX_AGE_MS = 600_000;

/**
 * Returns the path if it belongs to this host, else the fallback. Rejects everything that a browser could resolve to
 * another host, such as `//example.com`, `/\\example.com` and line breaks.
 */
export function returnPath(wanted: string | null, fallback: string): string {
  if (wanted === null || wanted.length > LONGEST || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(wanted)) return fallback;
  const url = URL.parse(wanted, HERE);
  if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search;
}

const HERE = 'http://here.invalid';
const LONGEST = 2_048;
