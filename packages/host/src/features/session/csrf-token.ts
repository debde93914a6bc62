import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Creates a token that only the recipient of a response of this host can know. The token is derived from the session
 * id: it is valid for that session only and is not stored. Each call returns a different text, so that the token cannot
 * be guessed from the size of compressed responses (BREACH).
 */
export function createCsrfToken(id: string): string {
  const pad = randomBytes(BYTES);
  return Buffer.concat([pad, mix(pad, getSecret(id))]).toString('base64url');
}

/** Returns whether the token was created for the session with this id. */
export function isCsrfToken(token: string, id: string): boolean {
  if (!SHAPE.test(token)) return false;
  const bytes = Buffer.from(token, 'base64url');
  return timingSafeEqual(mix(bytes.subarray(0, BYTES), bytes.subarray(BYTES)), getSecret(id));
}

const BYTES = 32;
const SHAPE = /^[\w-]{86}$/;

// The storage key is a different digest of the id, so the token cannot be derived from it.
function getSecret(id: string): Buffer {
  return hash('sha256', `csrf:${id}`, 'buffer');
}

function mix(pad: Buffer, bytes: Buffer): Buffer {
  const mixed = Buffer.alloc(BYTES);
  for (let i = 0; i < BYTES; i++) mixed[i] = pad[i]! ^ bytes[i]!;
  return mixed;
}
