import { hash, randomBytes } from 'node:crypto';

/** A new id: 192 random bits, as a cookie can carry them. Nobody guesses one, and two are never the same. */
export function createSessionId(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** Can it be the id of a session? What it is not made of is not even looked up. */
export function isSessionId(text: string): boolean {
  return SHAPE.test(text);
}

/**
 * What a session is kept under: a digest of its id, so that a stolen storage, a dump or a log of queries gives nobody a
 * session. The id is random enough to need no salt.
 */
export function sessionKeyOf(id: string): string {
  return hash('sha256', `session:${id}`, 'base64url');
}

const BYTES = 24;
const SHAPE = /^[\w-]{32}$/;
