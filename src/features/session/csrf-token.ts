import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * A token that only somebody who was told it, in an answer of this host, can send. It is derived from the id of the session,
 * so it belongs to that one, ends with it, and is kept nowhere. Each is another text: one that came again and again in
 * compressed answers could be guessed piece by piece (BREACH).
 */
export function createCsrfToken(id: string): string {
  const pad = randomBytes(BYTES);
  return Buffer.concat([pad, mix(pad, secretOf(id))]).toString('base64url');
}

/** Was this token made for the session with this id? */
export function isCsrfToken(token: string, id: string): boolean {
  if (!SHAPE.test(token)) return false;
  const bytes = Buffer.from(token, 'base64url');
  return timingSafeEqual(mix(bytes.subarray(0, BYTES), bytes.subarray(BYTES)), secretOf(id));
}

const BYTES = 32;
const SHAPE = /^[\w-]{86}$/;

// The storage knows another digest of the id, from which this one cannot be made.
function secretOf(id: string): Buffer {
  return hash('sha256', `csrf:${id}`, 'buffer');
}

function mix(pad: Buffer, bytes: Buffer): Buffer {
  const mixed = Buffer.alloc(BYTES);
  for (let i = 0; i < BYTES; i++) mixed[i] = pad[i]! ^ bytes[i]!;
  return mixed;
}
