import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Session } from '../../../core/http/session.ts';

/** A login under way at an issuer, kept in the session of whoever began it: nobody else can end it. */
export interface LoginAttempt {
  /** Comes back with the code: the answer belongs to this login. */
  readonly state: string;
  /** Comes back in the token: the token belongs to this login. */
  readonly nonce: string;
  /** Shown with the code: whoever has only the code has nothing (RFC 7636). */
  readonly verifier: string;
  readonly redirect: string;
  readonly back: string;
  readonly began: number;
}

/** Begins one; an earlier one of the same session is given up. */
export async function beginAttempt(session: Session, redirect: string, back: string): Promise<LoginAttempt> {
  const random = (): string => randomBytes(32).toString('base64url');
  const attempt = { state: random(), nonce: random(), verifier: random(), redirect, back, began: Date.now() };
  await session.set(KEY, attempt);
  return attempt;
}

/** Takes the attempt that this answer belongs to; it cannot be taken twice. */
export async function takeAttempt(session: Session, state: string | null): Promise<LoginAttempt | undefined> {
  let taken: LoginAttempt | undefined;
  await session.update(KEY, (kept) => {
    const attempt = kept as LoginAttempt | undefined;
    taken = attempt !== undefined && state !== null && isSame(attempt.state, state) ? attempt : undefined;
    return taken === undefined ? kept : undefined;
  });
  return taken !== undefined && Date.now() - taken.began < LONGEST ? taken : undefined;
}

/** What is sent first of a verifier that is shown later. */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1'));
}

const KEY = '@oidc';
const LONGEST = 600_000;
